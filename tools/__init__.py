"""Scripts for the people who work on cardengine; none of them is part of the package."""
