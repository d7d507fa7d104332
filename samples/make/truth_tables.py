"""tables.json: whole tables, cell by cell, from the grids that were drawn."""

CHOSEN = {"docs/澄江智造2024年年度报告.pdf": ["key_figures", "segments", "note_receivables_class", "note_associates", "holders", "parent_cash", "equity", "products", "note_dta", "note_credit", "costs", "balance"]}


def tables(books):
    rows = []
    for file, names in CHOSEN.items():
        for name in names:
            grid = books[file].grids[name]
            whole = grid.whole()
            rows.append({"id": f"st{len(rows) + 1:02d}", "file": file, "pages": books[file].pages_of(name), "kind": grid.kind, "tags": [name], "caption": grid.caption, "unit": grid.unit, "rows": whole,
                         "merge_convention": "repeat", "cell_newlines": "joined", "note": "", "n_rows": len(whole), "n_cols": len(whole[0]), "eye_checked": False})
    return rows
