#!/usr/bin/env python3
"""Makes the sample documents and what is true of them, the same bytes every time. See ../README.md.

  make.py            all documents and all truth
  make.py truth      the truth only, from the documents that are there
"""
import json
import sys
from pathlib import Path

import annual
import truth_facts
import truth_questions
import truth_tables

ROOT = Path(__file__).resolve().parent.parent
ANNUAL = "docs/澄江智造2024年年度报告.pdf"


def write_lines(name, rows):
    (ROOT / name).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(f"{name}: {len(rows)}")


def main():
    (ROOT / "docs").mkdir(exist_ok=True)
    books = {ANNUAL: annual.make(ROOT / ANNUAL)}
    print(f"{ANNUAL}: {books[ANNUAL].pages} pages")
    facts = truth_facts.Facts()
    truth_facts.annual(facts, ANNUAL, books[ANNUAL])
    truth_facts.check(facts)
    write_lines("facts.jsonl", facts.rows)
    write_lines("questions.jsonl", truth_questions.questions(books))
    tables = truth_tables.tables(books)
    (ROOT / "tables.json").write_text(json.dumps(tables, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"tables.json: {len(tables)}")


if __name__ == "__main__":
    sys.exit(main())
