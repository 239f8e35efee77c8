"""The structure check: runs the schema validator and explains what it finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardengine.diagnostics import Diagnostic, sort_diagnostics
from cardengine.schema.names import SchemaName
from cardengine.schema.step_order import check_step_order
from cardengine.source import Node, to_plain


def check_structure(node: Node, schema: SchemaName) -> list[Diagnostic]:
    """Everything that is wrong with the structure of a file, in file order; empty if it is right.

    Args:
        node: the root of the file's tree.
        schema: which kind of file it should be.

    Raises:
        DiagnosticError: cardengine's own schemas are missing.
    """
    # Imported here because jsonschema takes longer to import than most commands take to run.
    from cardengine.schema.messages import explain  # noqa: PLC0415
    from cardengine.schema.validator import schema_errors  # noqa: PLC0415

    problems = explain(node, schema_errors(schema, to_plain(node)))
    if schema is SchemaName.RULESET:
        problems += check_step_order(node)
    return sort_diagnostics(problems)


def header_problems(header: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What is wrong with a record's first line: keys, each with the problem.

    Args:
        header: the line as it was read.

    Raises:
        DiagnosticError: cardengine's own schemas are not there.
    """
    from cardengine.schema.validator import schema_errors  # noqa: PLC0415

    for error in schema_errors(SchemaName.RECORD, header):
        if error.absolute_path:
            yield str(error.absolute_path[0]), error.message[:200]
            continue
        schema = error.schema
        assert isinstance(schema, Mapping)
        yield from ((key, "it is missing") for key in schema["required"] if key not in header)
        yield from ((key, "there is no such key") for key in header if key not in schema["properties"])
