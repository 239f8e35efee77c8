"""Strict reading of untrusted files: the source text, and the located tree that is parsed from it."""

from cardengine.source.align import ScalarStyle
from cardengine.source.bundled import BundledKind, bundled
from cardengine.source.files import read_bytes, read_source, text_source
from cardengine.source.limits import MAX_DEPTH, MAX_FILE_BYTES, MAX_NODES
from cardengine.source.nodes import (
    Entry,
    MappingNode,
    Node,
    ScalarKind,
    ScalarNode,
    SequenceNode,
    to_plain,
)
from cardengine.source.reader import read_yaml

__all__ = [
    "MAX_DEPTH",
    "MAX_FILE_BYTES",
    "MAX_NODES",
    "BundledKind",
    "Entry",
    "MappingNode",
    "Node",
    "ScalarKind",
    "ScalarNode",
    "ScalarStyle",
    "SequenceNode",
    "bundled",
    "read_bytes",
    "read_source",
    "read_yaml",
    "text_source",
    "to_plain",
]
