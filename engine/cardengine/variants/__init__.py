"""Variants: files of changes to a ruleset, merged with it into one located tree."""

from cardengine.variants.names import VARIANTS, split_name, variant_file, variant_files
from cardengine.variants.provenance import Provenance
from cardengine.variants.resolve import Resolved, is_mixin, is_variant, resolve
from cardengine.variants.yaml_writer import resolved_text

__all__ = [
    "VARIANTS",
    "Provenance",
    "Resolved",
    "is_mixin",
    "is_variant",
    "resolve",
    "resolved_text",
    "split_name",
    "variant_file",
    "variant_files",
]
