"""Packages that only some modules need."""


def missing(what: str, package: str, extra: str, error: ImportError) -> ImportError:
    """The error for a package that is not installed, or too old."""
    return ImportError(f"{what} needs {package} ({error}); pip install 'perlane[{extra}]'", name=error.name)
