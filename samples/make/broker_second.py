"""弘渡证券's report: neutral, downgraded. reportlab with the viewers' own STSong-Light: nothing embedded, UniGB-UCS2-H, no ToUnicode.

Invisible template markers (text rendering mode 3), headings drawn twice with a tiny offset, a pale rotated watermark on every page.
"""

from decimal import Decimal

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

import annual
import company as co
import quarterly
from brokers import FORECASTS, YEARS
from figures import change, half_up, yi
from model import SHARES
from sheet import CENTER, LEFT, RIGHT, broken, register_not_embedded

F = FORECASTS["弘渡"]
B = F.broker
FONT = "STSong-Light"
TITLE = "业绩修复已反映在股价中，下调至“中性”评级"
Q, N = quarterly.quarter(), quarterly.nine_months()
MARGIN, WIDTH, HEIGHT = 40, A4[0], A4[1]
DARK = colors.HexColor("#7A1F1F")
OLD = {"营业收入": (3720, 4350, 5060), "归母净利润": (372, 451, 536), "EPS": ("0.90", "1.09", "1.30"), "毛利率": ("33.4%", "33.8%", "34.2%")}


class Sheet:
    """A canvas with a pen: y runs down from the top of the page."""

    def __init__(self, path):
        self.c = Canvas(str(path), pagesize=A4, invariant=1, pageCompression=1)
        self.c.setTitle(f"{co.SHORT}：{TITLE}")
        self.c.setCreator("samples/make")
        self.grids, self.page = {}, 0

    def start(self):
        self.page += 1
        c = self.c
        c.saveState()
        c.setFillColor(colors.HexColor("#E9E9E9"))
        c.setFont(FONT, 40)
        for x, y in ((150, 260), (330, 540)):
            c.saveState()
            c.translate(x, y)
            c.rotate(42)
            c.drawString(-110, 0, "弘渡研究 内部样例")
            c.restoreState()
        c.restoreState()
        c.setFillColor(DARK)
        c.rect(MARGIN, HEIGHT - 50, WIDTH - 2 * MARGIN, 3, stroke=0, fill=1)
        self.text(MARGIN, 40, "弘渡证券  HONGDU SECURITIES", 9, color=DARK)
        self.text(WIDTH - MARGIN, 40, f"证券研究报告 | {B['date_cn']}", 9, align=RIGHT)
        self.text(MARGIN, HEIGHT - 30, "敬请参阅最后一页特别声明", 8)
        self.text(WIDTH - MARGIN, HEIGHT - 30, f"- {self.page} -", 8, align=RIGHT)

    def text(self, x, y, text, size=9, align=LEFT, color=colors.black, twice=False):
        """One line, its baseline at y from the top."""
        width = pdfmetrics.stringWidth(text, FONT, size)
        x = x - width if align == RIGHT else x - width / 2 if align == CENTER else x
        self.c.setFillColor(color)
        self.c.setFont(FONT, size)
        for offset in (0, 0.3) if twice else (0,):
            self.c.drawString(x + offset, HEIGHT - y, text)

    def marker(self, name, x, y):
        """The template's marker: there, but not to be seen."""
        self.c.saveState()
        text = self.c.beginText(x, HEIGHT - y)
        text.setFont(FONT, 7)
        text.setTextRenderMode(3)
        text.textOut(f"[Table_{name}]")
        self.c.drawText(text)
        self.c.restoreState()

    def para(self, x, y, width, text, size=9, leading=14.4, bold="", color=colors.black):
        """A paragraph; what `bold` says at its beginning is drawn twice. Returns where the next may start."""
        lines = broken(text, FONT, size, width, width - 2 * size)
        for n, line in enumerate(lines):
            start = x + (2 * size if n == 0 else 0)
            if n == 0 and bold:
                self.text(start, y, bold, size, color=DARK, twice=True)
                start, line = start + pdfmetrics.stringWidth(bold, FONT, size), line[len(bold) :]
            self.text(start, y, line, size, color=color)
            y += leading
        return y + 4

    def table(self, name, x, y, widths, rows, size=7.5, step=11.6, zebra=False, heavy=(), rule=True, words=False):
        """No lines inside; a band or a rule under the header. Returns the bottom."""
        self.grids[name] = (self.page, [list(r) for r in rows])
        total, top = sum(widths), y - size
        for r, row in enumerate(rows):
            base = y + r * step
            if zebra and r % 2 == 1:
                self.c.setFillColor(colors.HexColor("#F3E7E7"))
                self.c.rect(x, HEIGHT - base - 3, total, step, stroke=0, fill=1)
            if r == 0:
                self.c.setFillColor(colors.HexColor("#E4CFCF"))
                self.c.rect(x, HEIGHT - base - 3, total, step, stroke=0, fill=1)
            left = x
            for c, cell in enumerate(row):
                bold = r == 0 or r in heavy
                if c == 0 or words:
                    self.text(left + 2, base, cell, size, twice=bold)
                else:
                    self.text(left + widths[c] - 2, base, cell, size, RIGHT, twice=bold)
                left += widths[c]
        bottom = y + (len(rows) - 1) * step + 4
        if rule:
            self.c.setStrokeColor(DARK)
            self.c.setLineWidth(0.6)
            self.c.line(x, HEIGHT - bottom, x + total, HEIGHT - bottom)
        return bottom

    def end(self):
        self.c.showPage()


def figure(value):
    return f"{value:,}"


def statement(title, table):
    return [[title, *YEARS]] + [[k, *(figure(x) if isinstance(x, int) else x for x in v)] if v else [k, "", "", "", ""] for k, v in table.items()]


def grow(pair):
    return f"{change(*pair)}%"


def first_page(s):
    s.start()
    s.marker("Title", MARGIN, 78)
    s.text(MARGIN, 76, f"{co.SHORT}（{co.CODE}.SH）", 12, color=DARK, twice=True)
    s.text(MARGIN, 102, TITLE, 17, twice=True)
    s.text(MARGIN, 122, "——2025年三季报点评", 10.5)
    right, wide = 405, 348
    s.marker("Summary", MARGIN, 140)
    y = 144
    for bold, text in (
        (
            "事件：",
            f"公司披露2025年三季报，前三季度营收{yi(N['营业收入'][0])}亿元，同比增长{grow(N['营业收入'])}；归母净利润{yi(N['归母净利润'][0])}亿元，同比增长{grow(N['归母净利润'])}；扣非归母净利润{yi(N['扣非净利润'][0])}亿元，同比增长{grow(N['扣非净利润'])}。第三季度单季营收{yi(Q['营业收入'][0])}亿元，归母净利润{yi(Q['归母净利润'][0])}亿元，同比增长{grow(Q['归母净利润'])}。",
        ),
        (
            "增长来自低基数：",
            f"2024年第三季度归母净利润仅{yi(Q['归母净利润'][1])}亿元，产线转固初期折旧压力集中释放，基数偏低。扣除基数影响，公司单季净利率约10.4%，仍低于2023年全年11.7%的水平。我们认为利润修复的斜率在四季度将放缓。",
        ),
        (
            "应收与存货仍在累积：",
            f"三季度末应收账款{yi(quarterly.B['应收账款'])}亿元，较年初增加{yi(quarterly.B['应收账款'] - quarterly.B0['应收账款'])}亿元；存货{yi(quarterly.B['存货'])}亿元。下游客户账期延长，working capital占用上升，若行业capex走弱，减值风险不容忽视。",
        ),
        (
            "海外订单兑现尚需时间：",
            "公司公告的三年期框架协议自2026年起执行，具体金额以订单为准；越南基地仍处于ramp-up阶段，2024年亏损1,245万元左右，短期对利润贡献有限。",
        ),
        (
            "下调盈利预测与评级：",
            f"考虑价格竞争与折旧摊销，我们将2025-2027年归母净利润预测由{OLD['归母净利润'][0]}/{OLD['归母净利润'][1]}/{OLD['归母净利润'][2]}百万元下调至{'/'.join(map(str, F.income['归属母公司净利润'][1:]))}百万元，对应EPS为{'/'.join(F.eps[1:])}元。当前股价对应2026年PE {F.pe[2]}倍，高于行业中枢。给予2026年42倍PE，目标价{B['target']}元，评级由“{B['previous']}”下调至“{B['rating']}”。",
        ),
        (
            "与一致预期的差异：",
            "卖方一致预期2026年归母净利润增速约28%，我们的预测为13.3%，差异主要来自ASP与境外放量节奏两项假设，敏感性上ASP每再下降1%，归母净利润约减少2.1%。",
        ),
        ("风险提示：", "上行风险：人形机器人产业化快于预期、海外订单提前放量；下行风险：价格战加剧、商誉减值、坏账损失。"),
    ):
        y = s.para(MARGIN, y, wide, bold + text, 9.3, 15, bold)
    s.marker("Rating", right, 140)
    s.c.setFillColor(DARK)
    s.c.rect(right, HEIGHT - 160, WIDTH - MARGIN - right, 24, stroke=0, fill=1)
    s.text((right + WIDTH - MARGIN) / 2, 152, f"{B['rating']}（{B['action']}）", 12, CENTER, colors.white, twice=True)
    s.marker("BaseData", right, 175)
    s.text(right, 182, "市场数据", 9.5, color=DARK, twice=True)
    market = half_up(Decimal(B["price"]) * SHARES / 100_000_000, 2)
    for n, (label, value) in enumerate(
        (
            ("收盘价（元）", B["price"]),
            ("目标价（元）", B["target"]),
            ("一年最低/最高价", "28.14/53.60"),
            ("总市值（亿元）", f"{market}"),
            ("总股本（亿股）", f"{half_up(Decimal(SHARES) / 100_000_000, 2)}"),
            ("市盈率（TTM）", ttm_pe()),
            ("市净率（LF）", f"{half_up(Decimal(B['price']) * SHARES * 100 / quarterly.B['归母权益'], 2)}"),
        )
    ):
        s.text(right, 198 + n * 15, label, 8)
        s.text(WIDTH - MARGIN, 198 + n * 15, value, 8, RIGHT)
    s.text(right, 318, "分析师", 9.5, color=DARK, twice=True)
    for n, (name, code) in enumerate(B["analysts"]):
        s.text(right, 334 + n * 28, name, 8.5)
        s.text(right, 347 + n * 28, f"执业证书编号：{code}", 7.5)
    s.text(right, 376, "单季归母净利润（百万元）", 9.5, color=DARK, twice=True)
    bars(s, right, 384, WIDTH - MARGIN - right, 130)
    s.text(right, 528, "资料来源：公司公告，弘渡证券研究所", 6.5)
    s.marker("FinanceInfo", MARGIN, 610)
    s.text(MARGIN, 622, "盈利预测与估值", 10, color=DARK, twice=True)
    rows = [
        ["单位/百万元", *YEARS],
        ["营业收入", *map(figure, F.income["营业收入"])],
        ["YOY", *F.growth_revenue],
        ["归母净利润", *map(figure, F.income["归属母公司净利润"])],
        ["YOY", *F.growth_net],
        ["毛利率", *F.gross_margin],
        ["EPS（元）", *F.eps],
        ["ROE", *F.roe],
        ["PE（倍）", *F.pe],
    ]
    s.table("summary", MARGIN, 640, [135, 95, 95, 95, 95], rows, 8.5, 13)
    s.end()


def ttm_pe():
    """Price over the last four quarters: last year, plus these nine months, less last year's."""
    from model import GROUP

    profit = GROUP.income["2024"]["归母净利润"] + N["归母净利润"][0] - N["归母净利润"][1]
    return f"{half_up(Decimal(B['price']) * SHARES * 100 / profit, 1)}"


def bars(s, x, y, width, height):
    """Quarterly profit as bars with a value axis; the values are the filings'."""
    import model

    quarters = [v for v in model.quarters_2024()["归母净利润"]]
    half = N["归母净利润"][0] - Q["归母净利润"][0]
    first = int(half * Decimal("0.42"))
    values = [int(half_up(Decimal(v) / 100_000_000, 0)) for v in (*quarters, first, half - first, Q["归母净利润"][0])]
    labels = ("24Q1", "24Q2", "24Q3", "24Q4", "25Q1", "25Q2", "25Q3")
    top, base, left = 120, y + height - 14, x + 18
    scale_ = (height - 26) / top
    for v in range(0, top + 1, 40):
        s.text(left - 3, base - v * scale_ + 2, str(v), 6, RIGHT)
        s.c.setStrokeColor(colors.HexColor("#CCCCCC"))
        s.c.setLineWidth(0.3)
        s.c.line(left, HEIGHT - (base - v * scale_), x + width, HEIGHT - (base - v * scale_))
    step = (width - 20) / len(values)
    for n, (v, label) in enumerate(zip(values, labels)):
        s.c.setFillColor(DARK)
        s.c.rect(left + n * step + 3, HEIGHT - base, step - 7, v * scale_, stroke=0, fill=1)
        s.text(left + n * step + step / 2, base + 9, label, 5.5, CENTER)


def second_page(s):
    s.start()
    y = 78
    s.text(MARGIN, y, "1. 盈利预测调整", 12, color=DARK, twice=True)
    y = s.para(
        MARGIN,
        y + 22,
        WIDTH - 2 * MARGIN,
        "我们下调产品均价与产能利用率假设：谐波减速器2026年ASP同比下降7%（原假设为下降4%），RV减速器毛利率降至27%；同时上调研发费用率。调整前后对比如下表，“新”为本次预测，“旧”为2025年8月30日报告中的预测。",
    )
    rows = [["", "2025E 旧", "2025E 新", "变动", "2026E 旧", "2026E 新", "变动", "2027E 旧", "2027E 新", "变动"]]
    for label, new in (("营业收入", F.income["营业收入"][1:]), ("归母净利润", F.income["归属母公司净利润"][1:])):
        row = [label]
        for old, now in zip(OLD[label], new):
            row += [figure(old), figure(now), f"{half_up((Decimal(now) / old - 1) * 100, 1)}%"]
        rows.append(row)
    rows.append(
        ["EPS（元）", *(x for old, now in zip(OLD["EPS"], F.eps[1:]) for x in (old, now, f"{half_up((Decimal(now) / Decimal(old) - 1) * 100, 1)}%"))]
    )
    rows.append(
        ["毛利率", *(x for old, now in zip(OLD["毛利率"], F.gross_margin[1:]) for x in (old, now, f"{Decimal(now[:-1]) - Decimal(old[:-1])}pct"))]
    )
    s.text(MARGIN, y + 6, "表1：盈利预测调整（百万元）", 9, twice=True)
    y = s.table("revision", MARGIN, y + 22, [65] + [50] * 9, rows, 8, 13, zebra=True) + 12
    s.text(MARGIN, y, "资料来源：弘渡证券研究所预测", 7)
    y += 26
    s.text(MARGIN, y, "2. 主要分歧", 12, color=DARK, twice=True)
    for text in (
        "市场一致预期普遍以海外框架协议的最低采购量线性外推。我们认为：第一，协议未约定价格，且客户保留多供应商策略；第二，协作机器人整机价格仍在下行，上游让利难以避免；第三，越南基地的组装环节附加值有限，对集团毛利率反而有稀释。",
        "估值方面，可比公司2026年平均PE约42倍，公司当前估值已高于该水平。我们认为在利润增速降至10%-15%区间后，估值溢价难以维持。若公司人形机器人关节模组取得量产订单，我们将重新评估模型（upside risk）。",
    ):
        y = s.para(MARGIN, y + 20, WIDTH - 2 * MARGIN, text) - 8
    y += 26
    s.text(MARGIN, y, "3. 关键假设", 12, color=DARK, twice=True)
    harmonic, abroad = annual.segment_table("产品")["谐波减速器"][0][0], annual.segment_table("地区")["境外"][0][0]
    sold = annual.VOLUMES[0][3]
    rows = [
        ["指标", *YEARS],
        ["谐波减速器销量（万台）", f"{half_up(Decimal(sold) / 10_000, 2)}", "36.50", "43.80", "50.40"],
        ["谐波减速器ASP（元/台）", f"{half_up(Decimal(harmonic) / 100 / sold, 0):,}", "3,412", "3,173", "2,983"],
        ["产能利用率", "61%", "72%", "78%", "81%"],
        ["境外收入占比", f"{half_up(Decimal(abroad) / annual.I24['营业收入'] * 100, 1)}%", "20.5%", "21.8%", "23.0%"],
        ["研发费用率", "8.4%", "8.4%", "8.4%", "8.3%"],
    ]
    s.text(MARGIN, y + 18, "表2：关键假设", 9, twice=True)
    y = s.table("assumptions", MARGIN, y + 34, [175, 85, 85, 85, 85], rows, 8.5, 13) + 12
    s.text(MARGIN, y, "资料来源：公司公告，弘渡证券研究所预测", 7)
    s.end()


def third_page(s):
    s.start()
    s.marker("Finance", MARGIN, 66)
    s.text(MARGIN, 74, "财务报表预测摘要", 12, color=DARK, twice=True)
    widths, right = [93, 40, 40, 40, 40], 302
    y = s.table("income", MARGIN, 96, widths, statement("利润表（百万元）", F.income))
    s.table("cash", MARGIN, y + 20, widths, statement("现金流量表（百万元）", F.cash))
    y = s.table("balance", right, 96, widths, statement("资产负债表（百万元）", F.balance))
    s.table("ratios", right, y + 20, widths, statement("主要财务指标", F.ratio))
    s.text(MARGIN, 790, "资料来源：公司公告，弘渡证券研究所预测。注：2024A为公司年度报告数据四舍五入。", 7)
    s.end()


def fourth_page(s):
    s.start()
    s.marker("Disclaimer", MARGIN, 66)
    s.text(MARGIN, 78, "特别声明", 13, color=DARK, twice=True)
    y = 100
    for text in (
        f"{B['full']}经营范围包括证券投资咨询业务。本报告的作者具备证券分析师执业资格，报告中的观点、结论和建议独立、客观、公正。",
        "本报告仅供本公司客户参考，不构成所述证券的买卖出价或询价。投资者应当自主作出投资决策并自行承担投资风险，本公司及其雇员对使用本报告及其内容所引发的任何直接或间接损失概不负责。",
        "报告所引用的数据和信息均来自公开资料，本公司力求但不保证其准确性和完整性。本报告所载的意见、评估及预测仅为发布当日的观点，可以在不作通知的情况下修改。",
    ):
        y = s.para(MARGIN, y, WIDTH - 2 * MARGIN, text)
    s.text(MARGIN, y + 10, "评级标准", 11, color=DARK, twice=True)
    rows = [
        ["评级", "说明"],
        ["买入", "预期未来6-12个月内股价相对市场基准涨幅20%以上"],
        ["增持", "预期未来6-12个月内股价相对市场基准涨幅10%-20%"],
        ["中性", "预期未来6-12个月内股价相对市场基准波动在-10%-10%之间"],
        ["卖出", "预期未来6-12个月内股价相对市场基准跌幅10%以上"],
    ]
    s.table("ratings", MARGIN, y + 28, [70, 330], rows, 8.5, 14, words=True)
    s.end()


def make(path):
    register_not_embedded()
    s = Sheet(path)
    for page in (first_page, second_page, third_page, fourth_page):
        page(s)
    s.c.save()
    return s
