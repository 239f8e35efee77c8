"""What expressions mean: typed expressions compiled to closures over the flat state."""

from cardengine.evaluation.compiler import Compiled, Compiler
from cardengine.evaluation.faults import Fault
from cardengine.evaluation.space import NOWHERE, ItemSpace, Memory, Register, Space, VariableSpace, ZoneSpace

__all__ = [
    "NOWHERE",
    "Compiled",
    "Compiler",
    "Fault",
    "ItemSpace",
    "Memory",
    "Register",
    "Space",
    "VariableSpace",
    "ZoneSpace",
]
