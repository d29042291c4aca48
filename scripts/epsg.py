#!/usr/bin/env python3
"""Prints the table of cli/src/format/epsg.rs: ranges of EPSG codes of geographic systems. Needs pyproj, which brings PROJ's database."""

from pyproj.database import query_crs_info
from pyproj.enums import PJType


def codes(*types):
    return {int(info.code) for info in query_crs_info("EPSG", types, allow_deprecated=True)}


def main():
    geographic = codes(PJType.GEOGRAPHIC_2D_CRS, PJType.GEOGRAPHIC_3D_CRS)
    projected = codes(PJType.PROJECTED_CRS)
    ranges, first, last = [], None, None
    for code in sorted(geographic | projected):
        if code in geographic:
            first, last = first or code, code
        elif first:
            ranges.append((first, last))
            first = None
    if first:
        ranges.append((first, last))
    for row in range(0, len(ranges), 8):
        print("    " + ", ".join(map(str, ranges[row : row + 8])) + ",")


main()
