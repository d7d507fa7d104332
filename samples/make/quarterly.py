"""The third-quarter report of 2025: a Word document printed by LibreOffice. Consolidated statements only, unaudited."""

import company as co
import lines
import model
from annual import scale
from figures import FEN, half_up, money, near, percent, points, ratio
from model import GROUP, SHARES
from sheet import CENTER, LEFT, RIGHT, Grid
from word import Word

TITLE = f"{co.NAME}2025年第三季度报告"
WIDTH = 435
I, I0 = GROUP.income["2025Q3"], GROUP.income["2024Q3"]
B, B0 = GROUP.balance["2025Q3"], GROUP.balance["2024"]
C, C0 = GROUP.cash["2025Q3"], GROUP.cash["2024Q3"]
YES, NO = "√适用 □不适用", "□适用 √不适用"
CFO_QUARTER = near(14_260, "cfo 2025 q3")
PROFIT_QUARTER_2024 = near(8_870, "profit before tax q3 2024")
HOLDERS = [
    (name, held + moved)
    for (name, _, held, _, _, _), moved in zip(co.HOLDERS, (0, -3_000_000, 2_146_880, 0, 1_120_400, -512_000, 806_300, 0, 0, -1_105_000))
]


def quarter():
    """The single third quarters: name -> (2025, 2024)."""
    last = model.quarters_2024()
    now = {k: near(v, "2025q3", k) for k, v in model.QUARTER_2025Q3.items()}
    return {
        "营业收入": (now["营业收入"], last["营业收入"][2]),
        "利润总额": (now["利润总额"], PROFIT_QUARTER_2024),
        "归母净利润": (now["归母净利润"], last["归母净利润"][2]),
        "扣非净利润": (now["扣非净利润"], last["扣非净利润"][2]),
        "经营现金流": (CFO_QUARTER, last["经营现金流"][2]),
    }


def nine_months():
    return {
        "营业收入": (I["营业收入"], I0["营业收入"]),
        "利润总额": (I["利润总额"], I0["利润总额"]),
        "归母净利润": (I["归母净利润"], I0["归母净利润"]),
        "扣非净利润": (model.deducted("2025Q3"), model.deducted("2024Q3")),
        "经营现金流": (C["经营净额"], C0["经营净额"]),
    }


def roes():
    """Weighted ROE: quarter and nine months of 2025, then of 2024."""
    q, n = quarter(), nine_months()
    dividend, dividend0 = SHARES * model.DIVIDEND_FEN[2024], SHARES * model.DIVIDEND_FEN[2023]
    start, start0 = B0["归母权益"], GROUP.balance["2023"]["归母权益"]
    half = start + n["归母净利润"][0] - q["归母净利润"][0] - dividend
    half0 = start0 + n["归母净利润"][1] - q["归母净利润"][1] - dividend0 - 6_800 * 10_000 * FEN
    return (
        model.roe(q["归母净利润"][0], half, 0, 0, 0, 3),
        model.roe(n["归母净利润"][0], start, 0, dividend, 3, 9),
        model.roe(q["归母净利润"][1], half0, 0, 0, 0, 3),
        model.roe(n["归母净利润"][1], start0, 0, dividend0, 3, 9),
    )


def eps_change(new, old):
    return f"{half_up((new - old) / old * 100, 2)}"


def key_rows():
    q, n = quarter(), nine_months()
    rows = [["项目", "本报告期", "本报告期比上年同期增减变动幅度(%)", "年初至报告期末", "年初至报告期末比上年同期增减变动幅度(%)"]]
    for label, key in (
        ("营业收入", "营业收入"),
        ("利润总额", "利润总额"),
        ("归属于上市公司股东的净利润", "归母净利润"),
        ("归属于上市公司股东的扣除非经常性损益的净利润", "扣非净利润"),
        ("经营活动产生的现金流量净额", "经营现金流"),
    ):
        rows.append([label, money(q[key][0]), percent(*q[key]), money(n[key][0]), percent(*n[key])])
    e = [model.eps(x) for x in (*q["归母净利润"], *n["归母净利润"])]
    for label in ("基本每股收益（元/股）", "稀释每股收益（元/股）"):
        rows.append([label, f"{e[0]}", eps_change(e[0], e[1]), f"{e[2]}", eps_change(e[2], e[3])])
    r = roes()
    rows.append(["加权平均净资产收益率（%）", f"{r[0]}", points(r[0], r[2]), f"{r[1]}", points(r[1], r[3])])
    rows.append(["", "本报告期末", "上年度末", "<", "本报告期末比上年度末增减变动幅度(%)"])
    rows.append(["总资产", money(B["总资产"]), money(B0["总资产"]), "<", percent(B["总资产"], B0["总资产"])])
    rows.append(["归属于上市公司股东的所有者权益", money(B["归母权益"]), money(B0["归母权益"]), "<", percent(B["归母权益"], B0["归母权益"])])
    return rows


def make(path):
    w = Word(TITLE)
    w.p(f"证券代码：{co.CODE}                                              证券简称：{co.SHORT}", after=24)
    w.p(co.NAME, 18, CENTER, True, before=10)
    w.p("2025年第三季度报告", 18, CENTER, True, after=14)
    w.p(
        "本公司董事会及全体董事保证本公告内容不存在任何虚假记载、误导性陈述或者重大遗漏，并对其内容的真实性、准确性和完整性承担法律责任。",
        bold=True,
        indent=21,
        after=8,
    )
    w.head("重要内容提示：")
    w.p(
        "公司董事会及董事、高级管理人员保证季度报告内容的真实、准确、完整，不存在虚假记载、误导性陈述或重大遗漏，并承担个别和连带的法律责任。",
        indent=21,
    )
    w.p(
        f"公司负责人{co.CHAIRMAN}、主管会计工作负责人{co.FINANCE}及会计机构负责人（会计主管人员）{co.ACCOUNTING}保证季度报告中财务信息的真实、准确、完整。",
        indent=21,
    )
    w.p("第三季度财务报表是否经审计", before=4)
    w.p("□是 √否")
    key_figures(w)
    holders(w)
    w.head("三、其他提醒事项")
    w.p("需提醒投资者关注的关于公司报告期经营情况的其他重要信息")
    w.p(YES)
    w.p(
        "2025年8月，公司与一家海外协作机器人主机厂签订三年期框架协议，约定2026年至2028年向其供应谐波减速器合计不少于45万台。该协议对公司2025年度业绩不产生重大影响，具体金额以实际订单为准。",
        indent=21,
    )
    statements(w)
    w.p("特此公告。", before=18, indent=21)
    w.p(f"{co.NAME}董事会", align=RIGHT, before=20)
    w.p("2025年10月30日", align=RIGHT)
    w.save(path)
    return w


def key_figures(w):
    w.head("一、主要财务数据")
    w.head("（一）主要会计数据和财务指标")
    w.p("单位：元  币种：人民币", 9.5, RIGHT, keep=True)
    w.grid(
        Grid(
            "key",
            key_rows(),
            scale([112, 86, 76, 90, 76], WIDTH),
            size=9,
            subheads=(9,),
            caption="主要会计数据和财务指标",
            unit="元",
            kind="merged-header",
        )
    )
    w.p("注：“本报告期”指本季度初至本季度末3个月期间，下同。", 9.5, before=2)
    w.head("（二）非经常性损益项目和金额")
    w.p(YES)
    w.p("单位：元  币种：人民币", 9.5, RIGHT, keep=True)
    q, n = quarter(), nine_months()
    items = [
        ("非流动性资产处置损益，包括已计提资产减值准备的冲销部分", near(-9, "nrq", 0), I["资产处置收益"]),
        (
            "计入当期损益的政府补助，但与公司正常经营业务密切相关、符合国家政策规定、按照确定的标准享有、对公司损益产生持续影响的政府补助除外",
            near(820, "nrq", 1),
            near(3_340, "nrn", 1),
        ),
        (
            "除同公司正常经营业务相关的有效套期保值业务外，非金融企业持有金融资产和金融负债产生的公允价值变动损益以及处置金融资产和金融负债产生的损益",
            near(61, "nrq", 2),
            I["公允价值变动收益"],
        ),
        ("委托他人投资或管理资产的损益", near(148, "nrq", 3), near(462, "nrn", 3)),
        ("除上述各项之外的其他营业外收入和支出", near(-14, "nrq", 4), I["营业外收入"] - I["营业外支出"]),
    ]
    totals = q["归母净利润"][0] - q["扣非净利润"][0], n["归母净利润"][0] - n["扣非净利润"][0]
    minority = near(21, "nrq", 5), near(74, "nrn", 5)
    tax = [sum(i[k + 1] for i in items) - minority[k] - totals[k] for k in (0, 1)]
    rows = [["非经常性损益项目", "本期金额", "年初至报告期末金额", "说明"]] + [[a, money(b), money(c), ""] for a, b, c in items]
    rows += [
        ["减：所得税影响额", money(tax[0]), money(tax[1]), ""],
        ["少数股东权益影响额（税后）", money(minority[0]), money(minority[1]), ""],
        ["合计", money(totals[0]), money(totals[1]), ""],
    ]
    w.grid(
        Grid(
            "non_recurring",
            rows,
            scale([210, 86, 94, 45], WIDTH),
            size=9,
            caption="非经常性损益项目和金额",
            unit="元",
            kind="lattice",
            indents={7: 2},
        )
    )
    w.head("（三）主要会计数据、财务指标发生变动的情况、原因")
    w.p(YES)
    reasons = [
        ("归属于上市公司股东的净利润_本报告期", percent(*q["归母净利润"]), "主要系谐波减速器销量增加、临江二期产线稼动率提升，毛利率回升所致"),
        ("归属于上市公司股东的扣除非经常性损益的净利润_本报告期", percent(*q["扣非净利润"]), "^"),
        ("利润总额_本报告期", percent(*q["利润总额"]), "^"),
        ("经营活动产生的现金流量净额_年初至报告期末", percent(*n["经营现金流"]), "主要系销售回款增加，上年同期基数较低所致"),
        ("基本每股收益_本报告期", key_rows()[6][2], "主要系净利润增加所致"),
    ]
    w.grid(
        Grid(
            "reasons",
            [["项目名称", "变动比例（%）", "主要原因"]] + [list(r) for r in reasons],
            scale([190, 70, 175], WIDTH),
            size=9,
            align=[LEFT, RIGHT, LEFT],
            caption="主要会计数据、财务指标发生变动的情况、原因",
            kind="merged-header",
        )
    )


def holders(w):
    w.head("二、股东信息")
    w.head("（一）普通股股东总数和表决权恢复的优先股股东数量及前十名股东持股情况表")
    w.p("单位：股", 9.5, RIGHT, keep=True)
    rows = [
        ["报告期末普通股股东总数", "<", "44,517", "<", "报告期末表决权恢复的优先股股东总数（如有）", "<", "0"],
        ["前10名股东持股情况（不含通过转融通出借股份）"] + ["<"] * 6,
        ["股东名称", "股东性质", "持股数量", "持股比例(%)", "持有有限售条件股份数量", "质押、标记或冻结情况", "<"],
        ["^", "^", "^", "^", "^", "股份状态", "数量"],
    ]
    kinds = {h[0]: h for h in co.HOLDERS}
    for name, held in HOLDERS:
        _, _, _, state, locked, kind = kinds[name]
        rows.append([name, kind, f"{held:,}", f"{ratio(held, SHARES)}", "0", state, f"{locked:,}" if locked else "0"])
    w.grid(
        Grid(
            "holders",
            rows,
            scale([118, 66, 70, 42, 44, 40, 60], WIDTH),
            size=9,
            header=1,
            subheads=(1, 2, 3),
            align=[LEFT, CENTER, RIGHT, RIGHT, RIGHT, CENTER, RIGHT],
            caption="前10名股东持股情况",
            unit="股",
            kind="merged-header",
        )
    )
    w.p("注：上述持股比例按报告期末总股本计算。", 9.5, before=2)


def statement(w, name, title, day, form, now, before, columns, eps=None):
    w.head(title, 12, CENTER, before=10)
    w.p(day, align=CENTER, keep=True)
    w.p(f"编制单位：{co.NAME}", 9.5, LEFT, keep=True)
    w.p("单位：元  币种：人民币  审计类型：未经审计", 9.5, RIGHT, keep=True)
    rows, indents, bold = [["项目", *columns]], {}, []
    for label, key, _, indent in form:
        indents[len(rows)] = indent
        if key == "#":
            bold.append(len(rows))
        cells = list(eps) if key == "eps" else [money(now.get(key)), money(before.get(key))]
        rows.append([label, *cells])
    w.grid(
        Grid(
            name,
            rows,
            scale([235, 100, 100], WIDTH),
            size=9.5,
            indents=indents,
            bold_rows=bold,
            caption=title,
            unit="元",
            kind="cross-page",
            repeat=name == "balance",
        )
    )
    w.p(f"公司负责人：{co.CHAIRMAN}    主管会计工作负责人：{co.FINANCE}    会计机构负责人：{co.ACCOUNTING}", 9.5, before=3, after=6)


def eps_cells():
    return f"{model.eps(I['归母净利润'])}", f"{model.eps(I0['归母净利润'])}"


def statements(w):
    w.head("四、季度财务报表")
    w.head("（一）审计意见类型")
    w.p(NO)
    w.head("（二）财务报表")
    statement(w, "balance", "合并资产负债表", "2025年9月30日", lines.BALANCE, B, B0, ("2025年9月30日", "2024年12月31日"))
    nine = ("2025年前三季度（1-9月）", "2024年前三季度（1-9月）")
    statement(w, "income", "合并利润表", "2025年1—9月", lines.INCOME, I, I0, nine, eps_cells())
    w.p(f"本期未发生同一控制下企业合并；上期发生的同一控制下企业合并，被合并方在合并前实现的净利润为：{money(near(640, 'nr', '2024', 5))}元。", 9.5)
    statement(w, "cash", "合并现金流量表", "2025年1—9月", lines.CASH, C, C0, nine)
    w.p("2025年起首次执行新会计准则或准则解释等涉及调整首次执行当年年初的财务报表")
    w.p(NO)
