"""Scenario tests of rulesets: small stories in YAML that show what the rules of a game mean.

``run_paths`` finds test files, runs them, and gives a result for each test; what went wrong is a diagnostic
with its place in the test file.
"""

from cardengine.testing.discover import TestFile, find_tests
from cardengine.testing.results import TestResult
from cardengine.testing.runner import run_file, run_paths

__all__ = ["TestFile", "TestResult", "find_tests", "run_file", "run_paths"]
