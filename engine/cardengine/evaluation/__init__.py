"""The meaning of expressions as closures: the definition that compiled code is compared with."""

from cardengine.evaluation.closures import Closures

__all__ = ["Closures"]
