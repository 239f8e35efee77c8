"""Scenario tests of rulesets: short games or positions in YAML that show what the rules mean.

``run_paths`` finds test files, runs them and returns one result per test. A failure is a diagnostic with its
place in the test file.
"""

from cardengine.testing.discover import TestFile, find_tests
from cardengine.testing.results import TestResult
from cardengine.testing.runner import run_file, run_paths

__all__ = ["TestFile", "TestResult", "find_tests", "run_file", "run_paths"]
