"""Run the benchmarks: ``python -m benchmarks``."""

from __future__ import annotations

from benchmarks import handwritten_area52


def main() -> None:
    """Run every benchmark and print what it found."""
    handwritten_area52.main()


if __name__ == "__main__":
    main()
