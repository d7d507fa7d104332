"""望澜证券's report: buy. Made by typst (Identity-H, embedded CFF-free TrueType, ToUnicode), five pages.

White template markers stand in the text as in brokers' templates; the price chart is drawn with lines and real axis labels.
"""

import shutil
import tempfile
from decimal import Decimal
from pathlib import Path

import typst

import company as co
import quarterly
from brokers import FORECASTS, YEARS, bracketed
from figures import half_up, rng, yi
from model import SHARES
from sheet import font_file

F = FORECASTS["望澜"]
B = F.broker
TITLE = "三季报点评：稼动率爬坡兑现，海外大单打开成长空间"
Q, N = quarterly.quarter(), quarterly.nine_months()
MARKET = half_up(Decimal(B["price"]) * SHARES / 100_000_000, 2)
PEERS = [("远岫传动", "62.4", "48.1", "37.5"), ("砚山精工", "55.8", "44.6", "36.2"), ("澜石机器人", "71.3", "52.9", "40.8")]


def q(text):
    """A typst string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def growth(pair):
    from figures import change

    return f"{change(*pair)}"


def quote(value):
    return bracketed(value) if isinstance(value, int) else value


def side(rows):
    return "".join(f"[#{q(a)}], [#{q(b)}],\n" for a, b in rows)


BASE = [
    ("收盘价（元）", B["price"]),
    ("12个月目标价（元）", B["target"]),
    ("总股本（百万股）", f"{half_up(Decimal(SHARES) / 1_000_000, 2)}"),
    ("总市值（亿元）", f"{MARKET}"),
    ("流通股比例", "100.00%"),
    ("52周最高/最低价", "53.60/28.14"),
    ("每股净资产（元）", f"{half_up(Decimal(quarterly.B['归母权益']) / 100 / SHARES, 2)}"),
    ("资产负债率", f"{half_up(Decimal(quarterly.B['负债']) / quarterly.B['总资产'] * 100, 2)}%"),
    ("市净率（倍）", f"{half_up(Decimal(B['price']) * SHARES * 100 / quarterly.B['归母权益'], 2)}"),
]


def body_text():
    return [
        (
            "业绩概览",
            f"公司发布2025年三季报：前三季度实现营业收入{yi(N['营业收入'][0])}亿元（yoy+{growth(N['营业收入'])}%），归母净利润{yi(N['归母净利润'][0])}亿元（yoy+{growth(N['归母净利润'])}%）。其中Q3单季营业收入{yi(Q['营业收入'][0])}亿元（yoy+{growth(Q['营业收入'])}%），归母净利润{yi(Q['归母净利润'][0])}亿元（yoy+{growth(Q['归母净利润'])}%），单季利润创2024年以来新高，略超我们预期。",
        ),
        (
            "稼动率爬坡带动毛利率回升",
            "临江二期产线良率与稼动率同步改善，我们测算Q3减速器产线稼动率接近80%，固定成本摊薄带动前三季度综合毛利率升至33.2%，较上年同期提升约0.5pct。随着CH-Ⅳ系列占比提高，ASP下滑压力趋缓，GPM仍有上行空间。",
        ),
        (
            "海外框架协议落地",
            "8月公司与海外协作机器人主机厂签订三年期framework agreement，2026-2028年谐波减速器采购量合计不少于45万台，年均15万台，相当于2024年销量的近一半。越南基地可承接该订单的final assembly，我们预计2026年境外收入占比升至25%以上。",
        ),
        (
            "我们与市场的不同",
            "市场担心减速器价格竞争会吞噬放量带来的利润，我们认为：1）临江二期折旧在2025年已基本计提到位，后续产量每提升10%，单台固定成本下降约6%；2）海外订单的定价高于境内约两成，结构改善足以对冲境内ASP的下行；3）伺服与减速器打包的joint module产品毛利率高于单卖零部件，2026年起贡献增量。",
        ),
        (
            "短期催化",
            "四季度为交付旺季，越南基地预计年底前完成客户审厂；若2026年一季度海外框架协议首批订单落地，市场对公司全球份额的预期有望系统性上修。",
        ),
        (
            "投资建议",
            f"我们维持2025-2027年归母净利润预测{F.income['归属母公司净利润'][1]}/{F.income['归属母公司净利润'][2]}/{F.income['归属母公司净利润'][3]}百万元，EPS分别为{F.eps[1]}/{F.eps[2]}/{F.eps[3]}元，对应当前股价PE为{F.pe[1]}/{F.pe[2]}/{F.pe[3]}倍。参考可比公司，给予公司2026年49倍PE，目标价{B['target']}元，维持“{B['rating']}”评级。",
        ),
        ("风险提示", "下游资本开支不及预期；价格战加剧；海外建厂进度低于预期；商誉减值风险；汇率波动。"),
    ]


def summary_rows():
    f = F
    return [
        ["百万元", *YEARS],
        ["营业收入", *(f"{x:,}" for x in f.income["营业收入"])],
        ["同比", *f.growth_revenue],
        ["归母净利润", *(f"{x:,}" for x in f.income["归属母公司净利润"])],
        ["同比", *f.growth_net],
        ["毛利率", *f.gross_margin],
        ["EPS（元）", *f.eps],
        ["ROE", *f.roe],
        ["P/E", *f.pe],
        ["P/B", *f.pb],
    ]


def segment_rows():
    """Assumptions by business: they add up to the revenue forecast."""
    from annual import main_business, segment_table
    from figures import MILLION_FEN

    products = segment_table("产品")
    _, other = main_business()
    first = [int(half_up(Decimal(products[k][0][0]) / MILLION_FEN, 0)) for k in products] + [0]
    first[-1] = F.income["营业收入"][0] - sum(first)
    rows, last, rates = (
        [],
        first,
        {"谐波减速器": (18, 38, 28), "RV减速器": (8, 10, 10), "伺服驱动系统": (16, 20, 20), "智能装备": (10, 12, 12), "工业软件": (22, 20, 18)},
    )
    names = [*products, "其他"]
    table = [[x] for x in first]
    for n in range(3):
        now = [int(half_up(Decimal(x[-1]) * (100 + rates[k][n]) / 100, 0)) for k, x in zip(names, table[:-1])]
        now.append(F.income["营业收入"][n + 1] - sum(now))
        for row, x in zip(table, now):
            row.append(x)
    total = [sum(r[n] for r in table) for n in range(4)]
    rows = [["单位：百万元", *YEARS]]
    for k, x in zip(names, table):
        rows.append([k, *(f"{v:,}" for v in x)])
        if k != "其他":
            rows.append(["yoy", "", *(f"{half_up((Decimal(a) / b - 1) * 100, 1)}%" for a, b in zip(x[1:], x))])
    rows.append(["合计", *(f"{v:,}" for v in total)])
    return rows


def pair(left, right):
    """Two tables of five columns side by side, as visual rows."""
    height = max(len(left), len(right))
    return [(left[r] if r < len(left) else [""] * 5) + (right[r] if r < len(right) else [""] * 5) for r in range(height)]


def block(title, table):
    return [[title, *YEARS]] + [[k, *(quote(x) for x in v)] if v else [k, "", "", "", ""] for k, v in table.items()]


def forecast_pairs():
    return [
        (block("资产负债表（百万元）", F.balance), block("现金流量表（百万元）", F.cash)),
        (block("利润表（百万元）", F.income), block("主要财务比率", F.ratio)),
    ]


BOLD = {
    "资产总计",
    "负债合计",
    "负债和股东权益合计",
    "流动资产合计",
    "非流动资产合计",
    "流动负债合计",
    "非流动负债合计",
    "归属母公司股东权益",
    "经营活动现金流",
    "投资活动现金流",
    "筹资活动现金流",
    "现金净增加额",
    "营业利润",
    "利润总额",
    "净利润",
    "归属母公司净利润",
    "成长能力",
    "获利能力",
    "偿债能力",
    "营运能力",
    "每股指标（元）",
    "估值比率",
}


def typst_table(rows, widths, size=7, header=1, rule=True):
    cells = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            heavy = r < header or (row[c - c % 5] in BOLD if len(row) == 10 else row[0] in ("合计", "营业收入", "归母净利润"))
            align = "left" if c % 5 == 0 else "right"
            text = f"text(weight: {'700' if heavy else '400'}, {q(cell)})"
            cells.append(f"table.cell(align: {align}, {text})")
    gutter = "(" + ", ".join("14pt" if n == 4 else "0pt" for n in range(9)) + ")" if len(widths) == 10 else "0pt"
    lines = (
        "table.hline(y: 0, stroke: 0.8pt + navy), table.hline(y: %d, stroke: 0.4pt + navy), table.hline(y: %d, stroke: 0.8pt + navy),"
        % (header, len(rows))
        if rule
        else ""
    )
    return (
        f"#text(size: {size}pt)[#table(columns: ({', '.join(widths)}), stroke: none, inset: (x: 2pt, y: 1.75pt), column-gutter: {gutter}, {lines}\n"
        + ",\n".join(cells)
        + ")]"
    )


def chart(width=150, height=84):
    """Share price against the index, rebased: two polylines, axis labels in text."""
    source, own, index = rng("chart"), [0.0], [0.0]
    for n in range(48):  # towards +49 % and +17 %, as the closing prices have it
        own.append(own[-1] + (49 * (n + 1) / 48 - own[-1]) * 0.25 + source.uniform(-7, 7))
        index.append(index[-1] + (17 * (n + 1) / 48 - index[-1]) * 0.3 + source.uniform(-2, 2))
    low, high = -20, 80
    x = lambda n: 24 + n * (width - 28) / 48
    y = lambda v: height - 14 - (min(max(v, low), high) - low) * (height - 24) / (high - low)
    parts = [
        f"#place(dx: 0pt, dy: {y(v) - 3:.2f}pt, text(size: 5pt)[{v}%])\n#place(dx: 22pt, dy: {y(v):.2f}pt, line(length: {width - 24}pt, stroke: 0.2pt + gray))"
        for v in range(low, high + 1, 20)
    ]
    for series, colour in ((own, 'rgb("#C00000")'), (index, 'rgb("#1F4E79")')):
        for n in range(48):
            parts.append(
                f"#place(line(start: ({x(n):.2f}pt, {y(series[n]):.2f}pt), end: ({x(n + 1):.2f}pt, {y(series[n + 1]):.2f}pt), stroke: 0.7pt + {colour}))"
            )
    for n, label in enumerate(("24/11", "25/02", "25/05", "25/08", "25/11")):
        parts.append(f"#place(dx: {x(n * 12) - 8:.2f}pt, dy: {height - 9}pt, text(size: 5pt)[{label}])")
    return f"#block(width: {width}pt, height: {height}pt)[\n" + "\n".join(parts) + "\n]"


DISCLAIMER = [
    (
        "分析师声明",
        "本报告署名分析师具有相应的执业资格，以勤勉的职业态度独立、客观地出具本报告，报告所表述的观点反映了分析师本人的研究判断，其报酬与报告中的具体推荐意见不存在直接联系。",
    ),
    ("投资评级说明", ""),
    (
        "法律声明",
        f"本报告由{B['full']}制作，仅供签约客户参考使用。报告所载资料来源于本公司认为可靠的渠道，但本公司对其准确性和完整性不作任何保证。报告中的意见和预测仅反映报告发布当日的判断，本公司可在不发出通知的情形下作出更改。在任何情况下，本报告中的信息或意见均不构成对任何人的投资建议。未经书面许可，任何机构和个人不得以任何形式翻版、复制和发布。",
    ),
]


def source():
    analyst = "".join(f"#text(weight: 700)[分析师：{n}]\\ 执业证书编号：{code}\\ " for n, code in B["analysts"])
    points = "\n".join(f"#par[#text(fill: navy, weight: 700)[{head}：]{text}]" for head, text in body_text())
    peers = [
        ["公司", "2025E", "2026E", "2027E"],
        *map(list, PEERS),
        ["平均", *(f"{half_up(sum(Decimal(p[k]) for p in PEERS) / 3, 1)}" for k in (1, 2, 3))],
    ]
    (a, b), (c, d) = forecast_pairs()
    rating = [
        ["类别", "级别", "说明"],
        ["股票投资评级", "买入", "未来12个月内相对沪深300指数涨幅15%以上"],
        ["", "增持", "未来12个月内相对沪深300指数涨幅5%至15%"],
        ["", "中性", "未来12个月内相对沪深300指数涨幅-5%至5%"],
        ["", "减持", "未来12个月内相对沪深300指数跌幅5%以上"],
    ]
    rating_cells = ", ".join(f"[#{q(x)}]" for row in rating for x in row)
    ten = ["1.75fr", "1fr", "1fr", "1fr", "1fr", "1.75fr", "1fr", "1fr", "1fr", "1fr"]
    return f"""
#set document(title: {q(co.SHORT + "：" + TITLE)}, date: none)
#set text(font: ("Noto Sans SC",), size: 9pt, lang: "zh", region: "cn", top-edge: 0.9em, bottom-edge: -0.25em)
#set par(justify: true, leading: 0.45em, spacing: 0.85em)
#let navy = rgb("#1F3864")
#let marker(name) = place(text(fill: white, size: 1pt)[\\[#name\\]])
#set page(paper: "a4", margin: (left: 42pt, right: 42pt, top: 70pt, bottom: 52pt), header: [#text(size: 8pt, fill: navy)[#grid(columns: (1fr, auto), [*{B["name"]}研究所* | Wanglan Securities Research], [公司研究 · 机械设备/自动化设备])#v(-4pt)#line(length: 100%, stroke: 1.2pt + navy)]],
  footer: context [#line(length: 100%, stroke: 0.4pt + navy)#v(-6pt)#text(size: 7pt)[#grid(columns: (1fr, auto), [请务必阅读正文之后的免责声明及评级说明], [#counter(page).display()])]])
#marker("Table_Title")
#text(size: 11pt, fill: navy, weight: 700)[{co.SHORT}（{co.CODE}）]#h(1fr)#text(size: 9pt)[{B["date_cn"]}]

#text(size: 16pt, weight: 700)[{TITLE}]

#grid(columns: (150pt, 1fr), column-gutter: 16pt, [
#set text(size: 7.5pt)
#set par(justify: false, leading: 0.4em)
#marker("Table_Invest")
#block(fill: navy, width: 100%, inset: 5pt)[#text(fill: white, size: 11pt, weight: 700)[{B["rating"]}（{B["action"]}）]]
#marker("Table_BaseInfo")
#text(weight: 700, fill: navy)[基础数据（{B["date"][5:].replace("-", "月")}日）]
#table(columns: (1fr, auto), stroke: none, inset: (x: 1pt, y: 2.2pt), table.hline(stroke: 0.6pt + navy), {side(BASE)} table.hline(stroke: 0.6pt + navy))
#marker("Table_Chart")
#text(weight: 700, fill: navy)[股价走势（相对沪深300）]
{chart()}
#text(size: 6pt)[#text(fill: rgb("#C00000"))[— {co.SHORT}]  #text(fill: rgb("#1F4E79"))[— 沪深300]]\\
#text(size: 6pt)[资料来源：公司公告，{B["name"]}研究所]

#marker("Table_Author")
{analyst}
#text(weight: 700, fill: navy)[相关研究]\\
《{co.SHORT}中报点评：毛利率环比改善，静待产能释放》2025-08-29\\
《{co.SHORT}深度：从减速器到关节模组》2025-05-12
], [
#marker("Table_Summary")
{points}
])
#marker("Table_Finance")
#text(weight: 700, fill: navy)[盈利预测和财务指标]
{typst_table(summary_rows(), ["1.4fr", "1fr", "1fr", "1fr", "1fr"], 7.5)}
#text(size: 6.5pt)[资料来源：公司公告，{B["name"]}研究所预测；股价为{B["date"]}收盘价]
#pagebreak()
= 1. 三季报：收入稳健，利润弹性释放
#par[前三季度经营活动产生的现金流量净额{yi(N["经营现金流"][0])}亿元，上年同期为{yi(N["经营现金流"][1])}亿元，现金回款显著改善。三季度末公司总资产{yi(quarterly.B["总资产"])}亿元，较年初增长{growth((quarterly.B["总资产"], quarterly.B0["总资产"]))}%；归母净资产{yi(quarterly.B["归母权益"])}亿元。]
#par[从费用端看，前三季度销售/管理/研发费用率分别为{half_up(Decimal(quarterly.I["销售费用"]) / quarterly.I["营业收入"] * 100, 1)}%/{half_up(Decimal(quarterly.I["管理费用"]) / quarterly.I["营业收入"] * 100, 1)}%/{half_up(Decimal(quarterly.I["研发费用"]) / quarterly.I["营业收入"] * 100, 1)}%，期间费用率合计同比基本持平。公司在手订单充足，management在交流会上表示全年出货目标为40万台谐波减速器（2024年为30.93万台）。]
= 2. 分业务预测
#par[我们的关键假设：（1）谐波减速器受益于协作机器人与海外框架协议，2025-2027年收入增速分别为18%、38%和28%；（2）RV减速器竞争激烈，增速约10%；（3）伺服驱动系统放量，增速16%-20%。]
#text(weight: 700, fill: navy)[表1：分业务收入预测]
{typst_table(segment_rows(), ["1.4fr", "1fr", "1fr", "1fr", "1fr"], 8)}
#text(size: 6.5pt)[资料来源：公司公告，{B["name"]}研究所预测]
= 3. 估值
#par[我们选取三家可比公司，2026年平均PE为{half_up(sum(Decimal(p[2]) for p in PEERS) / 3, 1)}倍。考虑到公司在谐波减速器领域的份额与海外订单确定性，给予2026年49倍PE，对应合理价值约{B["target"]}元/股，较现价有{half_up((Decimal(B["target"]) / Decimal(B["price"]) - 1) * 100, 1)}%的上行空间（upside）。]
#text(weight: 700, fill: navy)[表2：可比公司PE]
{typst_table([r + [""] if len(r) == 4 else r for r in peers], ["1.4fr", "1fr", "1fr", "1fr", "0.2fr"], 8)}
#text(size: 6.5pt)[资料来源：{B["name"]}研究所整理]
#pagebreak()
#marker("Table_ProfitDetail")
= 附表：财务预测与估值
{typst_table(pair(a, b), ten, 6.6)}
#v(4pt)
{typst_table(pair(c, d), ten, 6.6)}
#text(size: 6.5pt)[资料来源：公司公告，{B["name"]}研究所预测。注：括号内为负数。]
#pagebreak()
#marker("Table_Disclaimer")
= 免责声明
#text(weight: 700)[{DISCLAIMER[0][0]}]
#par[{DISCLAIMER[0][1]}]
#text(weight: 700)[{DISCLAIMER[1][0]}]
#text(size: 8pt)[#table(columns: (80pt, 50pt, 1fr), stroke: 0.5pt, {rating_cells})]
#text(weight: 700)[{DISCLAIMER[2][0]}]
#par[{DISCLAIMER[2][1]}]
#par[{B["full"]}  地址：沧州路与海棠路交汇处望澜中心（虚构地址）  邮编：000000]
"""


def make(path):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("Hei", "HeiBold"):
            shutil.copy(font_file(name), folder)
        (Path(folder) / "report.typ").write_text(source(), encoding="utf-8")
        typst.compile(str(Path(folder) / "report.typ"), output=str(path), font_paths=[folder], ignore_system_fonts=True)
