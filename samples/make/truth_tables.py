"""tables.json: whole tables, cell by cell, from the grids that were drawn. All were compared with the rendered pages by eye."""

import re

import broker_first
import taiwan
from names import ABSTRACT, ANNUAL, CORRECTION, HALF, HONGDU, OFFSHORE, PREVIEW, QUARTER, SCAN, TAIWAN, WANGLAN
from pages import pages_with

CHOSEN = [  # file, grid, note
    (ANNUAL, "key_figures", "列头在表中间由“2024年”变为“2024年末”"),
    (ANNUAL, "key_ratios", ""),
    (ANNUAL, "segments", "四个分部依次堆叠，横贯全宽的小标题行填满 7 列"),
    (ANNUAL, "costs", "首列按行业纵向合并；末列大多为空"),
    (ANNUAL, "non_recurring", "“附注”列全空"),
    (ANNUAL, "products", "无线条，深色表头，底色交替"),
    (ANNUAL, "directors", "跨页，表头重复；窄格内换行"),
    (ANNUAL, "holders", "首行为全宽标题；“质押、标记或冻结情况”跨两列"),
    (ANNUAL, "overview", "无边框"),
    (ANNUAL, "parent_cash", "母公司口径，跨页，表头不重复"),
    (ANNUAL, "equity", "横向页，三层表头"),
    (ANNUAL, "note_receivables_class", "三层表头，窄格内数字折行"),
    (ANNUAL, "note_associates", "本期增减变动下嵌套五列，其中多列为空"),
    (ANNUAL, "note_dta", "左右无边线"),
    (ANNUAL, "note_credit", "三线表，括号负数"),
    (QUARTER, "key", "下半部分列头改为“本报告期末/上年度末”，“上年度末”跨两列"),
    (QUARTER, "balance", "跨页，表头重复"),
    (QUARTER, "holders", "上方“股东总数”一行是另一张表，不含在内"),
]
LATER = [  # the same, of the documents that came after the first four
    (ABSTRACT, "key", "全文的两张表在摘要里合成一张；Chromium 打印"),
    (ABSTRACT, "holders", "前两行是股东总数，第三行是全宽标题，末行是说明"),
    (PREVIEW, "ranges", "一格里是区间；跨页，表头重复；pdfmake 制作"),
    (CORRECTION, "after", "同页有更正前、更正后两张，这是更正后"),
    (SCAN, "promise", "扫描页，无文字层，印章压在数字上"),
    (OFFSHORE, "highlights", "英文，两级表头，深色表头白字，隔行底色，无线"),
    (OFFSHORE, "segments", "英文，只有表头下细线；两个居中的小标题行；括号负数，n/m"),
    (OFFSHORE, "profit", "英文，无线，三层表头，括号负数"),
    (OFFSHORE, "position", "英文，无线，大小标题行无数字"),
    (TAIWAN, "income", "繁体，仟元；左括号与数字分开，贴在栏左；％ 栏；印章压在数字上"),
    (TAIWAN, "cash", "繁体，仟元；左括号与数字分开"),
    (TAIWAN, "ages", "繁体，有框线"),
    (HALF, "key_figures", "下半部分列头改为“本报告期末/上年度末”；typst"),
    (HALF, "income_changes", "左右无边线，细线"),
    (HALF, "products", "窄格内“增加…个百分点”折行"),
    (HALF, "income", "跨页，表头重复，左右无边线"),
    (HALF, "equity", "横向页，三层表头，多数格为空"),
    (HALF, "note_inventory", "两层表头，小字"),
]


def entry(number, file, pages, kind, name, caption, unit, rows, note, **more):
    return {
        "id": f"st{number:02d}",
        "file": file,
        "pages": pages,
        "kind": kind,
        "tags": [name],
        "caption": caption,
        "unit": unit,
        "rows": rows,
        "merge_convention": "repeat",
        "cell_newlines": "joined",
        "note": note,
        "n_rows": len(rows),
        "n_cols": len(rows[0]),
        "eye_checked": True,
        **more,
    }


# a picture has no text to look in; the other was laid out by hand
KNOWN_PAGES = {(SCAN, "promise"): [2], **{(TAIWAN, name): [page] for name, page in taiwan.PAGES.items()}}
CAPTIONED = {OFFSHORE}  # each table stands on one page, under a caption that is printed nowhere else


def pages_of(made, file, name, rows):
    """From the book where there is one, else by walking down the pages row by row."""
    if (file, name) in KNOWN_PAGES:
        return KNOWN_PAGES[file, name]
    if file in CAPTIONED:
        found = pages_with(file, made[file].grids[name].caption)
        assert len(found) == 1, (file, name, found)
        return found
    if hasattr(made[file], "pages_of"):
        return made[file].pages_of(name)
    rows = [[cell for cell in row if re.fullmatch(r"-?[\d,.]+", cell)] for row in rows]
    rows = [row for row in rows if row]
    starts = [p for p in pages_with(file, *rows[0]) if all(pages_with(file, *row, first=p, last=p + 1) for row in rows[:3])]
    page = first = starts[0]
    for row in rows:
        page = page if pages_with(file, *row, first=page, last=page) else page + 1
        assert pages_with(file, *row, first=page, last=page), (name, row, page)
    return list(range(first, page + 1))


def tables(made):
    rows = []
    for file, name, note in CHOSEN:
        grid = made[file].grids[name]
        whole = grid.whole()[1 if (file, name) == (QUARTER, "holders") else 0 :]
        rows.append(entry(len(rows) + 1, file, pages_of(made, file, name, whole), grid.kind, name, grid.caption, grid.unit, whole, note))
    for n, (left, right) in enumerate(broker_first.forecast_pairs()):
        page = pages_with(WANGLAN, "附表：财务预测与估值")[0]
        caption = "、".join((left[0][0], right[0][0]))
        parts = [{"caption": t[0][0], "rows": t} for t in (left, right)]
        rows.append(
            entry(
                len(rows) + 1,
                WANGLAN,
                [page],
                "side-by-side",
                f"forecast{n + 1}",
                caption,
                "百万元",
                broker_first.pair(left, right),
                "左右并排两张表；rows 按视觉行，subtables 为拆开的逻辑表；括号为负数",
                subtables=parts,
            )
        )
    for name, caption in (("revision", "盈利预测调整"), ("assumptions", "关键假设"), ("balance", "资产负债表"), ("ratios", "主要财务指标")):
        page, grid = made[HONGDU].grids[name]
        rows.append(
            entry(len(rows) + 1, HONGDU, [page], "stream", name, caption, "百万元" if name != "assumptions" else "", grid, "无边框；表头有底色")
        )
    for file, name, note in LATER:
        grid = made[file].grids[name]
        whole = grid.whole()
        rows.append(entry(len(rows) + 1, file, pages_of(made, file, name, whole), grid.kind, name, grid.caption, grid.unit, whole, note))
    rows.append(balance_beside(len(rows) + 1, made[TAIWAN].grids))
    return rows


def balance_beside(number, grids):
    """The balance sheet from Taiwan: assets and liabilities side by side on a landscape page."""
    left, right = grids["assets"], grids["liabilities"]
    height = max(len(left.rows), len(right.rows))
    filled = lambda grid: grid.whole() + [[""] * len(grid.widths)] * (height - len(grid.rows))
    parts = [{"caption": grid.rows[0][1], "rows": grid.whole()} for grid in (left, right)]
    rows = [a + b for a, b in zip(filled(left), filled(right))]
    note = "繁体，横向页，左右并排两张表；左括号与数字分开；印章压在数字上"
    page = [taiwan.PAGES["assets"]]
    return entry(number, TAIWAN, page, "side-by-side", "balance", left.caption, left.unit, rows, note, subtables=parts)
