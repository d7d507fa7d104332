#!/usr/bin/env python3
"""Compares the characters of every page with what pdfium finds there: a second opinion on fonts and character maps.

Needs `pip install pypdfium2`. Characters are compared after NFKC, without white space, each counted: order and spaces
are other questions. What one of the two readers leaves out for a reason is left out of the comparison: control
characters, soft hyphens, characters of the private use area (signs of symbol fonts), and characters that are drawn
twice for boldness, which count once where the other reader has them once.

  tests/pdfium.py PROGRAM FILE...      PROGRAM is the example `characters`, built
"""
import collections
import json
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


def counted(text):
    plain = unicodedata.normalize("NFKC", text).translate(SAME)
    keep = (c for c in plain if not c.isspace() and unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cn"))
    return collections.Counter(keep)


def main():
    program, files = sys.argv[1], sys.argv[2:]
    pages, same, differing = 0, 0, []
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
            other = counted(page.get_textpage().get_text_bounded())
            line = ours.get(index + 1, {"text": "", "unmapped": 0})
            mine = counted(line["text"])
            missing, added = other - mine, mine - other
            # A glyph that is drawn twice for boldness is one.
            doubled = sum(n for c, n in missing.items() if mine[c] and other[c] <= 2 * mine[c])
            differ = sum(missing.values()) + sum(added.values())
            pages += 1
            if differ <= SHARE * max(sum(other.values()), 1) or (differ == doubled):
                same += 1
            else:
                differing.append((differ, file, index + 1, missing, added, line["unmapped"]))
    differing.sort(key=lambda entry: entry[:3], reverse=True)
    for differ, file, page, missing, added, unmapped in differing[:SHOWN]:
        show = lambda counts: "".join(c * min(n, 3) for c, n in counts.most_common(30))
        print(f"{differ:6} {file} page {page} unmapped {unmapped}\n       pdfium only: {show(missing)}\n       ours only:   {show(added)}")
    print(f"{same} of {pages} pages are the same")


main()
