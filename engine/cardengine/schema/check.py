"""Does a file have the keys and the kinds of values that it should have?"""

from __future__ import annotations

from cardengine.diagnostics import Diagnostic, sort_diagnostics
from cardengine.schema.names import SchemaName
from cardengine.schema.step_order import check_step_order
from cardengine.source import Node, to_plain


def check_structure(node: Node, schema: SchemaName) -> list[Diagnostic]:
    """All that is wrong with the structure of a file, by place; nothing when it is right.

    Args:
        node: the top of the file's tree.
        schema: what kind of file it should be.

    Raises:
        DiagnosticError: cardengine's own schemas are not there.
    """
    # Imported here because jsonschema takes longer to import than most commands take to run.
    from cardengine.schema.messages import explain  # noqa: PLC0415
    from cardengine.schema.validator import schema_errors  # noqa: PLC0415

    problems = explain(node, schema_errors(schema, to_plain(node)))
    if schema is SchemaName.RULESET:
        problems += check_step_order(node)
    return sort_diagnostics(problems)
