"""facts.jsonl: every main item of the statements and of 主要会计数据, from the books, with the page where it is printed."""

from decimal import Decimal

import lines
from figures import money
from model import GROUP, PARENT
from names import FIRMS
from pages import pages_with, stands, whole

CORE = {
    "营业收入",
    "营业总收入",
    "营业总成本",
    "营业成本",
    "税金及附加",
    "销售费用",
    "管理费用",
    "研发费用",
    "财务费用",
    "其他收益",
    "信用减值损失",
    "资产减值损失",
    "营业利润",
    "利润总额",
    "净利润",
    "归属于母公司股东的净利润",
    "扣除非经常性损益后的归母净利润",
    "基本每股收益",
    "加权平均净资产收益率",
    "扣除非经常性损益后的加权平均净资产收益率",
    "货币资金",
    "交易性金融资产",
    "应收账款",
    "存货",
    "在建工程",
    "资产总计",
    "短期借款",
    "应付账款",
    "合同负债",
    "负债合计",
    "未分配利润",
    "所有者权益合计",
    "销售商品、提供劳务收到的现金",
    "经营活动产生的现金流量净额",
    "收回投资收到的现金",
    "投资支付的现金",
    "投资活动产生的现金流量净额",
    "取得借款收到的现金",
    "偿还债务支付的现金",
    "筹资活动产生的现金流量净额",
    "现金及现金等价物净增加额",
}
DAYS = {"2025Q3": "2025-09-30", "2025H1": "2025-06-30", "2024FY": "2024-12-31", "2023FY": "2023-12-31", "2022FY": "2022-12-31"}


def value_of(raw, scale=1):
    """The printed figure, in `scale` times its unit, as a plain decimal string."""
    text = raw.replace(",", "")
    if text.startswith("("):
        text = "-" + text.strip("()")
    return text if scale == 1 else f"{Decimal(text) * scale:f}".removesuffix(".0")


class Facts:
    """Collects facts; the same figure of a document printed again becomes an `also_at`."""

    def __init__(self):
        self.rows = []

    def add(
        self,
        file,
        report,
        statement,
        metric,
        label,
        period,
        raw,
        page,
        unit="元",
        scope="consolidated",
        as_of=None,
        header="",
        basis="as_reported",
        scale=1,
    ):
        """`raw` as printed, in `scale` times the unit."""
        if not raw or raw in ("不适用", "—", "–", "-"):
            return
        before = "before_restatement"
        for row in self.rows:
            same = (row["file"], row["metric"], row["period"], row["scope"], row["basis"] == before) == (file, metric, period, scope, basis == before)
            if same and row["value"] == value_of(raw, scale):
                if page != row["page"] and page not in [o["page"] for o in row["also_at"]]:
                    row["also_at"].append({"page": page, "statement": statement, "label": label, "raw": raw})
                return
            assert not same, (file, metric, period, scope, row["value"], raw)
        value = value_of(raw, scale)
        self.rows.append(
            {
                "id": f"sf{len(self.rows) + 1:04d}",
                "file": file,
                "company": FIRMS[file][0],
                "stock_code": FIRMS[file][1],
                "report": report,
                "statement": statement,
                "metric": metric,
                "core": metric.removesuffix("同比变动") in CORE,
                "label_verbatim": label,
                "period": period,
                "as_of": as_of,
                "scope": scope,
                "value_yuan": value if unit == "元" else None,
                "value": value,
                "value_unit": unit,
                "raw": raw,
                "raw_wrapped": not whole(file, page, raw),
                "unit_printed": unit if scale == 1 else f"{scale} {unit}",
                "page": page,
                "column_header": header,
                "restated": basis == "as_restated",
                "basis": basis,
                "also_at": [],
                "checks": ["generator"],
                "verified_by_identity": True,
                "notes": "",
            }
        )

    def statement(self, file, report, kind, form, columns, page_of, scope="consolidated"):
        """`columns`: (period, as_of, values by key, printed header). `page_of(row, label, raw)`: the page of a row; the header is row 0."""
        for n, (label, key, metric, _) in enumerate(form, 1):
            if not metric:
                continue
            for period, day, values, header in columns:
                share = metric in ("基本每股收益", "稀释每股收益")
                raw = values.get(key) if share else money(values.get(key))
                if not raw:
                    continue
                self.add(file, report, kind, metric, label, period, raw, page_of(n, label, raw), "元/股" if share else "元", scope, day, header)


KEY_METRICS = {  # 主要会计数据: label -> metric
    "营业收入": "营业收入",
    "归属于上市公司股东的净利润": "归属于母公司股东的净利润",
    "归属于上市公司股东的扣除非经常性损益的净利润": "扣除非经常性损益后的归母净利润",
    "经营活动产生的现金流量净额": "经营活动产生的现金流量净额",
    "归属于上市公司股东的净资产": "归属于母公司所有者权益合计",
    "总资产": "资产总计",
    "基本每股收益（元／股）": "基本每股收益",
    "稀释每股收益（元／股）": "稀释每股收益",
    "扣除非经常性损益后的基本每股收益（元／股）": "扣除非经常性损益后的基本每股收益",
    "加权平均净资产收益率（%）": "加权平均净资产收益率",
    "扣除非经常性损益后的加权平均净资产收益率（%）": "扣除非经常性损益后的加权平均净资产收益率",
}


def three_years(facts, file, tables, page_of):
    """2024, 2023 restated and before, the change, 2022. `tables`: name -> rows; `page_of(table, row)`."""
    for table, rows in tables.items():
        for r, row in enumerate(rows):
            metric = KEY_METRICS.get(row[0])
            if not metric:
                continue
            where, unit = page_of(table, r), "%" if "收益率" in metric else "元/股" if "每股" in metric else "元"
            stock = metric in ("资产总计", "归属于母公司所有者权益合计")
            day = lambda period: DAYS[period] if stock else None
            for column, period, basis, header in (
                (1, "2024FY", "as_reported", "2024年"),
                (2, "2023FY", "as_restated", "2023年/调整后"),
                (3, "2023FY", "before_restatement", "2023年/调整前"),
                (5, "2022FY", "as_reported", "2022年"),
            ):
                facts.add(
                    file, "2024FY", "key_metrics", metric, row[0], period, row[column], where, unit, as_of=day(period), header=header, basis=basis
                )
            raw, unit = row[4], "%"
            if "百分点" in raw:
                raw, unit = ("-" if raw.startswith("减少") else "") + raw.strip("增加减少个百分点"), "百分点"
            facts.add(
                file,
                "2024FY",
                "key_metrics",
                metric + "同比变动",
                row[0],
                "2024FY",
                raw,
                where,
                unit,
                as_of=day("2024FY"),
                header="本期比上年同期增减(%)",
            )


def four_quarters(facts, file, rows, page_of):
    """The single quarters of 2024. `page_of(row)`."""
    for r, row in enumerate(rows[1:], 1):
        metric = KEY_METRICS[row[0].replace("损益后的净利润", "损益的净利润")]
        for c, period in enumerate(("2024Q1", "2024Q2S", "2024Q3S", "2024Q4S"), 1):
            facts.add(file, "2024FY", "key_metrics", metric, row[0], period, row[c], page_of(r), header=rows[0][c])


def annual(facts, file, book):
    """The annual report: key figures first, then the six statements."""
    import annual

    page = lambda name: lambda row, *_: book.page_of_row(name, row)
    three_years(facts, file, {name: book.grids[name].whole() for name in ("key_figures", "key_ratios")}, book.page_of_row)
    four_quarters(facts, file, book.grids["quarters"].whole(), page("quarters"))
    stock = lambda books: [
        ("2024FY", DAYS["2024FY"], books.balance["2024"], "2024年12月31日"),
        ("2023FY", DAYS["2023FY"], books.balance["2023"], "2023年12月31日"),
    ]
    flow = lambda table: [("2024FY", None, table("2024"), "2024年度"), ("2023FY", None, table("2023"), "2023年度")]
    income = lambda books: flow(lambda y: {**books.income[y], "eps": annual.model.eps(GROUP.income[y]["归母净利润"]).__str__()})
    facts.statement(file, "2024FY", "balance", lines.BALANCE, stock(GROUP), page("balance"))
    facts.statement(file, "2024FY", "balance", lines.parent_lines(lines.BALANCE), stock(PARENT), page("parent_balance"), "parent")
    facts.statement(file, "2024FY", "income", lines.INCOME, income(GROUP), page("income"))
    facts.statement(file, "2024FY", "income", lines.parent_lines(lines.INCOME), income(PARENT), page("parent_income"), "parent")
    facts.statement(file, "2024FY", "cashflow", lines.CASH, flow(lambda y: GROUP.cash[y]), page("cash"))
    facts.statement(file, "2024FY", "cashflow", lines.parent_lines(lines.CASH), flow(lambda y: PARENT.cash[y]), page("parent_cash"), "parent")


def abstract(facts, file, made):
    """The abstract: 主要会计数据 in one table, then the quarters. Its pages are looked up."""
    key, quarters = made.grids["key"].whole(), made.grids["quarters"].whole()
    page_of = lambda row: next(p for p in pages_with(file, *row[1:3]) if stands(file, p, row[0]))
    three_years(facts, file, {"key": key}, lambda _, r: page_of(key[r]))
    four_quarters(facts, file, quarters, lambda r: page_of(quarters[r]))


def section(file, title, after):
    """First and last page of a statement: from its title line to the next one's."""
    first = pages_with(file, title, "编制单位", "审计类型")[0]
    return first, pages_with(file, after)[-1]


def quarterly(facts, file):
    """The third-quarter report: 主要会计数据 with both columns, then three statements. Pages are looked up in the finished PDF."""
    import quarterly as q

    nine, single, rows, unit = "2025Q3", "2025Q3S", q.key_rows(), {"每股": "元/股", "收益率": "%"}
    names = {
        "营业收入": "营业收入",
        "利润总额": "利润总额",
        "归属于上市公司股东的净利润": "归属于母公司股东的净利润",
        "归属于上市公司股东的扣除非经常性损益的净利润": "扣除非经常性损益后的归母净利润",
        "经营活动产生的现金流量净额": "经营活动产生的现金流量净额",
        "基本每股收益（元/股）": "基本每股收益",
        "稀释每股收益（元/股）": "稀释每股收益",
        "加权平均净资产收益率（%）": "加权平均净资产收益率",
        "总资产": "资产总计",
        "归属于上市公司股东的所有者权益": "归属于母公司所有者权益合计",
    }
    last = pages_with(file, "（二）非经常性损益项目和金额")[0]
    for r, row in enumerate(rows):
        metric = names.get(row[0])
        if not metric:
            continue
        where = lambda raw: pages_with(file, raw, last=last)[0]
        base = next((u for word, u in unit.items() if word in metric), "元")
        if r > 9:  # the balance part of the table
            facts.add(file, nine, "key_metrics", metric, row[0], nine, row[1], where(row[1]), as_of=DAYS[nine], header="本报告期末")
            facts.add(file, nine, "key_metrics", metric, row[0], "2024FY", row[2], where(row[2]), as_of=DAYS["2024FY"], header="上年度末")
            facts.add(
                file,
                nine,
                "key_metrics",
                metric + "同比变动",
                row[0],
                nine,
                row[4],
                where(row[4]),
                "%",
                as_of=DAYS[nine],
                header="本报告期末比上年度末增减变动幅度(%)",
            )
            continue
        for period, value, moved, header in ((single, row[1], row[2], "本报告期"), (nine, row[3], row[4], "年初至报告期末")):
            facts.add(file, nine, "key_metrics", metric, row[0], period, value, where(value), base, header=header)
            kind = "%"
            if "百分点" in moved:
                moved, kind = ("-" if moved.startswith("减少") else "") + moved.strip("增加减少个百分点"), "百分点"
            if moved != "不适用":
                facts.add(
                    file,
                    nine,
                    "key_metrics",
                    metric + "同比变动",
                    row[0],
                    period,
                    moved,
                    pages_with(file, row[0][:4], last=last)[0] if kind == "百分点" else where(moved),
                    kind,
                    header=header + "比上年同期增减变动幅度(%)",
                )

    def finder(span):
        def find(_, label, raw):
            found = pages_with(file, raw, first=span[0], last=span[1])
            return next((p for p in found if stands(file, p, label[:8])), found[0])

        return find

    stock = [(nine, DAYS[nine], q.B, "2025年9月30日"), ("2024FY", DAYS["2024FY"], q.B0, "2024年12月31日")]
    flow = lambda now, before: [(nine, None, now, "2025年前三季度（1-9月）"), ("2024Q3", None, before, "2024年前三季度（1-9月）")]
    eps = q.eps_cells()
    facts.statement(file, nine, "balance", lines.BALANCE, stock, finder(section(file, "合并资产负债表", "合并利润表")))
    facts.statement(
        file,
        nine,
        "income",
        lines.INCOME,
        flow({**q.I, "eps": eps[0]}, {**q.I0, "eps": eps[1]}),
        finder(section(file, "合并利润表", "合并现金流量表")),
    )
    facts.statement(file, nine, "cashflow", lines.CASH, flow(q.C, q.C0), finder(section(file, "合并现金流量表", "特此公告")))


ENGLISH = {  # lines whose sign is plain: label -> metric
    "profit": {
        "Revenue": "营业收入",
        "Gross profit": "毛利",
        "Operating profit": "营业利润",
        "Profit before tax": "利润总额",
        "Profit for the period": "净利润",
        "Owners of the Company": "归属于母公司股东的净利润",
        "Non-controlling interests": "少数股东损益",
    },
    "position": {
        "Inventories": "存货",
        "Trade receivables": "应收账款",
        "Total current assets": "流动资产合计",
        "Total non-current assets": "非流动资产合计",
        "Contract liabilities": "合同负债",
        "Total current liabilities": "流动负债合计",
        "Total non-current liabilities": "非流动负债合计",
        "Equity attributable to owners of the Company": "归属于母公司所有者权益合计",
        "Non-controlling interests": "少数股东权益",
        "Total equity": "所有者权益合计",
    },
    "cash": {
        "Net cash generated from operating activities": "经营活动产生的现金流量净额",
        "Net cash used in investing activities": "投资活动产生的现金流量净额",
        "Net cash used in financing activities": "筹资活动产生的现金流量净额",
        "Cash and cash equivalents at 1 January": "期初现金及现金等价物余额",
        "Cash and cash equivalents at 30 September": "期末现金及现金等价物余额",
    },
}


def offshore(facts, file, made):
    """The English release: US$ million, three and nine months; what the highlights and the segments repeat is also_at."""
    import offshore as o

    kinds = {"profit": "income", "position": "balance", "cash": "cashflow"}
    stock = [(period, day) for period, day in o.DAYS]
    columns = {"profit": [(period, None) for period in o.MONTHS], "position": stock, "cash": [(period, None) for period in o.MONTHS[2:]]}
    for name, kind in kinds.items():
        grid = made.grids[name]
        page = pages_with(file, grid.caption)[0]
        for row in grid.whole()[grid.header :]:
            metric = ENGLISH[name].get(row[0])
            for raw, (period, day) in zip(row[1:], columns[name]) if metric else ():
                facts.add(file, "2025Q3", kind, metric, row[0], period, raw, page, "美元", as_of=day, header=period, scale=1_000_000)
    again = {**ENGLISH["profit"], "Total revenue": "营业收入", "Profit attributable to owners of the Company": "归属于母公司股东的净利润"}
    for name in ("highlights", "segments"):
        grid = made.grids[name]
        page = pages_with(file, grid.caption)[0]
        for row in grid.whole()[grid.header :]:
            for column, period in zip((1, 2, 4, 5), o.MONTHS) if row[0] in again and "." in row[1] else ():
                facts.add(file, "2025Q3", "key_metrics", again[row[0]], row[0], period, row[column], page, "美元", header=period, scale=1_000_000)


TRADITIONAL = {  # lines whose sign is plain: label -> metric
    "assets": {
        "現金及約當現金": "货币资金",
        "應收帳款淨額": "应收账款",
        "存貨": "存货",
        "流動資產合計": "流动资产合计",
        "不動產、廠房及設備": "固定资产",
        "非流動資產合計": "非流动资产合计",
        "資產總計": "资产总计",
    },
    "liabilities": {
        "短期借款": "短期借款",
        "合約負債－流動": "合同负债",
        "應付帳款": "应付账款",
        "流動負債合計": "流动负债合计",
        "非流動負債合計": "非流动负债合计",
        "負債總計": "负债合计",
        "未分配盈餘": "未分配利润",
        "歸屬於母公司業主之權益合計": "归属于母公司所有者权益合计",
        "非控制權益": "少数股东权益",
        "權益總計": "所有者权益合计",
        "負債及權益總計": "负债和所有者权益总计",
    },
    "income": {
        "營業收入": "营业收入",
        "營業毛利": "毛利",
        "營業利益": "营业利润",
        "稅前淨利": "利润总额",
        "本期淨利": "净利润",
    },
    "cash": {
        "營業活動之淨現金流入": "经营活动产生的现金流量净额",
        "投資活動之淨現金流出": "投资活动产生的现金流量净额",
        "籌資活動之淨現金流出": "筹资活动产生的现金流量净额",
        "匯率變動對現金及約當現金之影響": "汇率变动对现金及现金等价物的影响",
        "本期現金及約當現金增加數": "现金及现金等价物净增加额",
        "期初現金及約當現金餘額": "期初现金及现金等价物余额",
        "期末現金及約當現金餘額": "期末现金及现金等价物余额",
    },
}


def taiwan(facts, file, made):
    """The statements from Taiwan: NT$ thousand, 民國 years. The owners' share of the profit stands under a title of its own."""
    import taiwan as t

    kinds = {"assets": "balance", "liabilities": "balance", "income": "income", "cash": "cashflow"}
    for name, kind in kinds.items():
        grid = made.grids[name]
        label, columns = (0, (1, 2)) if name == "cash" else (1, (3, 5))
        under, seen = "", set()
        for row in grid.whole()[grid.header :]:
            under = row[label] if not row[columns[0]] else under
            metric = TRADITIONAL[name].get(row[label])
            if under == "淨利歸屬於：":
                metric = {"母公司業主": "归属于母公司股东的净利润", "非控制權益": "少数股东损益"}[row[label]] if row[columns[0]] else None
            if not metric or metric in seen:
                continue
            seen.add(metric)
            for column, (period, day, year) in zip(columns, t.YEARS):
                header, day = (f"{year}年12月31日", day) if kind == "balance" else (f"{year}年度", None)
                facts.add(
                    file, "2024FY", kind, metric, row[label], period, row[column], t.PAGES[name], "新台币元", as_of=day, header=header, scale=1_000
                )


def halfyear(facts, file):
    """The half-year report of the second mainland company: key figures, then six statements. Pages are looked up in the finished PDF."""
    import halfyear as h
    import pharma

    now, before, end = "2025H1", "2024H1", "2024FY"
    names, last = {**KEY_METRICS, "利润总额": "利润总额"}, pages_with(file, "第三节管理层讨论与分析", "经营情况的讨论与分析")[0]
    for rows in (h.key_rows(), h.ratio_rows()):
        for row in rows:
            metric = names.get(row[0])
            if not metric:
                continue
            page = next(p for p in pages_with(file, *row[1:3], last=last))
            stock, unit = row[0] in ("归属于上市公司股东的净资产", "总资产"), "%" if "收益率" in metric else "元/股" if "每股" in metric else "元"
            day, headers = (
                (DAYS[now], DAYS[end]) if stock else (None, None),
                ("本报告期末", "上年度末") if stock else ("本报告期（1－6月）", "上年同期"),
            )
            for column, period in ((1, now), (2, end if stock else before)):
                facts.add(
                    file, now, "key_metrics", metric, row[0], period, row[column], page, unit, as_of=day[column - 1], header=headers[column - 1]
                )
            moved, kind = row[3], "%"
            if "百分点" in moved:
                moved, kind = ("-" if moved.startswith("减少") else "") + moved.strip("增加减少个百分点"), "百分点"
            facts.add(file, now, "key_metrics", metric + "同比变动", row[0], now, moved, page, kind, as_of=day[0], header="增减(%)")

    order = [*h.STATEMENTS.values(), h.AFTER_STATEMENTS]

    def finder(title):
        first = pages_with(file, title, "编制单位")[0]
        span = first, pages_with(file, order[order.index(title) + 1], first=first)[0]

        def find(_, label, raw):
            found = pages_with(file, raw, first=span[0], last=span[1])
            return next((p for p in found if stands(file, p, label[:8])), found[0])

        return find

    group, parent = pharma.GROUP, pharma.PARENT
    stock = lambda b: [(now, DAYS[now], b.balance[now], "2025年6月30日"), (end, DAYS[end], b.balance[pharma.YEAR_END], "2024年12月31日")]
    flow = lambda table, more=({}, {}): [
        (now, None, {**table[now], **more[0]}, "2025年半年度"),
        (before, None, {**table[before], **more[1]}, "2024年半年度"),
    ]
    eps = tuple({"eps": value} for value in h.EPS)
    for kind, form, title, columns in (
        ("balance", lines.BALANCE, "资产负债表", (stock(group), stock(parent))),
        ("income", lines.INCOME, "利润表", (flow(group.income, eps), flow(parent.income))),
        ("cashflow", lines.CASH, "现金流量表", (flow(group.cash), flow(parent.cash))),
    ):
        facts.statement(file, now, kind, form, columns[0], finder("合并" + title))
        facts.statement(file, now, kind, lines.parent_lines(form), columns[1], finder("母公司" + title), "parent")


def check(facts):
    """Every fact's figure stands on its page."""
    for row in facts.rows:
        for place in [row, *row["also_at"]]:
            assert stands(row["file"], place["page"], place["raw"].lstrip("-") if row["value_unit"] == "百分点" else place["raw"]), (
                row["metric"],
                row["period"],
                place["page"],
                place["raw"],
            )
