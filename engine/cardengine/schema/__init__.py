"""Checks the structure of files against JSON Schemas: which keys there are, and what kind of value each has."""

from cardengine.schema.check import check_structure, header_problems
from cardengine.schema.names import SchemaName

__all__ = ["SchemaName", "check_structure", "header_problems"]
