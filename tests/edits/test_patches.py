from __future__ import annotations

from pathlib import Path

import pytest

from tests.edits.patches import PatchError, read_patch

TEXT = "a\nb\nc\nd\n"


def patch(folder: Path, text: str) -> Path:
    file = folder / "it.diff"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "after", "changed"),
    [
        ("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nB\nc\nd\n", 1),
        ("@@ -1,2 +1,4 @@\n a\n+x\n+y\n b\n", "a\nx\ny\nb\nc\nd\n", 2),
        ("@@ -1,4 +1,2 @@\n a\n-b\n-c\n d\n", "a\nd\n", 2),
        ("@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -3,2 +3,2 @@\n c\n-d\n+D\n", "A\nb\nc\nD\n", 2),
        ("--- a/x\n+++ b/x\n@@ -99,2 +99,2 @@\n b\n-c\n+C\n", "a\nb\nC\nd\n", 1),
    ],
)
def test_patches_are_applied_and_measured(tmp_path: Path, text: str, after: str, changed: int) -> None:
    read = read_patch(patch(tmp_path, text))
    assert read.apply(TEXT) == after
    assert read.changed == changed


@pytest.mark.parametrize("text", ["@@ -1,2 +1,2 @@\n x\n-b\n+B\n", "@@ -1,1 +1,2 @@\n \n+B\n"])
def test_patches_that_do_not_fit(tmp_path: Path, text: str) -> None:
    with pytest.raises(PatchError):
        read_patch(patch(tmp_path, text)).apply("a\n\nb\n\n")


@pytest.mark.parametrize("text", ["hello\n", "@@ -1,2 +1,2 @@\n a\n-b\n", "@@ -1,1 +1,1 @@\n*a\n"])
def test_texts_that_are_no_patches(tmp_path: Path, text: str) -> None:
    with pytest.raises(PatchError):
        read_patch(patch(tmp_path, text))
