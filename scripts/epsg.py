#!/usr/bin/env python3
"""Prints the tables of cli/src/format: `epsg.py codes` those of epsg.rs, ranges of EPSG codes by the unit of their coordinates;
`epsg.py wkt` those of wkt.rs, the definitions of some systems; `epsg.py compound` that of compound.rs, the parts of compound
systems. Needs pyproj, which brings PROJ's database."""

import sys
import warnings

from pyproj import CRS
from pyproj.database import query_crs_info
from pyproj.enums import PJType

CODES = range(1024, 32767)  # those for which GeoTIFF has keys
UNITS = {"grad": "GRADS", "metre": "METRES", "foot": "FEET", "US survey foot": "US_SURVEY_FEET"}
# Systems that much data is in. wkt.rs makes those of Universal Transverse Mercator from their zones.
DEFINED = (2056, 2154, 2193, 3031, 3035, 3395, 3413, 3857, 4258, 4269, 4326, 5070, 6933, 27700)


def codes(*types):
    found = query_crs_info("EPSG", types, allow_deprecated=True)
    return [int(info.code) for info in found if int(info.code) in CODES]


def table(code):
    """The table that a code is in: that of its horizontal part, for a compound system."""
    system = CRS.from_epsg(code)
    horizontal = system.sub_crs_list[0] if system.sub_crs_list else system
    unit = horizontal.axis_info[0].unit_name
    # Some geographic systems have grads; those of degrees, minutes and seconds are in degrees where they are numbers.
    return "DEGREES" if unit.startswith("degree") else UNITS.get(unit, "OTHERS")


def ranges(of):
    found = []
    for code in sorted(of):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return [tuple(each) for each in found]


def print_codes():
    kinds = (PJType.GEOGRAPHIC_2D_CRS, PJType.GEOGRAPHIC_3D_CRS, PJType.PROJECTED_CRS, PJType.COMPOUND_CRS)
    tables = {code: table(code) for code in codes(*kinds)}
    for name in ("DEGREES", *UNITS.values(), "OTHERS"):
        found = ranges(code for code in tables if tables[code] == name)
        print(f"#[rustfmt::skip]\nconst {name}: &[(u16, u16)] = &[")
        for row in range(0, len(found), 9):
            print("    " + ", ".join(map(str, found[row : row + 9])) + ",")
        print("];\n")


def print_compound():
    """The table of compound systems: the code of each, and those of its horizontal and its vertical part."""
    parts = {code: CRS.from_epsg(code).sub_crs_list for code in codes(PJType.COMPOUND_CRS)}
    rows = [(code, *(part.to_epsg(min_confidence=100) for part in of)) for code, of in sorted(parts.items())]
    print("#[rustfmt::skip]\nconst COMPOUND: &[(u16, u16, u16)] = &[")
    for row in range(0, len(rows), 6):
        print("    " + ", ".join(map(str, rows[row : row + 6])) + ",")
    print("];")


def wkt(system, base):
    """A projected system's definition. Its axes are stated only if readers would not find its code without them."""
    plain = system.to_wkt("WKT1_GDAL")
    stated = CRS.from_wkt(plain).to_epsg() != system.to_epsg()
    text = system.to_wkt("WKT1_GDAL", output_axis_rule=True) if stated else plain
    return text.replace(base.to_wkt("WKT1_GDAL", output_axis_rule=True), base.to_wkt("WKT1_GDAL"))


def print_wkt():
    systems = [CRS.from_epsg(code) for code in DEFINED]
    bases = {code: CRS.from_epsg(code) for code in {each.geodetic_crs.to_epsg() for each in systems}}
    print("#[rustfmt::skip]\nconst GEOGRAPHIC: &[(u16, &str)] = &[")
    for code, base in sorted(bases.items()):
        print(f'    ({code}, r#"{base.to_wkt("WKT1_GDAL")}"#),')
    print("];\n\n#[rustfmt::skip]\nconst PROJECTED: &[(u16, u16, &str, &str)] = &[")
    for system in systems:
        if system.is_projected:
            base = bases[system.geodetic_crs.to_epsg()]
            name, rest = wkt(system, base).split("," + base.to_wkt("WKT1_GDAL") + ",")
            code, name, rest = system.to_epsg(), name.removeprefix('PROJCS["')[:-1], rest.rsplit(",AUTHORITY", 1)[0]
            print(f'    ({code}, {base.to_epsg()}, "{name}", r#"{rest}"#),')
    print("];")


warnings.simplefilter("ignore")
{"codes": print_codes, "wkt": print_wkt, "compound": print_compound}[sys.argv[1]]()
