"""Scripts for developing cardengine; they aren't part of the package."""
