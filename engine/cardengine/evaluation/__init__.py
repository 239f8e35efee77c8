"""What expressions mean: typed expressions compiled to closures over the flat state."""

from cardengine.evaluation.compiled import Compiled
from cardengine.evaluation.compiler import Compiler
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
