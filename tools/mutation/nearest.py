"""Which tests are nearest to a module: those that ought to notice a fault in it, the quick ones first."""

from __future__ import annotations

GUARDED = (
    "cardengine/facts/",
    "cardengine/lang/visibility.py",
    "cardengine/model/codec.py",
    "cardengine/runtime/knowledge.py",
    "cardengine/runtime/redaction.py",
    "cardengine/runtime/sampling.py",
    "cardengine/runtime/shown_values.py",
    "cardengine/runtime/view.py",
)
"""The modules whose faults are all planted: they keep secrets, hold what is believed, or write what is kept."""

PLAYED = ("tests/api", "tests/generic/test_golden.py")
"""For a module without tests of its own: all games are played as ever."""

SECRETS = (
    "tests/runtime/test_views.py",
    "tests/secrets/test_rules.py",
    "tests/runtime/test_secret.py",
    "tests/runtime/test_hidden_actions.py",
    "tests/runtime/test_together.py",
    "tests/secrets/test_random_rulesets.py",
)
"""That no seat is told what it can't see."""

COMPILED = (
    "tests/ir",
    "tests/core",
    "tests/fast/test_faults_found.py",
    "tests/fast/test_conditions.py",
    "tests/fast/test_hands.py",
    "tests/fast/test_random_rulesets.py",
)
"""That compiled games are played as the interpreter plays them."""

NEAREST: dict[str, tuple[str, ...]] = {
    "cardengine/adapters/": ("tests/adapters",),
    "cardengine/agents/": ("tests/analysis",),
    "cardengine/analysis/": ("tests/analysis",),
    "cardengine/api.py": ("tests/api",),
    "cardengine/cli/": ("tests/cli",),
    "cardengine/constructs/": ("tests/constructs", "tests/lang", "tests/facts", "tests/evaluation", *PLAYED),
    "cardengine/core/": COMPILED,
    "cardengine/ir/": COMPILED,
    "cardengine/library/": COMPILED,
    "cardengine/diagnostics/": ("tests/diagnostics", "tests/lang/test_codes.py", "tests/cli/test_bad_rulesets.py"),
    "cardengine/evaluation/": ("tests/evaluation", "tests/lang", "tests/fast/test_random_rulesets.py", *PLAYED),
    "cardengine/facts/": (
        "tests/facts/test_exact.py",
        "tests/facts/test_ranges.py",
        "tests/fast/test_bounds.py",
        "tests/facts/test_soundness.py",
        "tests/fast/test_random_rulesets.py",
    ),
    "cardengine/fast/": ("tests/fast/test_backends.py", "tests/fast/test_playouts.py", "tests/fast/test_lockstep.py"),
    "cardengine/lang/": ("tests/lang", "tests/docs/test_language.py", *PLAYED),
    "cardengine/lang/visibility.py": ("tests/secrets/test_visibility.py", "tests/lang/test_codes.py", "tests/api"),
    "cardengine/layout/": ("tests/runtime", "tests/lang", "tests/fast/test_random_rulesets.py"),
    "cardengine/model/": ("tests/model", "tests/lang", *PLAYED),
    "cardengine/model/codec.py": ("tests/model/test_codec.py", "tests/runtime/test_together.py", "tests/runtime"),
    "cardengine/runtime/": ("tests/runtime", *SECRETS, *PLAYED),
    "cardengine/runtime/generator.py": ("tests/runtime/test_generator.py",),
    "cardengine/runtime/knowledge.py": (*SECRETS, "tests/knowledge"),
    "cardengine/runtime/parsing.py": ("tests/runtime", "tests/generic/test_rules_of_play.py"),
    "cardengine/runtime/record.py": ("tests/cli/test_replay.py", "tests/cli/test_play.py"),
    "cardengine/runtime/sampling.py": (*SECRETS, "tests/knowledge"),
    "cardengine/runtime/saving.py": ("tests/runtime/test_saving.py", "tests/generic/test_saving.py"),
    "cardengine/runtime/shown_values.py": (
        "tests/secrets/test_shown_values.py",
        "tests/runtime/test_views.py",
        "tests/conformance/alpha_strike/test_fleets_and_start.py",
    ),
    "cardengine/runtime/view.py": (*SECRETS, *PLAYED),
    "cardengine/schema/": ("tests/schema", "tests/cli/test_bad_rulesets.py"),
    "cardengine/source/": ("tests/source",),
    "cardengine/testing/": ("tests/testing", "tests/cli/test_test.py"),
    "cardengine/tree/": ("tests/lang", *PLAYED),
    "cardengine/variants/": ("tests/variants",),
    "cardengine/wasm/": ("tests/fast/test_backends.py", *COMPILED),
}
"""By the longest of these beginnings that a module's name has."""


def nearest(module: str) -> tuple[str, ...]:
    """The tests of a module, in the order in which they are run."""
    begin = max((name for name in NEAREST if module.startswith(name)), key=len, default=None)
    return NEAREST[begin] if begin is not None else PLAYED


def guarded(module: str) -> bool:
    """Whether all of a module's faults are planted."""
    return module.startswith(GUARDED)
