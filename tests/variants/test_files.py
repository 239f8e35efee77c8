"""Which files a variant is merged with, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.diagnostics import DiagnosticError
from cardengine.model.load import bundled_variants, find, load_file, load_text
from cardengine.source import bundled
from tests.variants.helpers import BASE, load, place, places, put, refused

HEAD = "extends: draw\n"


def test_a_variant_in_the_folder_of_variants(tmp_path: Path) -> None:
    assert load(tmp_path, "extends: draw\ngame: One").ruleset.title == "One"


def test_a_variant_beside_its_base(tmp_path: Path) -> None:
    put(tmp_path, {"mine.yaml": "extends: draw\ngame: Mine"})
    assert load_file(tmp_path / "mine.yaml").ruleset.title == "Mine"


def test_a_variant_beside_it_comes_before_a_ruleset(tmp_path: Path) -> None:
    found = load(tmp_path, "extends: other", other="extends: draw\ngame: Near", **{"other.yaml": BASE})
    assert found.ruleset.title == "Near"


def test_a_variant_of_another_folder(tmp_path: Path) -> None:
    put(tmp_path, {"v": "extends: draw\ngame: V", "mine.yaml": "extends: draw/v\ndefault: {hand: 9}"})
    loaded = load_file(tmp_path / "mine.yaml")
    assert (loaded.ruleset.title, "default: 9" in loaded.text) == ("V", True)


def test_the_working_folder_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, {"v": "extends: draw\ngame: V"})
    monkeypatch.chdir(tmp_path / "draw" / "variants")
    assert load_file("v.yaml").ruleset.title == "V"
    monkeypatch.chdir(tmp_path / "draw")
    assert load_file("variants/v.yaml").ruleset.title == "V"


def test_bundled_rulesets_can_be_extended_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: area52\ngame: Mine\nmixins: [refilled, wild_jokers]\n")
    loaded = load_file(tmp_path / "mine.yaml")
    assert loaded.ruleset.title == "Mine"
    assert loaded.text.count("fill defenders up to options.board from aliens") == 1
    assert "jokers: 2" in loaded.text
    assert load_text("extends: area52/refilled").ruleset.title == "Area 52, refilled"


def test_a_file_of_the_same_name_extends_the_bundled_one(tmp_path: Path) -> None:
    (tmp_path / "area52.yaml").write_text("extends: area52\ndefault: {reveal: 4}\n")
    assert "default: 4" in load_file(tmp_path / "area52.yaml").text


def test_data_lies_beside_the_file_that_names_it(tmp_path: Path) -> None:
    pieces = "columns: {class: name, price: number from 1 to 9}, limit: 2, data: ships"
    ruleset = f"{BASE}pieces:\n  ship: {{{pieces}}}\n"
    ships = {"draw.yaml": ruleset, "draw/ships.yaml": "list: [[boat, 1]]\n"}
    assert load(tmp_path, HEAD, **ships).data == {"ships": "list: [[boat, 1]]\n"}
    own = {"draw/variants/v/canoes.yaml": "list: [[canoe, 2]]\n"}
    found = load(tmp_path, "extends: draw\nset: {pieces.ship.data: canoes}", **ships, **own)
    assert found.data == {"canoes": "list: [[canoe, 2]]\n"}


def test_find_knows_bundled_variants() -> None:
    folder = bundled("rulesets")
    assert find("area52/refilled") == folder / "area52" / "variants" / "refilled.yaml"
    assert "area52/refilled" in bundled_variants()
    with pytest.raises(DiagnosticError) as caught:
        find("area52/refiled")
    assert caught.value.diagnostics[0].help == "did you mean `area52/refilled`?"


# Refused ---------------------------------------------------------------------------------------------


def test_an_unknown_base(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: drwa")
    assert (problem.code.id, places(problem), problem.help) == ("E901", [("v", "drwa")], "did you mean `draw`?")
    assert "draw/variants/drwa.yaml" in problem.notes[0]


def test_an_unknown_mixin(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: draw\nmixins: [quik]", quick="extends: draw\ngame: Q")
    assert (problem.code.id, places(problem), problem.help) == ("E901", [("v", "quik")], "did you mean `quick`?")


def test_a_variant_that_extends_itself(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: v")
    assert (problem.code.id, problem.notes) == ("E902", ("the ring: v -> v",))


def test_a_ring(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: a", a="extends: b", b="extends: c", c="extends: a")
    assert problem.code.id == "E902"
    assert problem.notes[0] == "the ring: a -> b -> c -> a"
    assert [name for name, _ in places(problem)] == ["c", "a", "b"]


def test_a_ring_of_mixins(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: draw\nmixins: [a]", a="mixins: [b]", b="mixins: [a]")
    assert (problem.code.id, problem.notes) == ("E902", ("the ring: a -> b -> a",))
    assert [name for name, _ in places(problem)] == ["b", "a"]


def test_eight_levels_and_no_more(tmp_path: Path) -> None:
    files = {"v1": "extends: draw\ngame: Deep"} | {f"v{n}": f"extends: v{n - 1}" for n in range(2, 10)}
    put(tmp_path, files)
    assert load_file(place(tmp_path, "v8")).ruleset.title == "Deep"
    [problem] = refused(tmp_path, files["v9"], "v9", **files)
    assert problem.code.id == "E903"


def test_eight_levels_of_mixins_and_no_more(tmp_path: Path) -> None:
    files = {"m1": "set: {game: Deep}"} | {f"m{n}": f"mixins: [m{n - 1}]" for n in range(2, 10)}
    assert load(tmp_path, "extends: draw\nmixins: [m8]", **files).ruleset.title == "Deep"
    [problem] = refused(tmp_path, "extends: draw\nmixins: [m9]", **files)
    assert problem.code.id == "E903"


def test_not_too_many_files(tmp_path: Path) -> None:
    names = [f"m{n}" for n in range(70)]
    files = {name: f"add: {{define.{name}: 1}}" for name in names}
    [problem] = refused(tmp_path, f"extends: draw\nmixins: [{', '.join(names)}]", **files)
    assert (problem.code.id, "64" in problem.message) == ("E903", True)


def test_a_link_out_of_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    put(outside, {})
    folder = put(tmp_path / "rulesets", {"v": "extends: other", "w": "extends: draw"})
    (folder / "draw" / "variants" / "other.yaml").symlink_to(outside / "draw.yaml")
    [problem] = refused(folder, "extends: other")
    assert (problem.code.id, places(problem)) == ("E904", [("v", "other")])
    assert load_file(place(folder, "w")).ruleset.title == "Draw"


def test_a_folder_that_leads_out(tmp_path: Path) -> None:
    outside = put(tmp_path / "outside", {"m": "extends: draw\ngame: Out"})
    folder = put(tmp_path / "rulesets", {"mine.yaml": "extends: draw/m"})
    (folder / "draw").symlink_to(outside / "draw")
    with pytest.raises(DiagnosticError) as caught:
        load_file(folder / "mine.yaml")
    assert [problem.code.id for problem in caught.value.diagnostics] == ["E904"]


def test_a_link_inside_the_folder_is_fine(tmp_path: Path) -> None:
    folder = put(tmp_path, {"v": "extends: other"})
    (folder / "other.yaml").symlink_to(folder / "draw.yaml")
    assert load_file(place(folder, "v")).ruleset.title == "Draw"


def test_a_mixin_alone(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "set: {define.high: 3}")
    assert (problem.code.id, places(problem)) == ("E905", [("v", "set")])


def test_a_mixin_can_not_be_extended(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: m", m="set: {define.high: 3}")
    assert (problem.code.id, places(problem)) == ("E905", [("v", "m"), ("m", "set")])


def test_a_whole_ruleset_can_not_be_mixed_in(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: draw\nmixins: [whole]", whole=BASE)
    assert (problem.code.id, places(problem)) == ("E905", [("v", "whole"), ("whole", "game")])


def test_a_variant_of_another_ruleset_can_not_be_mixed_in(tmp_path: Path) -> None:
    files = {"other.yaml": BASE, "m": "extends: other\nset: {define.high: 3}"}
    [problem] = refused(tmp_path, "extends: draw\nmixins: [m]", **files)
    assert (problem.code.id, places(problem)) == ("E905", [("v", "m"), ("m", "other")])


def test_a_mixin_is_mixed_in_once(tmp_path: Path) -> None:
    files = {"a": "mixins: [c]", "b": "mixins: [c]", "c": "append: {setup: [shuffle deck]}"}
    [problem] = refused(tmp_path, "extends: draw\nmixins: [a, b]", **files)
    assert (problem.code.id, places(problem)) == ("E905", [("b", "c"), ("a", "c")])


def test_a_base_that_can_not_be_read_is_no_traceback(tmp_path: Path) -> None:
    put(tmp_path, {"v": HEAD})
    (tmp_path / "draw.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DiagnosticError) as caught:
        load_file(place(tmp_path, "v"))
    assert caught.value.diagnostics[0].code.id == "F104"
