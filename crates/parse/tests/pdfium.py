#!/usr/bin/env python3
"""Compares the characters of every page with what pdfium finds there: a second opinion on fonts and character maps.

Needs `pip install pypdfium2`. Characters are compared after NFKC, without white space, each counted: order and spaces
are other questions. What one of the two readers leaves out for a reason is left out of the comparison: control
characters, soft hyphens, signs of symbol fonts, hidden marks of templates (`[Table_Title]`), characters that are drawn
twice for boldness, radicals that stand for whole characters. Pages with glyphs that the file gives no character for are
counted apart: pdfium shows numbers of glyphs as characters there.

  tests/pdfium.py PROGRAM FILE...      PROGRAM is the example `characters`, built
"""
import collections
import json
import re
import subprocess
import sys
import unicodedata

import pypdfium2

# Characters that the two readers write in different ways, and that say the same.
SAME = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2212": "-", "\u00ad": "-", "\ufffe": "-", "\u2024": ".",
                      "\u00b7": "·", "\u2022": "·", "\u30fb": "·", "\u25cf": "·", "\uff65": "·",
                      "☑": None, "☒": None, "✓": None, "□": None, "☐": None, "■": None, "◆": None, "➢": None, "▪": None,
                      "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2500": "-"})
# Pages that differ by less than this share of their characters are the same.
SHARE = 0.01
SHOWN = 40


# Marks of templates that are clipped away or drawn outside of the page.
TEMPLATE = re.compile(r"\[\s*Table_[^\]\[]*\]", re.IGNORECASE)


def is_radical(character):
    return "\u2e80" <= character <= "\u2fdf"


def counted(text):
    plain = unicodedata.normalize("NFKC", TEMPLATE.sub("", text)).translate(SAME)
    keep = (c for c in plain if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cn"))
    return collections.Counter(keep)


def main():
    program, files = sys.argv[1], sys.argv[2:]
    pages, same, unreadable, differing = 0, 0, 0, []
    for file in files:
        run = subprocess.run([program, file], capture_output=True, text=True, check=False)
        ours = {line["page"]: line for line in map(json.loads, run.stdout.splitlines())}
        try:
            document = pypdfium2.PdfDocument(file)
        except pypdfium2.PdfiumError as error:
            print(f"{file}: pdfium: {error}")
            continue
        for index in range(len(document)):
            page = document[index]
            other = counted(page.get_textpage().get_text_range())
            line = ours.get(index + 1, {"text": "", "unmapped": 0})
            mine = counted(line["text"])
            missing, added = other - mine, mine - other
            # A glyph that is drawn twice for boldness is one.
            doubled = sum(n for c, n in missing.items() if mine[c] and other[c] <= 2 * mine[c])
            radicals = sum(n for c, n in missing.items() if is_radical(c))
            differ = sum(missing.values()) + sum(added.values()) - 2 * min(radicals, sum(added.values()))
            pages += 1
            if line["unmapped"]:
                unreadable += 1
                continue
            if differ <= SHARE * max(sum(other.values()), 1) or (differ == doubled):
                same += 1
            else:
                differing.append((differ, file, index + 1, missing, added))
    differing.sort(key=lambda entry: entry[:3], reverse=True)
    for differ, file, page, missing, added in differing[:SHOWN]:
        show = lambda counts: "".join(c * min(n, 3) for c, n in counts.most_common(30))
        print(f"{differ:6} {file} page {page}\n       pdfium only: {show(missing)}\n       ours only:   {show(added)}")
    print(f"{same} of {pages} pages are the same, {unreadable} have glyphs without a character")


main()
