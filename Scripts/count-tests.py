"""Prints `passed failed skipped` of a JUnit results file; fails when there is none to read."""

import sys
import xml.etree.ElementTree as tree

try:
    cases = list(tree.parse(sys.argv[1]).iter("testcase"))
except (OSError, tree.ParseError) as error:
    sys.exit(f"count-tests: {error}")
failed = sum(any(case.find(kind) is not None for kind in ("failure", "error")) for case in cases)
skipped = sum(case.find("skipped") is not None for case in cases)
print(len(cases) - failed - skipped, failed, skipped)
