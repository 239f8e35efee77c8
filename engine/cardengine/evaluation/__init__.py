"""What expressions mean: typed expressions compiled to closures over the flat state."""

from cardengine.evaluation.compiled import Compiled
from cardengine.evaluation.compiler import Compiler

__all__ = ["Compiled", "Compiler"]
