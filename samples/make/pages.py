"""What stands on the pages of the finished PDFs, read by poppler's pdftotext: the check of every anchor."""

import re
import subprocess
import unicodedata
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN_FIGURE = 9  # characters: a printed figure of this length is taken for the same figure wherever it stands


def squeeze(text):
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text or ""))


@lru_cache(None)
def texts(file, *options):
    """The text of each page."""
    out = subprocess.run(["pdftotext", *options, str(ROOT / file), "-"], capture_output=True, text=True, check=True).stdout
    return tuple(out.split("\f")[:-1])


@lru_cache(None)
def squeezed(file):
    return tuple(squeeze(t) for t in texts(file))


def stands(file, page, anchor):
    """Is it on this page (1-based), after NFKC and without white space? In either reading order of pdftotext."""
    return squeeze(anchor) in squeezed(file)[page - 1] or squeeze(anchor) in squeeze(texts(file, "-layout")[page - 1])


def whole(file, page, anchor):
    """Does it stand there as a word of its own, not inside a longer figure?"""
    pattern = re.compile(r"(?<![\d.,])" + re.escape(unicodedata.normalize("NFKC", anchor)) + r"(?![\d,]|\.\d)")
    return any(pattern.search(unicodedata.normalize("NFKC", texts(file, *option)[page - 1])) for option in ((), ("-layout",)))


def pages_with(file, *needles, first=1, last=10**6):
    """Pages where all of these stand; a figure only as a whole."""
    count = len(squeezed(file))
    figure = lambda needle: bool(re.fullmatch(r"[-(]?[\d,.]+[%)]?", needle))
    return [p for p in range(first, min(last, count) + 1) if all(whole(file, p, n) if figure(n) else stands(file, p, n) for n in needles)]


def elsewhere(files, anchor, file, page):
    """Other pages where this very figure is printed."""
    if len(anchor) < OWN_FIGURE or not re.fullmatch(r"-?[\d,.]+", anchor):
        return []
    return [{"file": f, "page": p} for f in files for p in pages_with(f, anchor) if (f, p) != (file, page)]
