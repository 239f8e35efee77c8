"""``python -m cardengine``."""

from cardengine.cli import main

main()
