"""Section ten of the annual report: audit report, eight statements, policies, notes to the group's and the parent's statements."""

import math
from decimal import Decimal

from reportlab.lib import colors
from reportlab.platypus import CondPageBreak, Flowable, NextPageTemplate, PageBreak

import company as co
import lines
import model
from annual import (
    bearings,
    B22,
    B23,
    B24,
    C23,
    C24,
    I23,
    I24,
    LAND_WIDTH,
    key_ratios,
    main_business,
    non_recurring_of,
    research_total,
    segment_table,
    yoy,
)
from figures import WAN_FEN, bracketed, half_up, money, near, ratio, split, wan
from model import GROUP, PARENT, SHARES
from sheet import CENTER, LEFT, RIGHT, Mark

NOTE_ITEMS = [
    "货币资金",
    "交易性金融资产",
    "应收票据",
    "应收账款",
    "应收款项融资",
    "预付款项",
    "其他应收款",
    "存货",
    "合同资产",
    "其他流动资产",
    "长期股权投资",
    "其他权益工具投资",
    "投资性房地产",
    "固定资产",
    "在建工程",
    "使用权资产",
    "无形资产",
    "商誉",
    "长期待摊费用",
    "递延所得税资产",
    "其他非流动资产",
    "受限资产",
    "短期借款",
    "应付票据",
    "应付账款",
    "合同负债",
    "应付职工薪酬",
    "应交税费",
    "其他应付款",
    "一年内到期的非流动负债",
    "其他流动负债",
    "长期借款",
    "租赁负债",
    "预计负债",
    "递延收益",
    "股本",
    "资本公积",
    "其他综合收益",
    "专项储备",
    "盈余公积",
    "未分配利润",
    "营业收入",
    "税金及附加",
    "销售费用",
    "管理费用",
    "研发费用",
    "财务费用",
    "其他收益",
    "投资收益",
    "公允价值变动收益",
    "信用减值损失",
    "资产减值损失",
    "资产处置收益",
    "营业外收入",
    "营业外支出",
    "所得税费用",
    "现金流量表项目",
    "现金流量表补充资料",
]
NOTE = {name: n for n, name in enumerate(NOTE_ITEMS, 1)}
NOTE_OF_LINE = {
    "营业总收入": "",
    "营业成本": "营业收入",
    "归母权益": "",
    "其他经营收": "现金流量表项目",
    "其他经营付": "现金流量表项目",
    "其他筹资付": "现金流量表项目",
    "递延所得税负债": "递延所得税资产",
}
PARENT_NOTES = {"应收账款": 1, "其他应收款": 2, "长期股权投资": 3, "营业收入": 4, "营业成本": 4, "投资收益": 5}
SIGNED = f"公司负责人：{co.CHAIRMAN}    主管会计工作负责人：{co.FINANCE}    会计机构负责人：{co.ACCOUNTING}"


class Seal(Flowable):
    """A round red stamp drawn over what was printed before it, its words along the rim."""

    def __init__(self, words, x, y, radius=46):
        super().__init__()
        self.words, self.x, self.y, self.radius = words, x, y, radius

    def wrap(self, width, height):
        return 0, 0

    def draw(self):
        c = self.canv
        c.saveState()
        c.translate(self.x, self.y)
        red = colors.Color(0.85, 0.1, 0.1, alpha=0.62)
        c.setStrokeColor(red)
        c.setFillColor(red)
        c.setLineWidth(2.4)
        c.circle(0, 0, self.radius)
        path = c.beginPath()
        for k in range(10):
            r = 14 if k % 2 == 0 else 5.6
            a = math.pi / 2 + k * math.pi / 5
            (path.moveTo if k == 0 else path.lineTo)(r * math.cos(a), r * math.sin(a))
        path.close()
        c.drawPath(path, stroke=0, fill=1)
        c.setFont("Song", 10.5)
        step = 250 / max(1, len(self.words) - 1)
        for n, char in enumerate(self.words):
            c.saveState()
            c.rotate(125 - n * step)
            c.drawCentredString(0, self.radius - 14, char)
            c.restoreState()
        c.restoreState()


def add(s):
    s.section(10)
    audit(s)
    statements(s)
    basics(s)
    policies(s)
    taxes(s)
    s.head("七、合并财务报表项目注释")
    for part in (current_assets, long_assets, liabilities, equity_notes, income_notes, cash_notes):
        part(s)
    later_chapters(s)
    parent_notes(s)
    supplement(s)


# ------------------------------------------------------------------ audit report


def audit(s):
    s.head("一、审计报告")
    s.tick(True)
    s.head("审计报告", 14, CENTER, before=8, after=4)
    s.line("衡川审字〔2025〕第 0718 号", CENTER)
    s.line(f"{co.NAME}全体股东：", before=4)
    for heading, text in (
        (
            "一、审计意见",
            f"我们审计了{co.NAME}（以下简称“澄江智造公司”）财务报表，包括2024年12月31日的合并及母公司资产负债表，2024年度的合并及母公司利润表、合并及母公司现金流量表、合并及母公司所有者权益变动表，以及相关财务报表附注。\n"
            "我们认为，后附的财务报表在所有重大方面按照企业会计准则的规定编制，公允反映了澄江智造公司2024年12月31日的合并及母公司财务状况以及2024年度的合并及母公司经营成果和现金流量。",
        ),
        (
            "二、形成审计意见的基础",
            "我们按照中国注册会计师审计准则的规定执行了审计工作。我们独立于澄江智造公司，并履行了职业道德方面的其他责任。我们相信，我们获取的审计证据是充分、适当的，为发表审计意见提供了基础。",
        ),
        ("三、关键审计事项", "关键审计事项是我们根据职业判断，认为对本期财务报表审计最为重要的事项。"),
        (
            "（一）收入确认",
            f"澄江智造公司2024年度营业收入为{wan(I24['营业收入'])}万元，较上年增长{yoy(I24['营业收入'], I23['营业收入'])}%。收入是关键业绩指标，存在管理层为达到特定目标而操纵收入确认时点的固有风险，因此我们将其确定为关键审计事项。我们执行的程序包括：了解并测试与收入有关的内部控制；选取样本检查合同、签收单和验收单；对资产负债表日前后的交易实施截止测试；对主要客户实施函证。",
        ),
        (
            "（二）应收账款减值",
            f"截至2024年12月31日，合并财务报表中应收账款账面价值为{wan(B24['应收账款'])}万元，占资产总额的{ratio(B24['应收账款'], B24['总资产'])}%。预期信用损失的计量涉及管理层的重大判断。我们复核了账龄划分、历史损失率和前瞻性调整，并检查了期后回款。",
        ),
        (
            "（三）商誉减值",
            "苇川机电2024年度出现亏损，商誉存在减值迹象。管理层聘请评估机构协助测试，预测期收入增长率和折现率等参数涉及重大估计。我们利用内部估值专家复核了方法和关键假设，并与历史数据比对。",
        ),
        (
            "四、其他信息",
            "澄江智造公司管理层对其他信息负责。其他信息包括2024年年度报告中涵盖的信息，但不包括财务报表和我们的审计报告。我们对财务报表发表的审计意见不涵盖其他信息。",
        ),
        (
            "五、管理层和治理层对财务报表的责任",
            "管理层负责按照企业会计准则的规定编制财务报表，使其实现公允反映，并设计、执行和维护必要的内部控制。治理层负责监督财务报告过程。",
        ),
        (
            "六、注册会计师对财务报表审计的责任",
            "我们的目标是对财务报表整体是否不存在由于舞弊或错误导致的重大错报获取合理保证，并出具包含审计意见的审计报告。合理保证是高水平的保证，但并不能保证按照审计准则执行的审计在某一重大错报存在时总能发现。",
        ),
    ):
        s.sub(heading)
        for paragraph in text.split("\n"):
            s.p(paragraph)
    s.append(CondPageBreak(130))
    s.line(f"{co.AUDITOR}        中国注册会计师：{co.AUDIT_PARTNERS[0]}（项目合伙人）", before=18)
    s.line(f"中国 · 澄川                            中国注册会计师：{co.AUDIT_PARTNERS[1]}", before=12)
    s.line("二〇二五年四月二十三日", RIGHT, before=10)
    s.append(Seal("衡川会计师事务所（特殊普通合伙）", 92, 52))


# ------------------------------------------------------------------ statements


def eps_cell(year):
    return f"{model.eps(GROUP.income[year]['归母净利润'])}"


def statement_rows(form, now, before, columns, notes, eps=()):
    rows, indents, bold = [["项目", "附注", *columns]], {}, []
    for label, key, _, indent in form:
        r = len(rows)
        indents[r] = indent
        if key == "#":
            bold.append(r)
            rows.append([label, "", "", ""])
            continue
        cells = list(eps) if key == "eps" else [money(now.get(key)) if key else "", money(before.get(key)) if key else ""]
        rows.append([label, notes.get(key, "") if any(cells) else "", *cells])
    return rows, indents, bold


def note_labels():
    labels = {}
    for key in {k for form in (lines.BALANCE, lines.INCOME, lines.CASH) for _, k, _, _ in form}:
        name = NOTE_OF_LINE.get(key, key)
        if name in NOTE:
            labels[key] = f"七、{NOTE[name]}"
    return labels


def statement(s, name, title, day, form, now, before, columns, notes, widths=(212, 44, 88, 88), eps=(), repeat=False, extra=(), **options):
    s.append(CondPageBreak(170))
    s.append(Mark(s.book, name))
    s.head(title, 12, CENTER, before=8, after=2, fake=True)
    s.line(day, CENTER, keep=True)
    s.line(f"编制单位：{co.NAME}", LEFT, 9.5, keep=True)
    s.unit()
    rows, indents, bold = statement_rows(form, now, before, columns, notes, eps)
    s.grid(
        name,
        rows,
        widths,
        size=9,
        align=[LEFT, CENTER, RIGHT, RIGHT],
        indents=indents,
        bold_rows=bold,
        repeat=repeat,
        caption=title,
        unit="元",
        kind="cross-page",
        **options,
    )
    for text in extra:
        s.line(text, before=3)
    s.line(SIGNED, LEFT, 9.5, before=4, after=6)


def statements(s):
    s.append(CondPageBreak(500))
    s.head("二、财务报表")
    group_notes, parent = note_labels(), {k: f"十九、{n}" for k, n in PARENT_NOTES.items()}
    stock, flow = ("2024年12月31日", "2023年12月31日"), ("2024年度", "2023年度")
    statement(s, "balance", "合并资产负债表", "2024年12月31日", lines.BALANCE, B24, B23, stock, group_notes)
    s.append(Seal(co.NAME, 350, 58))
    statement(
        s,
        "parent_balance",
        "母公司资产负债表",
        "2024年12月31日",
        lines.parent_lines(lines.BALANCE),
        PARENT.balance["2024"],
        PARENT.balance["2023"],
        stock,
        parent,
        repeat=True,
    )
    statement(
        s,
        "income",
        "合并利润表",
        "2024年1—12月",
        lines.INCOME,
        I24,
        I23,
        flow,
        group_notes,
        eps=(eps_cell("2024"), eps_cell("2023")),
        extra=[
            f"本期发生同一控制下企业合并的，被合并方在合并前实现的净利润为：{money(near(640, 'nr', '2024', 5))}元，上期被合并方实现的净利润为：{money(near(1450, 'merged', '归母净利润'))}元。"
        ],
    )
    statement(
        s,
        "parent_income",
        "母公司利润表",
        "2024年1—12月",
        lines.parent_lines(lines.INCOME),
        PARENT.income["2024"],
        PARENT.income["2023"],
        flow,
        parent,
    )
    statement(s, "cash", "合并现金流量表", "2024年1—12月", lines.CASH, C24, C23, flow, group_notes, style="open")
    statement(
        s,
        "parent_cash",
        "母公司现金流量表",
        "2024年1—12月",
        lines.parent_lines(lines.CASH),
        PARENT.cash["2024"],
        PARENT.cash["2023"],
        flow,
        {},
        widths=(150, 40, 121, 121),
        split_in_row=True,
    )
    s += [NextPageTemplate("land"), PageBreak()]
    equity_statement(s, GROUP, "equity", "合并所有者权益变动表", "2024", True)
    s.append(PageBreak())
    equity_statement(s, GROUP, "equity_2023", "合并所有者权益变动表（续）", "2023", True)
    s.append(PageBreak())
    equity_statement(s, PARENT, "parent_equity", "母公司所有者权益变动表", "2024", False)
    s += [NextPageTemplate("body"), PageBreak()]


EQUITY_COLUMNS = ["股本", "资本公积", "其他综合收益", "专项储备", "盈余公积", "未分配利润"]


def equity_moves(books, year):
    """Rows of the statement: label -> amounts by column. Each column adds up to the closing balance."""
    before, after, move = books.balance[str(int(year) - 1)], books.balance[year], books.equity_moves[year]
    group, shares_paid = books.scope == "group", model.share_payment(year)
    safe = after["专项储备"] - before["专项储备"]
    drawn = near({"2023": 620, "2024": 710}[year] // (1 if group else 2), "safety", books.scope, year)
    rows = [
        (
            "本期综合收益总额",
            {"其他综合收益": books.income[year]["其他综合收益"], "未分配利润": move["净利润"], "少数股东权益": move.get("少数股东损益")},
        ),
        ("所有者投入", {"少数股东权益": move.get("少数股东投入") or None}),
        ("股份支付", {"资本公积": shares_paid}),
        ("其他投入", {"资本公积": after["资本公积"] - before["资本公积"] - shares_paid or None}),
        ("提取盈余公积", {"盈余公积": move["提取盈余公积"], "未分配利润": -move["提取盈余公积"]}),
        ("分配", {"未分配利润": -move["分红"], "少数股东权益": -move["少数股东股利"] if move.get("少数股东股利") else None}),
        ("本期提取", {"专项储备": drawn}),
        ("本期使用", {"专项储备": safe - drawn}),
    ]
    for column in EQUITY_COLUMNS + (["少数股东权益"] if group else []):
        assert before[column] + sum(amounts.get(column) or 0 for _, amounts in rows) == after[column], (books.scope, year, column)
    return rows


def equity_statement(s, books, name, title, year, group):
    s.append(Mark(s.book, name))
    s.head(title, 12, CENTER, before=0, after=2, fake=True)
    s.line(f"{year}年1—12月", CENTER, keep=True)
    s.unit()
    columns = EQUITY_COLUMNS + (["小计", "少数股东权益"] if group else []) + ["所有者权益合计"]
    head1 = ["项目", f"{year}年度"] + ["<"] * (len(columns) - 1)
    if group:
        head2 = ["^", "归属于母公司所有者权益"] + ["<"] * 6 + ["少数股东权益", "所有者权益合计"]
        head3 = ["^", "实收资本（或股本）"] + columns[1:6] + ["小计", "^", "^"]
        rows = [head1, head2, head3]
    else:
        rows = [head1, ["^", "实收资本（或股本）"] + columns[1:]]

    def line(label, amounts, full=False):
        own = [amounts.get(c) for c in EQUITY_COLUMNS]
        cells = [money(x) for x in own]
        some = any(x is not None for x in own)
        subtotal = sum(x or 0 for x in own)
        if group:
            minority = amounts.get("少数股东权益")
            cells += [money(subtotal) if some else "", money(minority), money(subtotal + (minority or 0)) if some or minority is not None else ""]
        else:
            cells.append(money(subtotal) if some else "")
        rows.append([label, *cells])

    before, after = books.balance[str(int(year) - 1)], books.balance[year]
    moves = dict(equity_moves(books, year))
    total = lambda *names: {
        c: sum(moves[n].get(c) or 0 for n in names) for c in EQUITY_COLUMNS + ["少数股东权益"] if any(moves[n].get(c) is not None for n in names)
    }
    opening = dict(before)
    if group and year == "2023":
        merged = {"资本公积": near(2000, "merged eq", 1), "未分配利润": near(860, "merged eq", 2)}
        line("一、上年年末余额", {k: opening[k] - merged.get(k, 0) for k in EQUITY_COLUMNS + ["少数股东权益"]})
        line("加：会计政策变更", {})
        line("同一控制下企业合并", merged)
    else:
        line("一、上年年末余额", opening)
        line("加：会计政策变更", {})
    line("二、本年期初余额", opening)
    line("三、本期增减变动金额（减少以“－”号填列）", total(*moves))
    line("（一）综合收益总额", moves["本期综合收益总额"])
    line("（二）所有者投入和减少资本", total("所有者投入", "股份支付", "其他投入"))
    line("1．所有者投入的普通股", moves["所有者投入"])
    line("2．股份支付计入所有者权益的金额", moves["股份支付"])
    line("3．其他", moves["其他投入"])
    line("（三）利润分配", total("提取盈余公积", "分配"))
    line("1．提取盈余公积", moves["提取盈余公积"])
    line("2．对所有者（或股东）的分配", moves["分配"])
    line("（四）专项储备", total("本期提取", "本期使用"))
    line("1．本期提取", moves["本期提取"])
    line("2．本期使用", moves["本期使用"])
    line("（五）其他", {})
    line("四、本期期末余额", after)
    widths = [128] + [65] * (len(columns)) if group else [150] + [80] * len(columns)
    s.grid(name, rows, widths, total=LAND_WIDTH, size=7.5, header=3 if group else 2, kind="landscape", caption=title, unit="元", pad=1.8)
    s.line(SIGNED, LEFT, 9, before=4)


# ------------------------------------------------------------------ chapters three to six


def basics(s):
    s.head("三、公司基本情况")
    s.sub("1、公司概况")
    s.p(
        f"{co.NAME}前身为澄川市减速机厂，2008年改制设立有限责任公司，2015年整体变更为股份有限公司，2018年首次公开发行股票并上市。公司注册资本为人民币{SHARES / 10_000:,.2f}万元，注册地址为{co.PLACE}，法定代表人{co.CHAIRMAN}。"
    )
    s.p("本公司及子公司主要从事精密减速器、伺服驱动系统、智能装备及工业软件的研发、生产和销售。本财务报表经公司董事会于2025年4月23日批准报出。")
    s.head("四、财务报表的编制基础")
    s.sub("1、编制基础")
    s.p("本公司财务报表以持续经营为基础，根据实际发生的交易和事项，按照企业会计准则的规定进行确认和计量。")
    s.sub("2、持续经营")
    s.tick(True)
    s.p("本公司自报告期末起12个月内不存在影响持续经营能力的重大事项。")


POLICIES = [
    (
        "1、遵循企业会计准则的声明",
        "本公司编制的财务报表符合企业会计准则的要求，真实、完整地反映了公司的财务状况、经营成果、所有者权益变动和现金流量等有关信息。",
    ),
    ("2、会计期间", "本公司会计年度自公历1月1日起至12月31日止。"),
    ("3、记账本位币", "本公司以人民币为记账本位币。境外子公司澄江德国以欧元、澄江越南以越南盾为记账本位币，编制合并报表时折算为人民币。"),
    (
        "4、重要性标准确定方法和选择依据",
        "重要的单项计提坏账准备的应收款项：单项金额超过300万元；重要的在建工程：单个项目预算超过5,000万元；重要的账龄超过1年的应付账款：单项金额超过200万元。",
    ),
    (
        "5、同一控制下和非同一控制下企业合并的会计处理方法",
        "同一控制下的企业合并，取得的资产和负债按合并日在最终控制方合并财务报表中的账面价值计量，支付对价与取得净资产账面价值的差额调整资本公积，资本公积不足冲减的调整留存收益。非同一控制下的企业合并，合并成本大于可辨认净资产公允价值份额的差额确认为商誉。",
    ),
    (
        "6、控制的判断标准和合并财务报表的编制方法",
        "合并范围以控制为基础确定。因同一控制下企业合并增加的子公司，视同自最终控制方开始控制时即纳入合并范围，并调整比较期间的数据。集团内部往来、交易及未实现损益在合并时抵销。",
    ),
    (
        "7、现金及现金等价物的确定标准",
        "现金是指库存现金以及可以随时用于支付的存款；现金等价物是指持有期限短、流动性强、易于转换为已知金额现金且价值变动风险很小的投资。票据保证金等使用受限的资金不作为现金及现金等价物。",
    ),
    (
        "8、外币业务和外币报表折算",
        "外币交易按交易发生日的即期汇率折算。资产负债表日，外币货币性项目按当日即期汇率折算，汇兑差额计入财务费用。境外经营的资产负债按期末汇率折算，收入费用按平均汇率折算，差额计入其他综合收益。",
    ),
    (
        "9、金融工具",
        "金融资产按管理业务模式和合同现金流量特征，分类为以摊余成本计量、以公允价值计量且其变动计入其他综合收益、以公允价值计量且其变动计入当期损益三类。持有的银行理财产品列报为交易性金融资产；既以收取合同现金流量又以出售为目标的银行承兑汇票列报为应收款项融资。对以摊余成本计量的金融资产和合同资产，以预期信用损失为基础计提减值准备；对应收账款按整个存续期内预期信用损失的金额计量损失准备。",
    ),
    (
        "10、应收账款",
        "除单项评估外，按照账龄组合计算预期信用损失。账龄组合的预期信用损失率为：1年以内5%，1至2年10%，2至3年30%，3至4年50%，4至5年80%，5年以上100%。",
    ),
    (
        "11、存货",
        "存货包括原材料、在产品、库存商品、发出商品和委托加工物资，发出时采用月末一次加权平均法计价。资产负债表日按成本与可变现净值孰低计量，可变现净值低于成本的，计提存货跌价准备。",
    ),
    ("12、长期股权投资", "对子公司的投资采用成本法核算，对联营企业的投资采用权益法核算。"),
    ("13、固定资产", "固定资产按成本入账，自达到预定可使用状态的次月起采用年限平均法计提折旧。"),
    (
        "14、在建工程",
        "在建工程达到预定可使用状态时转入固定资产。已达到预定可使用状态但尚未办理竣工决算的，按估计价值转入，待决算后调整原暂估价值，但不调整已计提的折旧额。",
    ),
    (
        "15、无形资产与研发支出",
        "土地使用权按出让年限平均摊销，专利技术按5至10年摊销，软件按3至5年摊销。研究阶段的支出于发生时计入当期损益；开发阶段的支出同时满足技术可行、有意图和能力完成、能够产生经济利益、有足够资源支持、支出能够可靠计量五项条件的，予以资本化。",
    ),
    (
        "16、长期资产减值",
        "对固定资产、在建工程、使用权资产、无形资产等，于资产负债表日判断是否存在减值迹象；商誉无论是否存在减值迹象，至少每年进行减值测试。减值损失一经确认，在以后会计期间不予转回。",
    ),
    (
        "17、收入",
        "本公司在客户取得相关商品控制权时确认收入。境内零部件销售，在货物送达并经客户签收后确认；境外销售，按合同约定的贸易术语在货物越过船舷或送达指定地点时确认；智能装备在安装调试完成并取得客户验收单时确认；软件服务按履约进度在一段时间内确认。",
    ),
    (
        "18、政府补助",
        "与资产相关的政府补助确认为递延收益，在相关资产使用寿命内平均计入其他收益；与收益相关的政府补助，用于补偿已发生成本费用的直接计入当期损益。",
    ),
    ("19、租赁", "作为承租人，对除短期租赁和低价值资产租赁以外的租赁确认使用权资产和租赁负债。"),
]


def policies(s):
    s.head("五、重要会计政策及会计估计")
    for heading, text in POLICIES:
        s.sub(heading)
        s.p(text)
        if heading.startswith("13"):
            s.grid(
                "depreciation",
                [
                    ["类别", "折旧方法", "折旧年限（年）", "残值率", "年折旧率"],
                    ["房屋及建筑物", "年限平均法", "20-40", "5%", "2.38%-4.75%"],
                    ["机器设备", "年限平均法", "5-12", "5%", "7.92%-19.00%"],
                    ["运输设备", "年限平均法", "4-6", "5%", "15.83%-23.75%"],
                    ["电子设备及其他", "年限平均法", "3-5", "5%", "19.00%-31.67%"],
                ],
                [110, 80, 80, 62, 100],
                size=9.5,
                align=[LEFT] + [CENTER] * 4,
                style="open",
                kind="open-sided",
                caption="固定资产折旧方法",
            )
    s.sub("20、重要会计政策和会计估计的变更")
    s.tick(True)
    s.p(
        "财政部于2023年发布《企业会计准则解释第17号》，本公司自2024年1月1日起执行，对财务报表无重大影响。同一控制下企业合并对2023年12月31日合并资产负债表主要项目的影响如下："
    )
    s.unit()
    effects = []
    before = model.before_restatement_2023()
    parts = split(near(9870, "merged", "总资产"), (2100, 3900, 1800, 2070), "restatement")
    for k, part in zip(("货币资金", "应收账款", "存货", "固定资产"), parts):
        effects.append([k, money(B23[k] - part), money(part), money(B23[k])])
    effects.append(["资产总计", money(before["总资产"]), money(near(9870, "merged", "总资产")), money(B23["总资产"])])
    effects.append(["归属于母公司所有者权益合计", money(before["净资产"]), money(near(4310, "merged", "净资产")), money(B23["归母权益"])])
    s.grid(
        "restatement",
        [["受影响的报表项目", "调整前", "影响金额", "调整后"], *effects],
        [144, 96, 96, 96],
        size=9.5,
        caption="同一控制下企业合并对2023年末主要项目的影响",
        unit="元",
    )


def taxes(s):
    s.head("六、税项")
    s.sub("1、主要税种及税率")
    s.grid(
        "taxes",
        [
            ["税种", "计税依据", "税率"],
            ["增值税", "销售货物、提供应税劳务收入", "13%、9%、6%"],
            ["城市维护建设税", "实际缴纳的流转税额", "7%"],
            ["企业所得税", "应纳税所得额", "15%、20%、25%、30%"],
        ],
        [110, 212, 110],
        size=10,
        align=[LEFT, LEFT, CENTER],
        caption="主要税种及税率",
    )
    s.sub("存在不同企业所得税税率纳税主体的，披露情况说明")
    s.grid(
        "tax_entities",
        [
            ["纳税主体名称", "所得税税率（%）"],
            [co.NAME, "15"],
            ["澄江精密传动有限公司", "15"],
            ["澄江伺服技术有限公司", "15"],
            ["澄江软件技术有限公司", "15"],
            ["苇川机电有限公司", "25"],
            ["Chengjiang Robotics GmbH", "30"],
            ["澄江（越南）有限公司", "20"],
        ],
        [280, 152],
        size=10,
        align=[LEFT, CENTER],
        caption="所得税税率",
    )
    s.sub("2、税收优惠")
    s.p(
        "公司及澄江传动、澄江伺服、澄江软件为高新技术企业，2024年度按15%的税率缴纳企业所得税。公司作为先进制造业企业，可按当期可抵扣进项税额加计5%抵减应纳增值税额。"
    )


# ------------------------------------------------------------------ chapter seven: assets

NOTE_ROOM = 132  # points that a note wants at the bottom of a page before it starts there


def note(s, name, title=None):
    s.append(CondPageBreak(NOTE_ROOM))
    s.head(f"{NOTE[name]}、{title or name}")


def simple(
    s,
    name,
    labels,
    weights,
    key=None,
    columns=("期末余额", "期初余额"),
    now=None,
    before=None,
    style="grid",
    last="合计",
    fmt=money,
    unit=True,
    widths=(200, 116, 116),
    title=None,
    sub=None,
    kind="lattice",
):
    """A note that splits one line of the statements into parts, for both years."""
    if sub is None:
        note(s, name, title)
    else:
        s.sub(sub)
    if unit:
        s.unit()
    now, before = now if now is not None else B24[key or name], before if before is not None else B23[key or name]
    a, b = split(now, weights[0], "note", name, sub, 1), split(before, weights[1], "note", name, sub, 0)
    rows = (
        [["项目", *columns]]
        + [[label, fmt(x) if x else "", fmt(y) if y else ""] for label, x, y in zip(labels, a, b)]
        + [[last, fmt(now), fmt(before)]]
    )
    s.grid(
        "note_" + name + (sub or ""), rows, widths, size=9.5, style=style, caption=(sub or name).split("、")[-1].split("）")[-1], unit="元", kind=kind
    )
    return a, b


def current_assets(s):
    note(s, "货币资金")
    s.unit()
    cash = []
    for b in (B24, B23):
        till, foreign = near(8.6, "till", b["货币资金"]), near(6400, "deposit abroad", b["货币资金"])
        bank = b["货币资金"] - b["受限资金"] - till
        cash.append([till, bank, b["受限资金"], b["货币资金"], foreign])
    s.grid(
        "note_货币资金",
        [["项目", "期末余额", "期初余额"]]
        + [[label, money(x), money(y)] for label, x, y in zip(("库存现金", "银行存款", "其他货币资金", "合计", "其中：存放在境外的款项总额"), *cash)],
        [200, 116, 116],
        size=9.5,
        caption="货币资金",
        unit="元",
    )
    s.line("其他说明：其他货币资金为银行承兑汇票保证金和保函保证金，使用受到限制。", before=3)
    simple(s, "交易性金融资产", ["银行理财产品", "结构性存款"], ((10_100, 5_500), (16_800, 5_700)))
    simple(s, "应收票据", ["银行承兑票据", "商业承兑票据"], ((7_420, 1_840), (6_930, 1_480)))
    receivables(s, "应收账款", GROUP, "note_receivables")
    simple(s, "应收款项融资", ["银行承兑汇票"], ((1,), (1,)))
    note(s, "预付款项")
    s.unit()
    a, b = split(B24["预付款项"], (4120, 380, 120, 60), "prepay", 1), split(B23["预付款项"], (4610, 340, 110, 60), "prepay", 0)
    rows = [["账龄", "期末余额", "<", "期初余额", "<"], ["^", "金额", "比例(%)", "金额", "比例(%)"]]
    rows += [
        [label, money(x), f"{ratio(x, B24['预付款项'])}", money(y), f"{ratio(y, B23['预付款项'])}"]
        for label, x, y in zip(("1年以内", "1至2年", "2至3年", "3年以上"), a, b)
    ]
    rows.append(["合计", money(B24["预付款项"]), "100.00", money(B23["预付款项"]), "100.00"])
    s.grid("note_预付款项", rows, [92, 100, 60, 100, 80], header=2, size=9.5, caption="预付款项按账龄列示", unit="元", kind="merged-header")
    note(s, "其他应收款")
    s.sub("（1）按款项性质分类情况")
    s.unit()
    gross24, gross23 = B24["其他应收款"] + near(206, "or", 24), B23["其他应收款"] + near(231, "or", 23)
    a, b = split(gross24, (960, 540, 446), "or", 1), split(gross23, (1250, 690, 551), "or", 0)
    s.grid(
        "note_其他应收款",
        [["款项性质", "期末账面余额", "期初账面余额"]]
        + [[label, money(x), money(y)] for label, x, y in zip(("押金及保证金", "应收出口退税", "备用金及其他"), a, b)]
        + [
            ["合计", money(gross24), money(gross23)],
            ["减：坏账准备", bracketed(B24["其他应收款"] - gross24), bracketed(B23["其他应收款"] - gross23)],
            ["账面价值", money(B24["其他应收款"]), money(B23["其他应收款"])],
        ],
        [200, 116, 116],
        size=9.5,
        style="rules",
        caption="按款项性质分类情况",
        unit="元",
        kind="stream",
    )
    inventory(s)
    note(s, "合同资产")
    s.unit()
    lost = [contract_allowance(y) for y in ("2024", "2023")]
    s.grid(
        "note_contract",
        [
            ["项目", "期末余额", "<", "<", "期初余额", "<", "<"],
            ["^", "账面余额", "减值准备", "账面价值", "账面余额", "减值准备", "账面价值"],
            ["智能装备质保金", *(money(x) for b, a in ((B24, lost[0]), (B23, lost[1])) for x in (b["合同资产"] + a, a, b["合同资产"]))],
            ["合计", *(money(x) for b, a in ((B24, lost[0]), (B23, lost[1])) for x in (b["合同资产"] + a, a, b["合同资产"]))],
        ],
        [72, 64, 58, 62, 62, 56, 58],
        header=2,
        size=8.5,
        caption="合同资产情况",
        unit="元",
        kind="merged-header",
    )
    simple(s, "其他流动资产", ["待抵扣增值税进项税额", "预缴企业所得税", "待摊费用"], ((3_010, 680, 460), (2_640, 520, 450)))


AGES = ["1年以内", "1至2年", "2至3年", "3至4年", "4至5年", "5年以上"]
LOSS = (5, 10, 30, 50, 80, 100)


def receivable_books(books, year):
    """Gross amounts by age, the single-item part, and the allowance, so that gross less allowance is the carrying amount."""
    net = books.balance[year]["应收账款"]
    weights = {"2024": (84, 10.2, 3.0, 1.3, 0.7, 0.8), "2023": (84.5, 9.6, 3.0, 1.4, 0.8, 0.7)}[year]
    single = near({"2024": 1860, "2023": 1420}[year] * (1 if books.scope == "group" else 0.4), "single", books.scope, year)
    coverage = sum(w * r for w, r in zip(weights, LOSS)) / sum(weights) / 100
    gross = int(net / (1 - coverage))
    parts = split(gross, weights, "ages", books.scope, year)
    provisions = [int(half_up(Decimal(p) * r / 100, 0)) for p, r in zip(parts, LOSS)]
    youngest = net - (sum(parts[1:]) - sum(provisions[1:]))  # what the youngest is worth after its 5 %
    parts[0] = int(half_up(Decimal(youngest) * 100 / (100 - LOSS[0]), 0))
    provisions[0] = parts[0] - youngest
    return parts, provisions, single


def allowance(books):
    """Opening, charge, reversal, written off, closing of the allowance for receivables."""
    (_, now, single), (_, before, single0) = receivable_books(books, "2024"), receivable_books(books, "2023")
    group = books.scope == "group"
    opening, closing = sum(before) + single0, sum(now) + single
    back, gone = near(148, "nr", "2024", 4) if group else near(36, "back"), near(92 if group else 28, "written off", books.scope)
    return opening, closing - opening + back + gone, back, gone, closing


def receivables(s, name, books, key):
    if books.scope == "group":
        note(s, name)
    parts24, provisions24, single24 = receivable_books(books, "2024")
    parts23, provisions23, single23 = receivable_books(books, "2023")
    ages24, ages23 = (
        [a + b for a, b in zip(parts, split(single, (0, 20, 35, 25, 12, 8), key, n))]
        for n, (parts, single) in enumerate(((parts24, single24), (parts23, single23)))
    )
    s.sub("（1）按账龄披露")
    s.tick(True)
    s.unit()
    s.grid(
        key + "_age",
        [["账龄", "期末账面余额", "期初账面余额"]]
        + [[label, money(a), money(b)] for label, a, b in zip(AGES, ages24, ages23)]
        + [["合计", money(sum(ages24)), money(sum(ages23))]],
        [160, 136, 136],
        size=9.5,
        caption="应收账款按账龄披露",
        unit="元",
    )
    s.sub("（2）按坏账计提方法分类披露")
    s.unit()
    classes(s, key + "_class", [(parts24, provisions24, single24), (parts23, provisions23, single23)])
    s.line("组合计提项目：账龄组合", before=3, keep=True)
    s.unit()
    rows = [["名称", "期末余额", "<", "<"], ["^", "应收账款", "坏账准备", "计提比例（%）"]]
    rows += [[label, money(a), money(p), f"{ratio(p, a)}"] for label, a, p in zip(AGES, parts24, provisions24)]
    rows.append(["合计", money(sum(parts24)), money(sum(provisions24)), f"{ratio(sum(provisions24), sum(parts24))}"])
    s.grid(
        key + "_group", rows, [112, 120, 120, 80], header=2, size=9.5, repeat=True, caption="组合计提项目：账龄组合", unit="元", kind="merged-header"
    )
    s.sub("（3）坏账准备的情况")
    s.unit()
    opening, charge, back, gone, closing = allowance(books)
    s.grid(
        key + "_allowance",
        [
            ["类别", "期初余额", "本期变动金额", "<", "<", "<", "期末余额"],
            ["^", "^", "计提", "收回或转回", "转销或核销", "其他变动", "^"],
            ["应收账款坏账准备", money(opening), money(charge), money(back), money(gone), "", money(closing)],
            ["合计", money(opening), money(charge), money(back), money(gone), "", money(closing)],
        ],
        [72, 66, 64, 58, 58, 48, 66],
        header=2,
        size=8.5,
        caption="坏账准备的情况",
        unit="元",
        kind="merged-header",
    )
    if books.scope == "group":
        s.sub("（4）按欠款方归集的期末余额前五名的应收账款和合同资产情况")
        s.unit()
        top = [near(x, "top debtor", n) for n, x in enumerate((9870, 7640, 6120, 4930, 3880))]
        asset = [near(x, "top asset", n) if x else None for n, x in enumerate((640, 0, 420, 0, 310))]
        whole = sum(ages24) + B24["合同资产"]
        rows = [["单位名称", "应收账款期末余额", "合同资产期末余额", "应收账款和合同资产期末余额", "占合计数的比例（%）", "坏账准备期末余额"]]
        rows += [
            [
                f"第{'一二三四五'[n]}名",
                money(a),
                money(c),
                money(a + (c or 0)),
                f"{ratio(a + (c or 0), whole)}",
                money(int(half_up(Decimal(a) / 20, 0))),
            ]
            for n, (a, c) in enumerate(zip(top, asset))
        ]
        total = sum(top) + sum(x or 0 for x in asset)
        rows.append(
            [
                "合计",
                money(sum(top)),
                money(sum(x or 0 for x in asset)),
                money(total),
                f"{ratio(total, whole)}",
                money(sum(int(half_up(Decimal(a) / 20, 0)) for a in top)),
            ]
        )
        s.grid("note_top_debtors", rows, [54, 84, 76, 84, 58, 76], size=8.5, caption="前五名应收账款和合同资产", unit="元", kind="wrapped-cells")


def classes(s, name, years):
    """Two levels of merged headers and narrow columns: figures wrap inside their cells."""
    head = [
        ["类别", "期末余额", "<", "<", "<", "<", "期初余额", "<", "<", "<", "<"],
        ["^", "账面余额", "<", "坏账准备", "<", "账面价值", "账面余额", "<", "坏账准备", "<", "账面价值"],
        ["^", "金额", "比例(%)", "金额", "计提比例(%)", "^", "金额", "比例(%)", "金额", "计提比例(%)", "^"],
    ]
    body = [["按单项计提坏账准备"], ["按组合计提坏账准备"], ["其中："], ["账龄组合"], ["合计"]]
    for parts, provisions, single in years:
        gross, lost = sum(parts), sum(provisions)
        whole = gross + single
        body[0] += [money(single), f"{ratio(single, whole)}", money(single), "100.00", ""]
        for row in (body[1], body[3]):
            row += [money(gross), f"{ratio(gross, whole)}", money(lost), f"{ratio(lost, gross)}", money(gross - lost)]
        body[2] += [""] * 5
        body[4] += [money(whole), "100.00", money(lost + single), f"{ratio(lost + single, whole)}", money(gross - lost)]
    s.grid(
        name,
        head + body,
        [42, 50, 28, 44, 28, 50, 50, 28, 44, 28, 50],
        header=3,
        size=8,
        caption="按坏账计提方法分类披露",
        unit="元",
        kind="wrapped-cells",
    )


INVENTORY = (
    ("原材料", 21_300, 18_900, 820, 640),
    ("在产品", 14_600, 11_700, 0, 0),
    ("库存商品", 32_900, 26_800, 2_460, 1_910),
    ("发出商品", 11_800, 10_700, 390, 310),
    ("委托加工物资", 2_470, 1_660, 0, 0),
)


def inventory(s):
    note(s, "存货")
    s.sub("（1）存货分类")
    s.unit()
    reserve24, reserve23 = [near(i[3], "reserve", i[0], 24) or 0 for i in INVENTORY], [near(i[4], "reserve", i[0], 23) or 0 for i in INVENTORY]
    net24, net23 = split(B24["存货"], [i[1] - i[3] for i in INVENTORY], "inv", 24), split(B23["存货"], [i[2] - i[4] for i in INVENTORY], "inv", 23)
    rows = [
        ["项目", "期末余额", "<", "<", "期初余额", "<", "<"],
        ["^", "账面余额", "存货跌价准备", "账面价值", "账面余额", "存货跌价准备", "账面价值"],
    ]
    for n, item in enumerate(INVENTORY):
        rows.append(
            [
                item[0],
                money(net24[n] + reserve24[n]),
                money(reserve24[n] or None),
                money(net24[n]),
                money(net23[n] + reserve23[n]),
                money(reserve23[n] or None),
                money(net23[n]),
            ]
        )
    rows.append(
        [
            "合计",
            money(B24["存货"] + sum(reserve24)),
            money(sum(reserve24)),
            money(B24["存货"]),
            money(B23["存货"] + sum(reserve23)),
            money(sum(reserve23)),
            money(B23["存货"]),
        ]
    )
    s.grid("note_inventory", rows, [48, 66, 60, 66, 66, 60, 66], header=2, size=8.5, caption="存货分类", unit="元", kind="merged-header")
    s.sub("（2）存货跌价准备及合同履约成本减值准备")
    s.unit()
    rows = [["项目", "期初余额", "本期增加金额", "<", "本期减少金额", "<", "期末余额"], ["^", "^", "计提", "其他", "转回或转销", "其他", "^"]]
    charged, used = inventory_charge()
    sums = [0, 0]
    for n, item in enumerate(INVENTORY):
        if not reserve24[n]:
            continue
        rows.append([item[0], money(reserve23[n]), money(charged[n]), "", money(reserve23[n] + charged[n] - reserve24[n]), "", money(reserve24[n])])
        sums = [sums[0] + charged[n], sums[1] + reserve23[n] + charged[n] - reserve24[n]]
    rows.append(["合计", money(sum(reserve23)), money(sums[0]), "", money(sums[1]), "", money(sum(reserve24))])
    s.grid(
        "note_inventory_reserve",
        rows,
        [62, 72, 72, 40, 72, 42, 72],
        header=2,
        size=8.5,
        caption="存货跌价准备及合同履约成本减值准备",
        unit="元",
        kind="merged-header",
    )


def contract_allowance(year):
    return near({"2024": 256, "2023": 180}[year], "contract allowance", year)


def contract_loss():
    return contract_allowance("2024") - contract_allowance("2023")


def goodwill_loss():
    return B23["商誉"] - B24["商誉"]


def inventory_charge():
    """Write-downs of the year by category: what the impairment line has beside goodwill and contract assets."""
    total = -I24["资产减值损失"] - goodwill_loss() - contract_loss()
    parts = split(total, (430, 0, 1360, 224, 0), "charge")
    parts[3] += parts[4]
    parts[4] = 0
    return parts, total


def long_assets(s):
    note(s, "长期股权投资")
    s.tick(True)
    s.unit()
    open_, close = split(B23["长期股权投资"], (4_870, 3_260), "lti", 0), None
    earn = split(I24["联营"], (620, 270), "lti", 1)
    paid = B23["长期股权投资"] + I24["联营"] - B24["长期股权投资"]
    rows = [
        ["被投资单位", "期初余额", "本期增减变动", "<", "<", "<", "<", "<", "期末余额"],
        ["^", "^", "追加投资", "减少投资", "权益法下确认的投资损益", "其他综合收益调整", "其他权益变动", "宣告发放现金股利或利润", "^"],
        ["联营企业"] + ["<"] * 8,
    ]
    for n, name in enumerate(("砺锋互联", "星轴轴承")):
        dividend = paid if n == 1 else None
        rows.append([name, money(open_[n]), "", "", money(earn[n]), "", "", money(dividend), money(open_[n] + earn[n] - (dividend or 0))])
    rows.append(["合计", money(sum(open_)), "", "", money(sum(earn)), "", "", money(paid) if paid else "", money(B24["长期股权投资"])])
    s.grid(
        "note_associates",
        rows,
        [46, 58, 34, 34, 58, 42, 38, 58, 64],
        header=2,
        size=8,
        align=[LEFT] + [RIGHT] * 8,
        caption="长期股权投资情况",
        unit="元",
        kind="wrapped-cells",
    )
    note(s, "其他权益工具投资")
    s.unit()
    s.grid(
        "note_other_equity",
        [
            ["项目", "期初余额", "本期增减变动", "<", "期末余额", "累计计入其他综合收益的损失"],
            ["^", "^", "追加投资", "本期计入其他综合收益的损失", "^", "^"],
            [
                "澄川农商银行股权",
                money(B23["其他权益工具投资"]),
                "",
                bracketed(B24["其他权益工具投资"] - B23["其他权益工具投资"]),
                money(B24["其他权益工具投资"]),
                bracketed(B24["其他权益工具投资"] - B23["其他权益工具投资"]),
            ],
        ],
        [84, 80, 54, 74, 70, 70],
        header=2,
        size=8.5,
        caption="其他权益工具投资情况",
        unit="元",
        kind="merged-header",
    )
    note(s, "投资性房地产")
    s.unit()
    cost = near(3_650, "property")
    s.grid(
        "note_property",
        [
            ["项目", "期末余额", "期初余额"],
            ["房屋、建筑物原值", money(cost), money(cost)],
            ["减：累计折旧", money(cost - B24["投资性房地产"]), money(cost - B23["投资性房地产"])],
            ["账面价值", money(B24["投资性房地产"]), money(B23["投资性房地产"])],
        ],
        [200, 116, 116],
        size=9.5,
        caption="投资性房地产",
        unit="元",
    )
    fixed_assets(s)
    building(s)
    note(s, "使用权资产")
    s.unit()
    rolled(
        s, "note_right_of_use", ["房屋及建筑物"], [B23["使用权资产"]], [B24["使用权资产"]], [4_190], [0], used_up("rou", "2024"), extra="本期新增租赁"
    )
    note(s, "无形资产")
    s.unit()
    nets24, nets23 = (
        split(B24["无形资产"], (14_300, 6_900, 3_600), "intangible", 24),
        split(B23["无形资产"], (14_650, 5_650, 2_600), "intangible", 23),
    )
    rolled(
        s,
        "note_intangible",
        ["土地使用权", "专利技术", "软件"],
        nets23,
        nets24,
        [17_800, 11_200, 6_300],
        [0, 0, 0],
        used_up("amo", "2024"),
        extra="购置及内部研发",
    )
    goodwill(s)
    note(s, "长期待摊费用")
    s.unit()
    added, amortised = near(930, "lta"), used_up("lta", "2024")
    s.grid(
        "note_deferred",
        [
            ["项目", "期初余额", "本期增加金额", "本期摊销金额", "其他减少金额", "期末余额"],
            ["装修及改造支出", money(B23["长期待摊费用"]), money(added), money(amortised), "", money(B24["长期待摊费用"])],
            ["合计", money(B23["长期待摊费用"]), money(added), money(amortised), "", money(B24["长期待摊费用"])],
        ],
        [92, 68, 68, 68, 68, 68],
        size=9,
        caption="长期待摊费用",
        unit="元",
    )
    deferred_tax(s)
    simple(s, "其他非流动资产", ["预付工程设备款", "大额存单"], ((1_870, 1_000), (5_300, 1_000)))
    note(s, "受限资产", "所有权或使用权受到限制的资产")
    s.unit()
    pledged = [near(x, "pledged", n) for n, x in enumerate((2_180, 9_640, 3_720))]
    whole = B24["受限资金"] + sum(pledged)
    s.grid(
        "note_restricted",
        [
            ["项目", "期末账面价值", "受限情况"],
            ["货币资金", money(B24["受限资金"]), "票据及保函保证金"],
            ["应收票据", money(pledged[0]), "已背书未到期"],
            ["固定资产", money(pledged[1]), "借款抵押"],
            ["无形资产", money(pledged[2]), "借款抵押"],
            ["合计", money(whole), "/"],
        ],
        [140, 146, 146],
        size=9.5,
        align=[LEFT, RIGHT, CENTER],
        style="zebra",
        caption="所有权或使用权受到限制的资产",
        unit="元",
        kind="zebra",
    )


def used_up(kind, year):
    """Depreciation and amortisation of a year, the same in the roll-forwards and in the cash flow reconciliation."""
    if kind == "lta" and year == "2024":
        return B23["长期待摊费用"] + near(930, "lta") - B24["长期待摊费用"]
    return near(
        {"dep": {"2024": 12_460, "2023": 9_870}, "rou": {"2024": 1_120, "2023": 980}, "amo": {"2024": 2_310, "2023": 1_940}, "lta": {"2023": 460}}[
            kind
        ][year],
        kind,
        year,
    )


def rolled(s, name, classes_, nets0, nets1, gross0, sold, total_charge, extra="购置", caption=None):
    """Roll-forward of cost and accumulated depreciation by class; additions take what the carrying amounts need."""
    n = len(classes_)
    cost0 = [near(x, name, "cost", k) for k, x in enumerate(gross0)]
    dep0 = [c - x for c, x in zip(cost0, nets0)]
    charge = split(total_charge, dep0, name, "charge")
    gone = [near(x, name, "gone", k) or 0 for k, x in enumerate(sold)]
    gone_dep = [int(g * Decimal("0.8")) for g in gone]
    dep1 = [d + c - g for d, c, g in zip(dep0, charge, gone_dep)]
    cost1 = [x + d for x, d in zip(nets1, dep1)]
    added = [c1 - c0 + g for c0, c1, g in zip(cost0, cost1, gone)]
    total = lambda xs: [*xs, sum(xs)] if n > 1 else xs
    cells = lambda xs: [money(x) if x else "" for x in total(xs)]
    rows = [
        ["项目", *classes_, *(["合计"] if n > 1 else [])],
        ["一、账面原值"] + ["<"] * (n + (n > 1)),
        ["1.期初余额", *cells(cost0)],
        ["2.本期增加金额", *cells(added)],
        [f"（1）{extra}", *cells(added)],
        ["3.本期减少金额", *cells(gone)],
        ["4.期末余额", *cells(cost1)],
        ["二、累计折旧（摊销）"] + ["<"] * (n + (n > 1)),
        ["1.期初余额", *cells(dep0)],
        ["2.本期增加金额", *cells(charge)],
        ["（1）计提", *cells(charge)],
        ["3.本期减少金额", *cells(gone_dep)],
        ["4.期末余额", *cells(dep1)],
        ["三、账面价值"] + ["<"] * (n + (n > 1)),
        ["1.期末账面价值", *cells(nets1)],
        ["2.期初账面价值", *cells(nets0)],
    ]
    widths = [112] + [320 / (n + (n > 1))] * (n + (n > 1))
    s.grid(name, rows, widths, size=9 if n < 4 else 8.5, bold_rows=(1, 7, 13), caption=caption or "增减变动", unit="元", kind="cross-page")
    return sum(charge)


def fixed_assets(s):
    note(s, "固定资产")
    s.unit()
    nets24, nets23 = (
        split(B24["固定资产"], (58_400, 64_100, 1_500, 4_600), "fixed", 24),
        split(B23["固定资产"], (41_200, 50_300, 1_360, 3_840), "fixed", 23),
    )
    rolled(
        s,
        "note_fixed",
        ["房屋及建筑物", "机器设备", "运输设备", "电子设备及其他"],
        nets23,
        nets24,
        [58_900, 92_400, 3_120, 9_870],
        [0, 2_360, 210, 480],
        used_up("dep", "2024"),
        extra="购置及在建工程转入",
        caption="固定资产情况",
    )


def building(s):
    note(s, "在建工程")
    s.sub("（1）在建工程情况")
    s.unit()
    names = ["临江二期精密减速器项目", "越南装配基地", "研发中心大楼", "零星工程"]
    a, b = split(B24["在建工程"], (4_080, 5_900, 1_315, 1_105), "cip", 24), split(B23["在建工程"], (25_300, 1_230, 0, 1_270), "cip", 23)
    rows = [["项目", "期末余额", "<", "<", "期初余额", "<", "<"], ["^", "账面余额", "减值准备", "账面价值", "账面余额", "减值准备", "账面价值"]]
    rows += [[k, money(x), "", money(x), money(y) if y else "", "", money(y) if y else ""] for k, x, y in zip(names, a, b)]
    rows.append(["合计", money(sum(a)), "", money(sum(a)), money(sum(b)), "", money(sum(b))])
    s.grid("note_building", rows, [84, 74, 36, 74, 74, 36, 74], header=2, size=8.5, caption="在建工程情况", unit="元", kind="merged-header")
    s.sub("（2）重要在建工程项目本期变动情况")
    s.unit("单位：万元  币种：人民币")
    added = near(14_236.5, "cip added")
    moved = b[0] + added - a[0]
    added2 = a[1] - b[1] + near(180, "cip vn")
    rows = [
        [
            "项目名称",
            "预算数",
            "期初余额",
            "本期增加金额",
            "本期转入固定资产金额",
            "期末余额",
            "工程累计投入占预算比例(%)",
            "利息资本化累计金额",
            "资金来源",
        ],
        [names[0], "68,000.00", wan(b[0]), wan(added), wan(moved), wan(a[0]), "94.00", "1,286.40", "自筹"],
        [names[1], "12,500.00", wan(b[1]), wan(added2), "180.00", wan(a[1]), "48.84", "", "自筹"],
    ]
    s.grid(
        "note_building_moves",
        rows,
        [70, 48, 50, 50, 52, 50, 44, 40, 28],
        size=8,
        align=[LEFT] + [RIGHT] * 7 + [CENTER],
        caption="重要在建工程项目本期变动情况",
        unit="万元",
        kind="wrapped-cells",
    )


def goodwill(s):
    note(s, "商誉")
    s.sub("（1）商誉账面原值")
    s.unit()
    s.grid(
        "note_goodwill",
        [
            ["被投资单位名称或形成商誉的事项", "期初余额", "本期增加", "本期减少", "期末余额"],
            ["苇川机电有限公司", money(B23["商誉"]), "", "", money(B23["商誉"])],
            ["合计", money(B23["商誉"]), "", "", money(B23["商誉"])],
        ],
        [150, 84, 57, 57, 84],
        size=9,
        caption="商誉账面原值",
        unit="元",
    )
    s.sub("（2）商誉减值准备")
    s.unit()
    lost = goodwill_loss()
    s.grid(
        "note_goodwill_loss",
        [
            ["被投资单位名称或形成商誉的事项", "期初余额", "本期增加", "本期减少", "期末余额"],
            ["苇川机电有限公司", "", money(lost), "", money(lost)],
            ["合计", "", money(lost), "", money(lost)],
        ],
        [150, 84, 57, 57, 84],
        size=9,
        caption="商誉减值准备",
        unit="元",
    )
    s.p(
        "商誉减值测试：将苇川机电整体作为一个资产组，可收回金额按预计未来现金流量的现值确定。预测期5年，预测期收入增长率为3%至8%，稳定期增长率为0，税前折现率为12.6%。经测试，本期计提商誉减值准备"
        f"{money(lost)}元。"
    )


def deferred_tax(s):
    note(s, "递延所得税资产", "递延所得税资产、递延所得税负债")
    s.sub("（1）未经抵销的递延所得税资产")
    s.unit()
    labels = ("资产减值准备", "递延收益", "可抵扣亏损", "租赁负债", "预提费用及其他")
    a, b = split(B24["递延所得税资产"], (2_010, 980, 620, 340, 470), "dta", 24), split(B23["递延所得税资产"], (1_620, 870, 480, 230, 440), "dta", 23)
    base = [int(x / Decimal("0.155")) for x in a], [int(x / Decimal("0.155")) for x in b]
    rows = [["项目", "期末余额", "<", "期初余额", "<"], ["^", "可抵扣暂时性差异", "递延所得税资产", "可抵扣暂时性差异", "递延所得税资产"]]
    rows += [[k, money(p), money(x), money(q), money(y)] for k, p, x, q, y in zip(labels, base[0], a, base[1], b)]
    rows.append(["合计", money(sum(base[0])), money(sum(a)), money(sum(base[1])), money(sum(b))])
    s.grid("note_dta", rows, [92, 85, 85, 85, 85], header=2, size=9, style="open", caption="未经抵销的递延所得税资产", unit="元", kind="open-sided")
    s.sub("（2）未经抵销的递延所得税负债")
    s.unit()
    a, b = split(B24["递延所得税负债"], (720, 420), "dtl", 24), split(B23["递延所得税负债"], (560, 410), "dtl", 23)
    s.grid(
        "note_dtl",
        [["项目", "期末递延所得税负债", "期初递延所得税负债"]]
        + [[k, money(x), money(y)] for k, x, y in zip(("固定资产加速折旧", "使用权资产及其他"), a, b)]
        + [["合计", money(sum(a)), money(sum(b))]],
        [180, 126, 126],
        size=9.5,
        caption="未经抵销的递延所得税负债",
        unit="元",
    )


# ------------------------------------------------------------------ chapter seven: liabilities, equity


def liabilities(s):
    simple(
        s,
        "短期借款",
        ["质押借款", "抵押借款", "保证借款", "信用借款", "应计利息"],
        ((2_000, 8_000, 14_500, 22_260, 40), (1_500, 7_000, 11_000, 15_970, 30)),
    )
    simple(s, "应付票据", ["银行承兑汇票", "商业承兑汇票"], ((24_600, 1_300), (20_800, 600)))
    simple(s, "应付账款", ["材料款", "工程设备款", "其他"], ((47_900, 15_300, 3_100), (39_400, 13_200, 2_600)))
    simple(s, "合同负债", ["智能装备预收款", "零部件预收款", "软件服务预收款"], ((9_450, 2_140, 1_610), (7_180, 2_010, 1_410)))
    payroll(s)
    simple(
        s,
        "应交税费",
        ["增值税", "企业所得税", "个人所得税", "房产税及土地使用税", "其他"],
        ((1_320, 1_180, 190, 420, 150), (1_560, 1_840, 170, 390, 220)),
    )
    simple(s, "其他应付款", ["押金保证金", "应付费用", "股权收购款", "其他"], ((1_910, 2_760, 0, 1_060), (1_640, 2_380, 0, 940)))
    simple(s, "一年内到期的非流动负债", ["一年内到期的长期借款", "一年内到期的租赁负债"], ((10_200, 1_100), (7_850, 850)))
    simple(s, "其他流动负债", ["待转销项税额", "已背书未终止确认的票据"], ((1_460, 2_180), (1_270, 1_920)))
    simple(s, "长期借款", ["抵押借款", "保证借款", "信用借款"], ((18_500, 14_000, 9_000), (15_000, 12_000, 7_000)))
    s.line("长期借款利率区间为2.85%至3.95%。", before=3)
    simple(s, "租赁负债", ["租赁付款额", "减：未确认融资费用"], ((2_490, -230), (1_690, -150)))
    simple(s, "预计负债", ["产品质量保证"], ((1,), (1,)))
    note(s, "递延收益")
    s.unit()
    got, used = grant_moves()
    s.grid(
        "note_grants",
        [
            ["项目", "期初余额", "本期增加", "本期减少", "期末余额", "形成原因"],
            ["与资产相关的政府补助", money(B23["递延收益"]), money(got), money(used), money(B24["递延收益"]), "产线技改补助"],
            ["合计", money(B23["递延收益"]), money(got), money(used), money(B24["递延收益"]), "/"],
        ],
        [86, 74, 68, 68, 74, 62],
        size=9,
        align=[LEFT, RIGHT, RIGHT, RIGHT, RIGHT, CENTER],
        caption="递延收益",
        unit="元",
    )


def grant_moves():
    """Grants received and taken to income in the year."""
    got = near(2_460, "grant")
    return got, B23["递延收益"] + got - B24["递延收益"]


def payroll(s):
    note(s, "应付职工薪酬")
    s.sub("（1）应付职工薪酬列示")
    s.unit()
    paid = C24["职工"]
    charge = B24["应付职工薪酬"] - B23["应付职工薪酬"] + paid
    plus, minus = split(charge, (91, 8.4, 0.6), "pay", 1), split(paid, (91, 8.4, 0.6), "pay", 2)
    opening = split(B23["应付职工薪酬"], (97.2, 2.8, 0), "pay", 0)
    opening[1] += opening[2]
    opening[2] = 0
    minus[2] = plus[2]
    minus[1] = plus[1] - near(18, "pay", 3)
    minus[0] = paid - minus[1] - minus[2]
    rows = [["项目", "期初余额", "本期增加", "本期减少", "期末余额"]]
    closing = [o + p - m for o, p, m in zip(opening, plus, minus)]
    for label, o, p, m, c in zip(("一、短期薪酬", "二、离职后福利-设定提存计划", "三、辞退福利"), opening, plus, minus, closing):
        rows.append([label, money(o) if o else "", money(p), money(m), money(c) if c else ""])
    rows.append(["合计", money(B23["应付职工薪酬"]), money(charge), money(paid), money(B24["应付职工薪酬"])])
    assert sum(closing) == B24["应付职工薪酬"]
    s.grid("note_payroll", rows, [124, 76, 78, 78, 76], size=9, caption="应付职工薪酬列示", unit="元")
    s.sub("（2）短期薪酬列示")
    s.unit()
    labels = (
        "一、工资、奖金、津贴和补贴",
        "二、职工福利费",
        "三、社会保险费",
        "其中：医疗保险费",
        "工伤保险费",
        "四、住房公积金",
        "五、工会经费和职工教育经费",
    )
    shares = (0.826, 0.052, 0.051, 0.047, 0.004, 0.054, 0.017)
    o = split(opening[0], (92.4, 0.4, 1.6, 2.1, 3.5), "short", 0)
    p = split(plus[0], (82.6, 5.2, 5.1, 5.4, 1.7), "short", 1)
    c = split(closing[0], (92.0, 0.4, 1.7, 2.2, 3.7), "short", 2)
    m = [a + b - d for a, b, d in zip(o, p, c)]
    insured = [split(x[2], (92, 8), "insured", n) for n, x in enumerate((o, p, m))]
    insured.append([a + b - d for a, b, d in zip(*insured[:3])])
    table = [["项目", "期初余额", "本期增加", "本期减少", "期末余额"]]
    order = [0, 1, 2, None, None, 3, 4]
    for n, (label, k) in enumerate(zip(labels, order)):
        values = [x[k] for x in (o, p, m, c)] if k is not None else [x[n - 3] for x in insured]
        table.append([label, *map(money, values)])
    table.append(["合计", money(opening[0]), money(plus[0]), money(minus[0]), money(closing[0])])
    s.grid(
        "note_payroll_short",
        table,
        [124, 76, 78, 78, 76],
        size=9,
        repeat=True,
        caption="短期薪酬列示",
        unit="元",
        kind="cross-page",
        indents={4: 2, 5: 8},
    )


def equity_notes(s):
    note(s, "股本")
    s.line("单位：股", RIGHT, 9.5, keep=True)
    s.grid(
        "note_shares",
        [
            ["", "期初余额", "本次变动增减（+、－）", "<", "<", "<", "<", "期末余额"],
            ["^", "^", "发行新股", "送股", "公积金转股", "其他", "小计", "^"],
            ["股份总数", f"{SHARES:,}", "", "", "", "", "", f"{SHARES:,}"],
        ],
        [56, 84, 46, 40, 50, 36, 36, 84],
        header=2,
        size=9,
        caption="股本",
        unit="股",
        kind="merged-header",
    )
    moves = dict(equity_moves(GROUP, "2024"))
    note(s, "资本公积")
    s.unit()
    a = split(B23["资本公积"], (97_900, 860), "capital", 0)
    premium_less = moves["其他投入"]["资本公积"]
    s.grid(
        "note_capital",
        [
            ["项目", "期初余额", "本期增加", "本期减少", "期末余额"],
            ["资本溢价（股本溢价）", money(a[0]), "", money(-premium_less), money(a[0] + premium_less)],
            ["其他资本公积", money(a[1]), money(moves["股份支付"]["资本公积"]), "", money(a[1] + moves["股份支付"]["资本公积"])],
            ["合计", money(B23["资本公积"]), money(moves["股份支付"]["资本公积"]), money(-premium_less), money(B24["资本公积"])],
        ],
        [124, 80, 74, 74, 80],
        size=9,
        caption="资本公积",
        unit="元",
    )
    s.line("资本溢价本期减少系同一控制下企业合并支付对价所致。", before=3)
    note(s, "其他综合收益")
    s.unit()
    fair24, rate24 = I24["权益工具公允价值"], I24["折算差额"]
    s.grid(
        "note_oci",
        [
            ["项目", "期初余额", "税后归属于母公司", "期末余额"],
            ["一、不能重分类进损益的其他综合收益", "", bracketed(fair24), bracketed(fair24)],
            ["二、将重分类进损益的其他综合收益", bracketed(B23["其他综合收益"]), bracketed(rate24), bracketed(B23["其他综合收益"] + rate24)],
            ["其他综合收益合计", bracketed(B23["其他综合收益"]), bracketed(fair24 + rate24), bracketed(B24["其他综合收益"])],
        ],
        [180, 84, 84, 84],
        size=9,
        caption="其他综合收益",
        unit="元",
        kind="lattice",
    )
    note(s, "专项储备")
    s.unit()
    s.grid(
        "note_safety",
        [
            ["项目", "期初余额", "本期增加", "本期减少", "期末余额"],
            [
                "安全生产费",
                money(B23["专项储备"]),
                money(moves["本期提取"]["专项储备"]),
                money(-moves["本期使用"]["专项储备"]),
                money(B24["专项储备"]),
            ],
        ],
        [92, 85, 85, 85, 85],
        size=9.5,
        caption="专项储备",
        unit="元",
    )
    note(s, "盈余公积")
    s.unit()
    s.grid(
        "note_surplus",
        [
            ["项目", "期初余额", "本期增加", "本期减少", "期末余额"],
            ["法定盈余公积", money(B23["盈余公积"]), money(moves["提取盈余公积"]["盈余公积"]), "", money(B24["盈余公积"])],
            ["合计", money(B23["盈余公积"]), money(moves["提取盈余公积"]["盈余公积"]), "", money(B24["盈余公积"])],
        ],
        [92, 85, 85, 85, 85],
        size=9.5,
        caption="盈余公积",
        unit="元",
    )
    note(s, "未分配利润")
    s.unit()
    m24, m23 = GROUP.equity_moves["2024"], GROUP.equity_moves["2023"]
    merged = near(860, "merged eq", 2)
    s.grid(
        "note_retained",
        [
            ["项目", "本期", "上期"],
            ["调整前上期末未分配利润", money(B23["未分配利润"]), money(B22["未分配利润"] - merged)],
            ["调整期初未分配利润合计数（调增+，调减－）", "", money(merged)],
            ["调整后期初未分配利润", money(B23["未分配利润"]), money(B22["未分配利润"])],
            ["加：本期归属于母公司所有者的净利润", money(m24["净利润"]), money(m23["净利润"])],
            ["减：提取法定盈余公积", money(m24["提取盈余公积"]), money(m23["提取盈余公积"])],
            ["应付普通股股利", money(m24["分红"]), money(m23["分红"])],
            ["期末未分配利润", money(B24["未分配利润"]), money(B23["未分配利润"])],
        ],
        [212, 110, 110],
        size=9.5,
        caption="未分配利润",
        unit="元",
    )


# ------------------------------------------------------------------ chapter seven: income and cash flow


def income_notes(s):
    note(s, "营业收入", "营业收入和营业成本")
    s.sub("（1）营业收入和营业成本情况")
    s.unit()
    main, other = main_business()
    rows = [
        ["项目", "本期发生额", "<", "上期发生额", "<"],
        ["^", "收入", "成本", "收入", "成本"],
        ["主营业务", *map(money, (*main["2024"], *main["2023"]))],
        ["其他业务", *map(money, (*other["2024"], *other["2023"]))],
        ["合计", money(I24["营业收入"]), money(I24["营业成本"]), money(I23["营业收入"]), money(I23["营业成本"])],
    ]
    s.grid("note_revenue", rows, [68, 91, 91, 91, 91], header=2, size=9, caption="营业收入和营业成本情况", unit="元", kind="merged-header")
    s.sub("（2）营业收入、营业成本的分解信息")
    s.unit()
    rows = [["合同分类", "减速器及伺服分部", "<", "智能装备分部", "<", "软件及其他分部", "<", "合计", "<"], ["^"] + ["营业收入", "营业成本"] * 4]
    industries = segment_table("行业")
    groups = [industries["机器人零部件"][0], industries["智能装备"][0], tuple(x + y for x, y in zip(industries["工业软件"][0], other["2024"]))]
    total = (I24["营业收入"], I24["营业成本"])
    abroad = [split(x, w, "areas", n) for n, (x, w) in enumerate(zip(segment_table("地区")["境外"][0], ((520, 105, 9), (310, 72, 6))))]
    areas = [(v - abroad[n % 2][n // 2], abroad[n % 2][n // 2]) for n, v in enumerate(v for g in groups for v in g)]
    timing = [
        split(x, w, "timing", n) for n, (x, w) in enumerate(zip((v for g in groups for v in g), ((1, 0), (1, 0), (1, 0), (1, 0), (38, 62), (36, 64))))
    ]

    def block(title, labels, parts):
        rows.append([title] + ["<"] * 8)
        for k, label in enumerate(labels):
            values = [p[k] for p in parts]
            rows.append([label, *(money(v) if v else "" for v in values), money(sum(values[0::2])), money(sum(values[1::2]))])

    block("按经营地区分类", ("境内", "境外"), areas)
    block("按商品转让的时间分类", ("在某一时点转让", "在某一时段内转让"), timing)
    rows.append(["合计", *(money(v) for g in groups for v in g), money(total[0]), money(total[1])])
    s.grid(
        "note_revenue_split",
        rows,
        [44, 50, 50, 46, 46, 46, 46, 52, 52],
        header=2,
        size=8,
        caption="营业收入、营业成本的分解信息",
        unit="元",
        kind="wrapped-cells",
    )
    year = ("本期发生额", "上期发生额")
    flow = lambda key: dict(now=I24[key], before=I23[key], columns=year)
    simple(
        s,
        "税金及附加",
        ["城市维护建设税", "教育费附加", "房产税", "土地使用税", "印花税及其他"],
        ((640, 460, 610, 210, 260), (610, 440, 520, 200, 220)),
        **flow("税金及附加"),
    )
    simple(
        s,
        "销售费用",
        ["职工薪酬", "差旅及招待费", "展览及广告费", "售后服务费", "股份支付", "其他"],
        ((10_260, 3_420, 2_980, 2_640, 70, 2_030), (9_020, 2_950, 2_160, 2_380, 90, 1_700)),
        **flow("销售费用"),
    )
    simple(
        s,
        "管理费用",
        ["职工薪酬", "折旧与摊销", "中介机构费", "股份支付", "办公及差旅费", "其他"],
        ((10_640, 3_980, 1_260, 212, 1_870, 1_888), (9_480, 3_360, 890, 202, 1_690, 1_778)),
        **flow("管理费用"),
    )
    simple(
        s,
        "研发费用",
        ["职工薪酬", "材料及试制费", "折旧与摊销", "委外研发费", "其他"],
        ((15_420, 7_260, 2_640, 1_180, 1_100), (13_260, 5_980, 2_140, 940, 880)),
        **flow("研发费用"),
    )
    note(s, "财务费用")
    s.unit()
    rows = [["项目", *year]]
    rest = [i["财务费用"] - i["利息费用"] + i["利息收入"] for i in (I24, I23)]
    fees = [near(186, "fees", 24), near(164, "fees", 23)]
    for label, a, b in (
        ("利息费用", I24["利息费用"], I23["利息费用"]),
        ("减：利息收入", I24["利息收入"], I23["利息收入"]),
        ("汇兑损失（收益以“－”号填列）", rest[0] - fees[0], rest[1] - fees[1]),
        ("手续费及其他", fees[0], fees[1]),
        ("合计", I24["财务费用"], I23["财务费用"]),
    ):
        rows.append([label, money(a), money(b)])
    s.grid("note_finance", rows, [200, 116, 116], size=9.5, caption="财务费用", unit="元")
    note(s, "其他收益")
    s.unit()
    grants = grant_moves()[1]
    now, before = (
        split(I24["其他收益"] - grants, (2_430, 1_640, 20), "other income", 24),
        split(I23["其他收益"], (2_680, 900, 20, 1_380), "other income", 23),
    )
    rows = [
        ["项目", *year],
        ["与收益相关的政府补助", money(now[0]), money(before[0])],
        ["递延收益摊销", money(grants), money(before[3])],
        ["增值税加计抵减", money(now[1]), money(before[1])],
        ["个税手续费返还", money(now[2]), money(before[2])],
        ["合计", money(I24["其他收益"]), money(I23["其他收益"])],
    ]
    s.grid("note_other_income", rows, [200, 116, 116], size=9.5, caption="其他收益", unit="元")
    note(s, "投资收益")
    s.unit()
    wealth = [near({"2024": 530, "2023": 810}[y], "nr", y, 3) for y in ("2024", "2023")]
    s.grid(
        "note_gains",
        [
            ["项目", *year],
            ["权益法核算的长期股权投资收益", money(I24["联营"]), money(I23["联营"])],
            ["理财产品投资收益", money(wealth[0]), money(wealth[1])],
            ["应收款项融资终止确认损益", money(I24["投资收益"] - I24["联营"] - wealth[0]), money(I23["投资收益"] - I23["联营"] - wealth[1])],
            ["合计", money(I24["投资收益"]), money(I23["投资收益"])],
        ],
        [200, 116, 116],
        size=9.5,
        caption="投资收益",
        unit="元",
    )
    simple(s, "公允价值变动收益", ["交易性金融资产"], ((1,), (1,)), **flow("公允价值变动收益"))
    note(s, "信用减值损失")
    s.unit()
    _, charged, back, _, _ = allowance(GROUP)
    now = [-near(62, "bills loss"), back - charged]
    before = split(I23["信用减值损失"], (41, 1_470, 29), "credit", 23)
    labels = ("应收票据坏账损失", "应收账款坏账损失", "其他应收款坏账损失")
    s.grid(
        "note_credit",
        [["项目", *year]]
        + [[k, bracketed(x), bracketed(y)] for k, x, y in zip(labels, [*now, I24["信用减值损失"] - sum(now)], before)]
        + [["合计", bracketed(I24["信用减值损失"]), bracketed(I23["信用减值损失"])]],
        [200, 116, 116],
        size=9.5,
        style="rules",
        caption="信用减值损失",
        unit="元",
        kind="stream",
    )
    note(s, "资产减值损失")
    s.unit()
    _, charge = inventory_charge()
    before = split(I23["资产减值损失"], (1200, 60), "impairment", 23)
    s.grid(
        "note_impairment",
        [
            ["项目", *year],
            ["一、存货跌价损失及合同履约成本减值损失", bracketed(-charge), bracketed(before[0])],
            ["二、合同资产减值损失", bracketed(-contract_loss()), bracketed(before[1])],
            ["三、商誉减值损失", bracketed(-goodwill_loss()), ""],
            ["合计", bracketed(I24["资产减值损失"]), bracketed(I23["资产减值损失"])],
        ],
        [200, 116, 116],
        size=9.5,
        style="rules",
        caption="资产减值损失",
        unit="元",
        kind="stream",
    )
    simple(s, "资产处置收益", ["固定资产处置利得或损失"], ((1,), (1,)), **flow("资产处置收益"))
    simple(s, "营业外收入", ["违约赔偿收入", "无需支付的款项", "其他"], ((140, 70, 50), (90, 60, 40)), **flow("营业外收入"))
    simple(s, "营业外支出", ["对外捐赠", "非流动资产报废损失", "其他"], ((46, 190, 74), (38, 140, 62)), **flow("营业外支出"))
    note(s, "所得税费用")
    s.sub("（1）所得税费用表")
    s.unit()
    deferred = [
        (B24["递延所得税负债"] - B23["递延所得税负债"]) - (B24["递延所得税资产"] - B23["递延所得税资产"]) - near(54, "oci tax"),
        (B23["递延所得税负债"] - B22["递延所得税负债"]) - (B23["递延所得税资产"] - B22["递延所得税资产"]),
    ]
    s.grid(
        "note_tax",
        [
            ["项目", *year],
            ["当期所得税费用", money(I24["所得税费用"] - deferred[0]), money(I23["所得税费用"] - deferred[1])],
            ["递延所得税费用", money(deferred[0]), money(deferred[1])],
            ["合计", money(I24["所得税费用"]), money(I23["所得税费用"])],
        ],
        [200, 116, 116],
        size=9.5,
        caption="所得税费用表",
        unit="元",
    )
    s.sub("（2）会计利润与所得税费用调整过程")
    s.unit()
    at_rate = int(half_up(Decimal(I24["利润总额"]) * 15 / 100, 0))
    research = -int(half_up(Decimal(I24["研发费用"]) * Decimal("0.0952"), 0))
    others = split(I24["所得税费用"] - at_rate - research, (62, 14, 24), "tax bridge")
    s.grid(
        "note_tax_bridge",
        [
            ["项目", "本期发生额"],
            ["利润总额", money(I24["利润总额"])],
            ["按法定/适用税率计算的所得税费用", money(at_rate)],
            ["子公司适用不同税率的影响", money(others[0])],
            ["调整以前期间所得税的影响", money(others[1])],
            ["不可抵扣的成本、费用和损失的影响", money(others[2])],
            ["研发费用加计扣除的影响", money(research)],
            ["所得税费用", money(I24["所得税费用"])],
        ],
        [250, 182],
        size=9.5,
        caption="会计利润与所得税费用调整过程",
        unit="元",
    )


def cash_notes(s):
    year = ("本期发生额", "上期发生额")
    note(s, "现金流量表项目")
    merger = model.CASH_PAID_MERGER_WAN * WAN_FEN
    fixed = {"利息收入": (I24["利息收入"], I23["利息收入"]), "同一控制下企业合并对价": (merger, 0)}
    for n, (label, key, labels, weights) in enumerate(
        (
            ("收到的其他与经营活动有关的现金", "其他经营收", ("政府补助", "利息收入", "保证金及往来款"), ((4_930, 0, 2_890), (4_540, 0, 2_300))),
            (
                "支付的其他与经营活动有关的现金",
                "其他经营付",
                ("付现销售费用", "付现管理及研发费用", "保证金及其他"),
                ((10_900, 13_600, 9_100), (9_100, 12_400, 8_300)),
            ),
            ("支付的其他与筹资活动有关的现金", "其他筹资付", ("同一控制下企业合并对价", "租赁付款额", "其他"), ((0, 1_290, 330), (0, 1_180, 280))),
        ),
        1,
    ):
        s.sub(f"（{n}）{label}")
        s.unit()
        parts = []
        for k, c in enumerate((C24, C23)):
            known = [fixed[x][k] if x in fixed else 0 for x in labels]
            parts.append([a or b for a, b in zip(known, split(c[key] - sum(known), weights[k], "cash note", key, k))])
        rows = (
            [["项目", *year]]
            + [[x, money(a or None), money(b or None)] for x, a, b in zip(labels, *parts)]
            + [["合计", money(C24[key]), money(C23[key])]]
        )
        s.grid(f"note_cash{n}", rows, [200, 116, 116], size=9.5, caption=label, unit="元")
    note(s, "现金流量表补充资料")
    s.sub("（1）现金流量表补充资料")
    s.unit("单位：元  币种：人民币")
    table = [["补充资料", "本期金额", "上期金额"], ["1．将净利润调节为经营活动现金流量："] + ["<"] * 2]
    columns = [indirect("2024"), indirect("2023")]
    for label, a in columns[0].items():
        table.append([label, money(a), money(columns[1][label])])
    table += [
        ["2．不涉及现金收支的重大投资和筹资活动：", "<", "<"],
        ["债务转为资本", "", ""],
        ["一年内到期的可转换公司债券", "", ""],
        ["3．现金及现金等价物净变动情况：", "<", "<"],
        ["现金的期末余额", money(C24["期末"]), money(C23["期末"])],
        ["减：现金的期初余额", money(C24["期初"]), money(C23["期初"])],
        ["加：现金等价物的期末余额", "", ""],
        ["减：现金等价物的期初余额", "", ""],
        ["现金及现金等价物净增加额", money(C24["净增加"]), money(C23["净增加"])],
    ]
    s.grid("note_indirect", table, [212, 110, 110], size=9.5, repeat=True, caption="现金流量表补充资料", unit="元", kind="cross-page", bold_rows=(1,))
    s.sub("（2）现金和现金等价物的构成")
    s.unit()
    till = [near(8.6, "till", b["货币资金"]) for b in (B24, B23)]
    s.grid(
        "note_equivalents",
        [
            ["项目", "期末余额", "期初余额"],
            ["一、现金", money(C24["期末"]), money(C24["期初"])],
            ["其中：库存现金", money(till[0]), money(till[1])],
            ["可随时用于支付的银行存款", money(C24["期末"] - till[0]), money(C24["期初"] - till[1])],
            ["二、现金等价物", "", ""],
            ["三、期末现金及现金等价物余额", money(C24["期末"]), money(C24["期初"])],
        ],
        [212, 110, 110],
        size=9.5,
        caption="现金和现金等价物的构成",
        unit="元",
    )


def indirect(year):
    """From net profit to operating cash; payables take what is left."""
    i, c, b, a = GROUP.income[year], GROUP.cash[year], GROUP.balance[str(int(year) - 1)], GROUP.balance[year]
    amounts = {
        "净利润": i["净利润"],
        "加：资产减值准备": -i["资产减值损失"],
        "信用减值损失": -i["信用减值损失"],
        "固定资产折旧": used_up("dep", year),
        "使用权资产摊销": used_up("rou", year),
        "无形资产摊销": used_up("amo", year),
        "长期待摊费用摊销": used_up("lta", year),
        "处置固定资产、无形资产和其他长期资产的损失（收益以“－”号填列）": -i["资产处置收益"],
        "公允价值变动损失（收益以“－”号填列）": -i["公允价值变动收益"],
        "财务费用（收益以“－”号填列）": i["利息费用"],
        "投资损失（收益以“－”号填列）": -i["投资收益"],
        "递延所得税资产减少（增加以“－”号填列）": b["递延所得税资产"] - a["递延所得税资产"],
        "递延所得税负债增加（减少以“－”号填列）": a["递延所得税负债"] - b["递延所得税负债"],
        "存货的减少（增加以“－”号填列）": b["存货"] - a["存货"] + i["资产减值损失"],
        "经营性应收项目的减少（增加以“－”号填列）": sum(
            b[k] - a[k] for k in ("应收票据", "应收账款", "应收款项融资", "预付款项", "其他应收款", "合同资产", "其他流动资产")
        )
        + i["信用减值损失"],
    }
    amounts["经营性应付项目的增加（减少以“－”号填列）"] = c["经营净额"] - sum(amounts.values())
    amounts["经营活动产生的现金流量净额"] = c["经营净额"]
    return amounts


# ------------------------------------------------------------------ chapters eight to twenty


def later_chapters(s):
    expensed, capital, total = research_total()
    s.head("八、研发支出")
    s.sub("1、按费用性质列示")
    s.unit()
    a = split(total, (16_900, 7_860, 2_760, 1_320, 1_240), "rd", 24)
    total23 = I23["研发费用"] + near(1_720, "capitalised research 2023")
    b = split(total23, (14_300, 6_540, 2_200, 1_010, 870), "rd", 23)
    s.grid(
        "note_research",
        [["项目", "本期发生额", "上期发生额"]]
        + [[k, money(x), money(y)] for k, x, y in zip(("职工薪酬", "材料及试制费", "折旧与摊销", "委外研发费", "其他"), a, b)]
        + [
            ["合计", money(total), money(total23)],
            ["其中：费用化研发支出", money(expensed), money(I23["研发费用"])],
            ["资本化研发支出", money(capital), money(total23 - I23["研发费用"])],
        ],
        [200, 116, 116],
        size=9.5,
        caption="研发支出按费用性质列示",
        unit="元",
    )
    s.sub("2、符合资本化条件的研发项目开发支出")
    s.unit()
    moved = B23["开发支出"] + capital - B24["开发支出"]
    s.grid(
        "note_development",
        [
            ["项目", "期初余额", "本期增加金额", "本期减少金额", "期末余额"],
            ["^", "^", "内部开发支出", "确认为无形资产", "^"],
            [
                "CRV-N减速器",
                money(split(B23["开发支出"], (6, 4), "dev", 0)[0]),
                money(split(capital, (6, 4), "dev", 1)[0]),
                "",
                money(split(B23["开发支出"], (6, 4), "dev", 0)[0] + split(capital, (6, 4), "dev", 1)[0]),
            ],
            [
                "砺锋MES 5.0",
                money(split(B23["开发支出"], (6, 4), "dev", 0)[1]),
                money(split(capital, (6, 4), "dev", 1)[1]),
                money(moved),
                money(split(B23["开发支出"], (6, 4), "dev", 0)[1] + split(capital, (6, 4), "dev", 1)[1] - moved),
            ],
            ["合计", money(B23["开发支出"]), money(capital), money(moved), money(B24["开发支出"])],
        ],
        [92, 85, 85, 85, 85],
        header=2,
        size=9,
        caption="开发支出",
        unit="元",
        kind="merged-header",
    )
    s.head("九、合并范围的变更")
    s.sub("1、同一控制下企业合并")
    s.tick(True)
    s.unit()
    s.grid(
        "note_merger",
        [
            [
                "被合并方名称",
                "企业合并中取得的权益比例",
                "合并日",
                "合并当期期初至合并日被合并方的收入",
                "合并当期期初至合并日被合并方的净利润",
                "比较期间被合并方的收入",
                "比较期间被合并方的净利润",
            ],
            [
                "澄江软件",
                "100%",
                "2024-06-20",
                money(near(2_140, "merger income")),
                money(near(640, "nr", "2024", 5)),
                money(near(4630, "merged", "营业收入")),
                money(near(1450, "merged", "归母净利润")),
            ],
        ],
        [44, 50, 56, 72, 70, 72, 68],
        size=8.5,
        align=[LEFT, CENTER, CENTER] + [RIGHT] * 4,
        caption="同一控制下企业合并",
        unit="元",
        kind="wrapped-cells",
    )
    s.head("十、在其他主体中的权益")
    s.sub("1、在子公司中的权益")
    rows = [["子公司名称", "主要经营地", "业务性质", "持股比例(%)", "<", "取得方式"], ["^", "^", "^", "直接", "间接", "^"]]
    rows += [[full, place, business, share, "", how] for full, place, business, share, how in co.SUBSIDIARIES.values()]
    s.grid(
        "note_subsidiaries",
        rows,
        [120, 66, 70, 46, 40, 90],
        header=2,
        size=9,
        align=[LEFT, CENTER, CENTER, RIGHT, RIGHT, CENTER],
        caption="企业集团的构成",
        kind="merged-header",
    )
    s.head("十一、政府补助")
    s.p("本期计入当期损益的政府补助，与资产相关的和与收益相关的金额详见附注七、35及七、48。")
    s.head("十二、与金融工具相关的风险")
    s.p(
        "公司的金融工具主要包括货币资金、应收款项、借款和应付款项，面临信用风险、流动性风险和市场风险。截至2024年12月31日，金融负债按未折现的合同现金流量到期情况列示如下："
    )
    s.unit("单位：万元  币种：人民币")
    rows = [["项目", "1年以内", "1至2年", "2至5年", "5年以上", "合计"]]
    for label, amounts in (
        ("短期借款", (47_310, 0, 0, 0)),
        ("应付票据", (25_900, 0, 0, 0)),
        ("应付账款", (66_300, 0, 0, 0)),
        ("长期借款（含一年内到期）", (11_860, 17_200, 24_300, 3_900)),
        ("租赁负债（含一年内到期）", (1_180, 970, 1_240, 0)),
    ):
        parts = [near(x, "maturity", label, n) if x else None for n, x in enumerate(amounts)]
        rows.append([label, *(wan(p) if p else "—" for p in parts), wan(sum(p or 0 for p in parts))])
    s.grid("note_maturity", rows, [122, 62, 62, 62, 62, 62], size=9, style="zebra", caption="金融负债到期期限分析", unit="万元", kind="zebra")
    s.p("汇率风险：假设人民币对欧元、美元升值或贬值5%，其他变量不变，将导致公司利润总额减少或增加约486万元。")
    s.head("十三、公允价值的披露")
    s.unit()
    level = [
        ("交易性金融资产", None, B24["交易性金融资产"], None),
        ("应收款项融资", None, B24["应收款项融资"], None),
        ("其他权益工具投资", None, None, B24["其他权益工具投资"]),
    ]
    rows = [["项目", "期末公允价值", "<", "<", "<"], ["^", "第一层次公允价值计量", "第二层次公允价值计量", "第三层次公允价值计量", "合计"]] + [
        [k, money(x), money(y), money(z), money((x or 0) + (y or 0) + (z or 0))] for k, x, y, z in level
    ]
    rows.append(
        [
            "合计",
            "",
            money(B24["交易性金融资产"] + B24["应收款项融资"]),
            money(B24["其他权益工具投资"]),
            money(B24["交易性金融资产"] + B24["应收款项融资"] + B24["其他权益工具投资"]),
        ]
    )
    s.grid(
        "note_levels", rows, [108, 72, 84, 84, 84], header=2, size=9, caption="以公允价值计量的资产的期末公允价值", unit="元", kind="merged-header"
    )
    s.head("十四、关联方及关联交易")
    s.p(f"本公司的母公司为{co.HOLDING}，对本公司的持股比例为31.42%，最终控制方为陆砚秋。")
    s.sub("1、购销商品、提供和接受劳务的关联交易")
    s.unit()
    s.grid(
        "note_related",
        [
            ["关联方", "关联交易内容", "本期发生额", "上期发生额"],
            ["澄川星轴轴承有限公司", "采购轴承", money(bearings()), money(near(5_870, "related", 23))],
            ["砺锋工业互联有限公司", "平台服务", money(near(412.36, "related", 24)), money(near(365.1, "related2", 23))],
        ],
        [140, 92, 100, 100],
        size=9.5,
        align=[LEFT, CENTER, RIGHT, RIGHT],
        caption="购销商品、提供和接受劳务的关联交易",
        unit="元",
    )
    s.sub("2、关键管理人员报酬")
    s.unit("单位：万元  币种：人民币")
    s.grid(
        "note_key_pay",
        [["项目", "本期发生额", "上期发生额"], ["关键管理人员报酬", str(sum(Decimal(d[9]) for d in co.DIRECTORS)), "846.20"]],
        [200, 116, 116],
        size=9.5,
        style="rules",
        caption="关键管理人员报酬",
        unit="万元",
        kind="stream",
    )
    s.head("十五、承诺及或有事项")
    s.p("截至2024年12月31日，公司已签约但尚未支付的工程设备款为9,836.20万元。除第六节所述诉讼外，无其他应披露的重大或有事项。")
    s.head("十六、资产负债表日后事项")
    s.p("根据公司第四届董事会第十二次会议决议，2024年度利润分配预案为每10股派发现金红利1.80元（含税），尚需股东大会批准。")
    s.head("十七、前期会计差错更正")
    s.tick()
    s.head("十八、其他重要事项")
    s.sub("1、分部信息")
    s.unit("单位：百万元  币种：人民币")
    from figures import million

    main, other = main_business()
    industries = segment_table("行业")
    parts = {
        "减速器及伺服分部": industries["机器人零部件"][0],
        "智能装备分部": industries["智能装备"][0],
        "软件及其他分部": tuple(x + y for x, y in zip(industries["工业软件"][0], other["2024"])),
    }
    rows = [
        ["项目", *parts, "合计"],
        ["营业收入", *(million(v[0]) for v in parts.values()), million(I24["营业收入"])],
        ["营业成本", *(million(v[1]) for v in parts.values()), million(I24["营业成本"])],
    ]
    margins = [v[0] - v[1] for v in parts.values()]
    rows.append(["毛利", *(million(m) for m in margins), million(sum(margins))])
    s.grid("note_segments", rows, [80, 92, 88, 92, 80], size=9.5, style="plain", caption="分部信息", unit="百万元", kind="stream")


def parent_notes(s):
    P24, P23 = PARENT.balance["2024"], PARENT.balance["2023"]
    i24, i23 = PARENT.income["2024"], PARENT.income["2023"]
    s.head("十九、母公司财务报表主要项目注释")
    s.append(Mark(s.book, "parent_notes"))
    s.append(CondPageBreak(NOTE_ROOM))
    s.head("1、应收账款")
    receivables(s, "应收账款", PARENT, "parent_receivables")
    s.head("2、其他应收款")
    s.unit()
    a, b = split(P24["其他应收款"], (29_840, 760, 600), "p or", 24), split(P23["其他应收款"], (25_310, 890, 600), "p or", 23)
    s.grid(
        "parent_other",
        [["款项性质", "期末账面价值", "期初账面价值"]]
        + [[k, money(x), money(y)] for k, x, y in zip(("合并范围内关联方往来", "押金及保证金", "备用金及其他"), a, b)]
        + [["合计", money(P24["其他应收款"]), money(P23["其他应收款"])]],
        [200, 116, 116],
        size=9.5,
        caption="母公司其他应收款",
        unit="元",
    )
    s.head("3、长期股权投资")
    s.unit()
    affiliates = (B24["长期股权投资"], B23["长期股权投资"])
    rows = [["项目", "期末余额", "<", "<", "期初余额", "<", "<"], ["^", "账面余额", "减值准备", "账面价值", "账面余额", "减值准备", "账面价值"]]
    for label, x, y in (
        ("对子公司投资", P24["长期股权投资"] - affiliates[0], P23["长期股权投资"] - affiliates[1]),
        ("对联营、合营企业投资", *affiliates),
        ("合计", P24["长期股权投资"], P23["长期股权投资"]),
    ):
        rows.append([label, money(x), "", money(x), money(y), "", money(y)])
    s.grid(
        "parent_investments", rows, [72, 80, 36, 80, 80, 36, 80], header=2, size=8.5, caption="母公司长期股权投资", unit="元", kind="merged-header"
    )
    s.head("4、营业收入和营业成本")
    s.unit()
    other = [(near(8_420, "p other", 24), near(5_960, "p other cost", 24)), (near(7_610, "p other", 23), near(5_240, "p other cost", 23))]
    rows = [
        ["项目", "本期发生额", "<", "上期发生额", "<"],
        ["^", "收入", "成本", "收入", "成本"],
        [
            "主营业务",
            money(i24["营业收入"] - other[0][0]),
            money(i24["营业成本"] - other[0][1]),
            money(i23["营业收入"] - other[1][0]),
            money(i23["营业成本"] - other[1][1]),
        ],
        ["其他业务", *map(money, (*other[0], *other[1]))],
        ["合计", money(i24["营业收入"]), money(i24["营业成本"]), money(i23["营业收入"]), money(i23["营业成本"])],
    ]
    s.grid("parent_revenue", rows, [68, 91, 91, 91, 91], header=2, size=9, caption="母公司营业收入和营业成本", unit="元", kind="merged-header")
    s.head("5、投资收益")
    s.unit()
    wealth = [near(410, "p wealth", 24), near(560, "p wealth", 23)]
    s.grid(
        "parent_gains",
        [
            ["项目", "本期发生额", "上期发生额"],
            ["成本法核算的长期股权投资收益", money(i24["投资收益"] - i24["联营"] - wealth[0]), money(i23["投资收益"] - i23["联营"] - wealth[1])],
            ["权益法核算的长期股权投资收益", money(i24["联营"]), money(i23["联营"])],
            ["理财产品投资收益", *map(money, wealth)],
            ["合计", money(i24["投资收益"]), money(i23["投资收益"])],
        ],
        [200, 116, 116],
        size=9.5,
        caption="母公司投资收益",
        unit="元",
    )


def supplement(s):
    items, total = non_recurring_of("2024")
    r = key_ratios()
    s.head("二十、补充资料")
    s.sub("1、当期非经常性损益明细表")
    s.unit()
    labels = (
        "非流动性资产处置损益",
        "计入当期损益的政府补助",
        "金融资产公允价值变动损益",
        "委托他人投资的损益",
        "减值准备转回",
        "同一控制下企业合并产生的子公司期初至合并日的当期净损益",
        "其他营业外收入和支出",
        "减：所得税影响额",
        "少数股东权益影响额（税后）",
    )
    s.grid(
        "supplement",
        [["项目", "金额", "说明"]] + [[k, money(x), ""] for k, x in zip(labels, items)] + [["合计", money(total), ""]],
        [230, 122, 80],
        size=9.5,
        caption="当期非经常性损益明细表",
        unit="元",
    )
    s.sub("2、净资产收益率及每股收益")
    s.grid(
        "supplement_roe",
        [
            ["报告期利润", "加权平均净资产收益率（%）", "每股收益", "<"],
            ["^", "^", "基本每股收益", "稀释每股收益"],
            ["归属于公司普通股股东的净利润", f"{r['roe'][0]}", f"{r['eps'][0]}", f"{r['eps'][0]}"],
            ["扣除非经常性损益后归属于公司普通股股东的净利润", f"{r['roe_d'][0]}", f"{r['eps_d'][0]}", f"{r['eps_d'][0]}"],
        ],
        [180, 100, 76, 76],
        header=2,
        size=9.5,
        caption="净资产收益率及每股收益",
        kind="merged-header",
    )
    s.line(f"董事长：{co.CHAIRMAN}", RIGHT, before=24)
    s.line("董事会批准报送日期：2025年4月23日", RIGHT, before=6)
