#!/usr/bin/env python3
"""Makes the sample documents and what is true of them, the same bytes every time. See ../README.md.

  make.py            writes ../docs and the truth beside it
  make.py --check    the same, and fails when a file came out different from what was there

Needs the packages of requirements.txt and package.json, LibreOffice Writer and poppler (pdftotext, poppler-data).
"""

import hashlib
import json
import sys
from pathlib import Path

import abstract
import annual
import broker_first
import broker_second
import brokers
import correction
import halfyear
import minutes
import names
import offshore
import preview
import quarterly
import scan
import taiwan
import truth_facts
import truth_questions
import truth_tables
import word

ROOT = Path(__file__).resolve().parent.parent
# file -> what makes it, given its path and what was made before
MAKERS = {
    names.ANNUAL: lambda path, _: annual.make(path),
    names.QUARTER: lambda path, _: quarterly.make(path),
    names.WANGLAN: lambda path, _: broker_first.make(path),
    names.HONGDU: lambda path, _: broker_second.make(path),
    names.ABSTRACT: lambda path, made: abstract.make(path, made[names.ANNUAL]),
    names.PREVIEW: lambda path, _: preview.make(path),
    names.CORRECTION: lambda path, made: correction.make(path, made[names.ANNUAL]),
    names.MINUTES: lambda path, _: minutes.make(path),
    names.SCAN: lambda path, _: scan.make(path),
    names.OFFSHORE: lambda path, _: offshore.make(path),
    names.TAIWAN: lambda path, _: taiwan.make(path),
    names.HALF: lambda path, _: halfyear.make(path),
}


def write_lines(name, rows):
    (ROOT / name).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(f"{name}: {len(rows)}")


def digests():
    """What is there now: file -> digest of its bytes."""
    files = [*(ROOT / "docs").glob("*.pdf"), *ROOT.glob("*.json*")]
    return {str(p.relative_to(ROOT)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def main():
    before = digests()
    make_all()
    changed = sorted(name for name, digest in digests().items() if before.get(name) != digest)
    if changed and "--check" in sys.argv[1:]:
        return "different from before: " + ", ".join(changed)


def make_all():
    (ROOT / "docs").mkdir(exist_ok=True)
    brokers.check()
    made = {}
    for file, maker in MAKERS.items():
        made[file] = maker(ROOT / file, made)
        word.settle(ROOT / file, names.DATES[file], file in names.LOCKED)
        print(f"{file}: {(ROOT / file).stat().st_size // 1024} KB")
    facts = truth_facts.Facts()
    truth_facts.annual(facts, names.ANNUAL, made[names.ANNUAL])
    truth_facts.quarterly(facts, names.QUARTER)
    truth_facts.abstract(facts, names.ABSTRACT, made[names.ABSTRACT])
    truth_facts.offshore(facts, names.OFFSHORE, made[names.OFFSHORE])
    truth_facts.taiwan(facts, names.TAIWAN, made[names.TAIWAN])
    truth_facts.halfyear(facts, names.HALF)
    truth_facts.check(facts)
    write_lines("facts.jsonl", facts.rows)
    asked = truth_questions.questions(made)
    truth_questions.check(asked)
    write_lines("questions.jsonl", asked)
    write_lines("demo.jsonl", truth_questions.demo(asked))
    write_lines("metadata.jsonl", truth_questions.metadata())
    write_lines("research_reports.jsonl", truth_questions.research_reports())
    write_lines("scans.jsonl", scan.lines(names.SCAN))
    tables = truth_tables.tables(made)
    (ROOT / "tables.json").write_text(json.dumps(tables, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"tables.json: {len(tables)}")


if __name__ == "__main__":
    sys.exit(main())
