"""questions.jsonl, demo.jsonl, metadata.jsonl, research_reports.jsonl: what is asked of the samples and what is right.

Every figure comes from the books; every anchor is looked up in the finished PDF. The questions are asked as of 2025-12-31.
"""

import re
from decimal import Decimal

import annual
import annual_notes
import company as co
import model
import pharma
import quarterly
import truth_others
from brokers import BROKERS, FORECASTS
from figures import FEN, MILLION_FEN, change, half_up, million, money, near, percent, ratio, wan
from model import GROUP, PARENT, SHARES
from names import ABSTRACT, ALL, ANNUAL, HONGDU, QUARTER, WANGLAN
from pages import elsewhere, pages_with, squeeze, stands

REFUSED = "资料中没有（应拒答并说明）"
OWN_WORDS = 8  # characters: words of this length are taken for the same statement wherever they stand


def yuan(fen):
    return str(Decimal(fen) / FEN)


def in_yuan(millions):
    return str(millions * 1_000_000)


class Questions:
    def __init__(self, made):
        self.made, self.rows = made, []

    def place(self, file, anchor, *near, page=None, also=()):
        """The first page with the anchor and what must stand beside it; the figure's other pages go to also_at.

        `also`: for short anchors, (file, words...) to find more pages that say the same.
        """
        found = [page] if page else pages_with(file, anchor, *near)
        assert found and stands(file, found[0], anchor), (file, anchor, near, found)
        more = elsewhere(ALL, anchor, file, found[0]) or [{"file": file, "page": p} for p in found[1:]]
        if len(squeeze(anchor)) >= OWN_WORDS and re.search(r"[一-鿿]", anchor):
            more += [{"file": f, "page": p} for f in ALL if f != file for p in pages_with(f, anchor)]
        for other, *words in also:
            pages = pages_with(other, *words)
            assert pages, (other, words)
            more += [{"file": other, "page": p} for p in pages if (other, p) != (file, found[0]) and {"file": other, "page": p} not in more]
        return {"file": file, "page": found[0], "anchor": anchor, "text_layer": True, "also_at": more}

    def scanned(self, file, page, anchor, said):
        """Evidence on a page that is a picture; `said`: what its pages say."""
        assert squeeze(anchor) in squeeze("".join(said[page - 1])), (file, page, anchor)
        return {"file": file, "page": page, "anchor": anchor, "text_layer": False, "also_at": []}

    def row(self, name, label, column, table=0, also=()):
        """A cell of the annual report by its grid, the label of its row and its column."""
        book = self.made[ANNUAL]
        grid = book.grids[name].whole()
        n = [r for r, row in enumerate(grid) if row[0] == label][table]
        return self.place(
            ANNUAL,
            grid[n][column],
            page=book.page_of_row(name, n),
            also=[(words[0], grid[n][column], *words[1:]) if words[0] in ALL else (ANNUAL, grid[n][column], *words) for words in also],
        )

    def ask(
        self,
        question,
        answer,
        *evidence,
        gold=(),
        text=(),
        kind="table",
        style="formal",
        expect=None,
        wrong=(),
        asks=("value",),
        trap="",
        note="",
        turns=(),
    ):
        expect = expect or ("refuse" if kind == "unanswerable" else "answer")
        first = evidence[0] if evidence else {"file": None, "page": None, "anchor": None}
        more = {k: v for k, v in (("trap", trap), ("note", note), ("turns", list(turns))) if v}
        figures = [{"label": g[0], "value": str(g[1]), "unit": g[2], **({"tolerance": g[3]} if len(g) > 3 else {})} for g in gold]
        self.rows.append(
            {
                "id": f"sq{len(self.rows) + 1:03d}",
                "kind": kind,
                "style": style,
                "question": question,
                "answer": answer,
                "file": first["file"],
                "page": first["page"],
                "anchor": first["anchor"],
                "evidence": list(evidence),
                "gold": figures,
                "gold_text": [list(t) for t in text],
                "expect": expect,
                "wrong_values": [{"value": str(v), "unit": u} for v, u in wrong],
                "asks": list(asks),
                **more,
            }
        )


def questions(made):
    q = Questions(made)
    key_figures(q)
    scopes(q)
    discussion(q)
    notes(q)
    quarter(q)
    derived(q)
    two_brokers(q)
    dialogues(q)
    unanswerable(q)
    truth_others.ask(q)
    return q.rows


def key_figures(q):
    i, i0, cash, cash0 = GROUP.income["2024"], GROUP.income["2023"], GROUP.cash["2024"], GROUP.cash["2023"]
    before, ratios = model.before_restatement_2023(), annual.key_ratios()
    revenue, profit = i["营业收入"], i["归母净利润"]
    q.ask(
        "澄江智造2024年营业收入是多少元？同比增长多少？",
        f"{money(revenue)}元，同比增长{change(revenue, i0['营业收入'])}%",
        q.row("key_figures", "营业收入", 1),
        gold=[("2024年营业收入", yuan(revenue), "元"), ("同比", change(revenue, i0["营业收入"]), "%")],
        wrong=[(yuan(i0["营业收入"]), "元"), (yuan(PARENT.income["2024"]["营业收入"]), "元")],
        asks=("value", "change"),
    )
    q.ask(
        "澄江智造去年一共卖了多少钱？",
        f"2024年营业收入{money(revenue)}元",
        q.row("key_figures", "营业收入", 1),
        gold=[("2024年营业收入", yuan(revenue), "元")],
        style="paraphrase",
        wrong=[(yuan(i0["营业收入"]), "元")],
        note="去年=2024年（问题日期2025-12-31）",
    )
    q.ask(
        "609718 2024年归属于上市公司股东的净利润是多少？比上年变动多少？",
        f"{money(profit)}元，同比下降{abs(change(profit, i0['归母净利润']))}%",
        q.row("key_figures", "归属于上市公司股东的净利润", 1),
        gold=[("2024年归母净利润", yuan(profit), "元"), ("同比", change(profit, i0["归母净利润"]), "%")],
        wrong=[(yuan(i["净利润"]), "元"), (yuan(i0["归母净利润"]), "元"), (yuan(model.deducted("2024")), "元")],
        asks=("value", "change"),
        trap="parent_share_vs_total",
    )
    q.ask(
        "澄江智造2023年营业收入是多少？",
        f"{money(i0['营业收入'])}元（追溯调整后；调整前为{money(before['营业收入'])}元）",
        q.row("key_figures", "营业收入", 2),
        gold=[("2023年营业收入（调整后）", yuan(i0["营业收入"]), "元")],
        wrong=[(yuan(before["营业收入"]), "元"), (yuan(revenue), "元")],
        trap="restated",
    )
    q.ask(
        "澄江智造2023年营业收入追溯调整之前是多少元？",
        f"{money(before['营业收入'])}元（调整前）",
        q.row("key_figures", "营业收入", 3),
        gold=[("2023年营业收入（调整前）", yuan(before["营业收入"]), "元")],
        wrong=[(yuan(i0["营业收入"]), "元")],
        trap="before_restatement",
    )
    q.ask(
        "澄江智造2024年经营活动产生的现金流量净额是多少，同比变动幅度是多少？",
        f"{money(cash['经营净额'])}元，同比增长{change(cash['经营净额'], cash0['经营净额'])}%",
        q.row("key_figures", "经营活动产生的现金流量净额", 1),
        gold=[("2024年经营活动现金流量净额", yuan(cash["经营净额"]), "元"), ("同比", change(cash["经营净额"], cash0["经营净额"]), "%")],
        wrong=[(yuan(PARENT.cash["2024"]["经营净额"]), "元"), (yuan(cash0["经营净额"]), "元")],
        asks=("value", "change"),
    )
    q.ask(
        "澄江智造2024年加权平均净资产收益率是多少？较上年变化多少？",
        f"{ratios['roe'][0]}%，减少{abs(ratios['roe'][0] - ratios['roe'][1])}个百分点",
        q.row("key_ratios", "加权平均净资产收益率（%）", 1, also=[["净资产收益率"], [ABSTRACT, "净资产收"]]),
        gold=[("2024年加权平均净资产收益率", ratios["roe"][0], "%"), ("较上年变动", ratios["roe"][0] - ratios["roe"][1], "百分点")],
        wrong=[(ratios["roe"][1], "%"), (ratios["roe_d"][0], "%")],
        asks=("value", "change"),
        trap="pp_vs_percent",
    )
    q.ask(
        "澄江智造2024年每股赚多少钱？",
        f"基本每股收益{ratios['eps'][0]}元/股",
        q.row("key_ratios", "基本每股收益（元／股）", 1, also=[["每股收益"], [ABSTRACT, "基本每股收益"]]),
        gold=[("2024年基本每股收益", ratios["eps"][0], "元/股")],
        style="paraphrase",
        wrong=[(ratios["eps"][1], "元/股"), (ratios["eps_d"][0], "元/股")],
    )
    quarters = model.quarters_2024()
    q.ask(
        "澄江智造2024年第四季度单季营业收入是多少元？",
        f"{money(quarters['营业收入'][3])}元",
        q.row("quarters", "营业收入", 4),
        gold=[("2024年第四季度营业收入", yuan(quarters["营业收入"][3]), "元")],
        wrong=[(yuan(revenue), "元"), (yuan(quarters["营业收入"][2]), "元")],
        trap="quarter_vs_year",
    )
    q.ask(
        "澄江智造2024年一季度经营现金流是正的还是负的，多少？",
        f"为负，{money(quarters['经营现金流'][0])}元",
        q.row("quarters", "经营活动产生的现金流量净额", 1),
        gold=[("2024年第一季度经营活动现金流量净额", yuan(quarters["经营现金流"][0]), "元")],
        style="paraphrase",
        wrong=[(yuan(-quarters["经营现金流"][0]), "元")],
        trap="sign",
    )


def scopes(q):
    """Consolidated or the parent's own."""
    b, p, i, pi = GROUP.balance["2024"], PARENT.balance["2024"], GROUP.income["2024"], PARENT.income["2024"]
    q.ask(
        "澄江智造2024年末母公司资产负债表上的货币资金是多少元？",
        f"{money(p['货币资金'])}元（母公司口径；合并口径为{money(b['货币资金'])}元）",
        q.row("parent_balance", "货币资金", 2),
        gold=[("2024年末母公司货币资金", yuan(p["货币资金"]), "元")],
        wrong=[(yuan(b["货币资金"]), "元"), (yuan(PARENT.balance["2023"]["货币资金"]), "元")],
        trap="parent_vs_consolidated",
    )
    q.ask(
        "澄江智造2024年底账上有多少钱？",
        f"合并货币资金{money(b['货币资金'])}元",
        q.row("balance", "货币资金", 2),
        gold=[("2024年末货币资金", yuan(b["货币资金"]), "元")],
        style="paraphrase",
        wrong=[(yuan(p["货币资金"]), "元"), (yuan(GROUP.cash["2024"]["期末"]), "元")],
        trap="parent_vs_consolidated",
    )
    q.ask(
        "澄江智造2024年母公司营业收入是多少？",
        f"{money(pi['营业收入'])}元",
        q.row("parent_income", "一、营业收入", 2),
        gold=[("2024年母公司营业收入", yuan(pi["营业收入"]), "元")],
        wrong=[(yuan(i["营业收入"]), "元")],
        trap="parent_vs_consolidated",
    )
    q.ask(
        "只看母公司，澄江智造2024年净利润多少，合并报表的净利润又是多少？",
        f"母公司{money(pi['净利润'])}元，合并{money(i['净利润'])}元",
        q.row("parent_income", "四、净利润（净亏损以“－”号填列）", 2),
        q.row("income", "五、净利润（净亏损以“－”号填列）", 2),
        gold=[("母公司净利润", yuan(pi["净利润"]), "元"), ("合并净利润", yuan(i["净利润"]), "元")],
        kind="multi-hop",
        style="paraphrase",
        trap="parent_vs_consolidated",
    )
    q.ask(
        "澄江智造母公司2024年末应收账款账面价值为多少元？",
        f"{money(p['应收账款'])}元",
        q.row("parent_balance", "应收账款", 2),
        gold=[("2024年末母公司应收账款", yuan(p["应收账款"]), "元")],
        wrong=[(yuan(b["应收账款"]), "元")],
        trap="parent_vs_consolidated",
    )
    q.ask(
        "澄江智造2024年投资活动产生的现金流量净额是多少元？",
        f"{money(GROUP.cash['2024']['投资净额'])}元（净流出）",
        q.row("cash", "投资活动产生的现金流量净额", 2),
        gold=[("2024年投资活动现金流量净额", yuan(GROUP.cash["2024"]["投资净额"]), "元")],
        wrong=[
            (yuan(-GROUP.cash["2024"]["投资净额"]), "元"),
            (yuan(PARENT.cash["2024"]["投资净额"]), "元"),
            (yuan(GROUP.cash["2024"]["筹资净额"]), "元"),
        ],
        trap="sign",
    )
    q.ask(
        "澄江智造2024年末归属于母公司所有者权益合计是多少？少数股东权益呢？",
        f"{money(b['归母权益'])}元；少数股东权益{money(b['少数股东权益'])}元",
        q.row("balance", "归属于母公司所有者权益（或股东权益）合计", 2),
        q.row("balance", "少数股东权益", 2),
        gold=[("归母权益", yuan(b["归母权益"]), "元"), ("少数股东权益", yuan(b["少数股东权益"]), "元")],
        wrong=[(yuan(b["所有者权益"]), "元")],
    )


def discussion(q):
    """Sections one to nine: segments, staff, dividend, people, reasons."""
    products, areas = annual.segment_table("产品"), annual.segment_table("地区")
    (r, c), (r0, c0) = products["谐波减速器"]
    now, old = annual.margin(r, c), annual.margin(r0, c0)
    q.ask(
        "澄江智造2024年谐波减速器的毛利率是多少？比上年变化多少个百分点？",
        f"{now}%，减少{abs(now - old)}个百分点",
        q.place(ANNUAL, f"{now}", "谐波减速器", money(r)),
        gold=[("谐波减速器毛利率", now, "%"), ("较上年变动", now - old, "百分点")],
        wrong=[(annual.margin(*products["RV减速器"][0]), "%")],
        asks=("value", "change"),
        trap="pp_vs_percent",
    )
    abroad = areas["境外"][0][0]
    q.ask(
        "澄江智造2024年在海外卖了多少钱？",
        f"境外主营业务收入{money(abroad)}元",
        q.place(ANNUAL, money(abroad), "分地区"),
        gold=[("2024年境外收入", yuan(abroad), "元")],
        style="paraphrase",
        wrong=[(yuan(areas["境内"][0][0]), "元")],
    )
    q.ask(
        "澄江智造2024年谐波减速器卖出了多少台？",
        "309,275台",
        q.row("volumes", "谐波减速器", 3),
        gold=[("谐波减速器销售量", 309275, "台")],
        style="paraphrase",
        wrong=[(318460, "台"), (117904, "台")],
    )
    expensed, capital, total = annual.research_total()
    q.ask(
        "澄江智造2024年研发投入合计多少元，占营业收入的比例是多少？",
        f"{money(total)}元，占营业收入{ratio(total, GROUP.income['2024']['营业收入'])}%",
        q.row("research", "研发投入合计", 1),
        gold=[("研发投入合计", yuan(total), "元"), ("占营业收入比例", ratio(total, GROUP.income["2024"]["营业收入"]), "%")],
        wrong=[(yuan(expensed), "元")],
        trap="research_spending_vs_expense",
    )
    q.ask(
        "澄江智造2024年利润表里的研发费用是多少？",
        f"{money(expensed)}元",
        q.row("income", "研发费用", 2),
        gold=[("研发费用", yuan(expensed), "元")],
        wrong=[(yuan(total), "元"), (yuan(PARENT.income["2024"]["研发费用"]), "元")],
        trap="research_spending_vs_expense",
    )
    top = [near(x, "customer", n) for n, x in enumerate((31240, 24680, 19870, 14320, 11950))]
    share = ratio(sum(top), GROUP.income["2024"]["营业收入"])
    q.ask(
        "澄江智造2024年前五大客户占销售总额多少？",
        f"{share}%（{wan(sum(top))}万元）",
        q.place(ANNUAL, f"{share}%", "前五名客户"),
        gold=[("前五名客户占比", share, "%")],
        style="paraphrase",
    )
    q.ask(
        "澄江智造现在有多少员工，其中研发人员多少？",
        "截至2024年末3,268人，研发人员742人",
        q.row("employees", "在职员工的数量合计", 2, also=[["员工"]]),
        q.row("researchers", "公司研发人员的数量", 2),
        gold=[("在职员工合计", 3268, "人"), ("研发人员", 742, "人")],
        style="paraphrase",
        kind="multi-hop",
        wrong=[(1684, "人")],
    )
    q.ask(
        "澄江智造2024年度利润分配预案是什么？合计派发多少现金？",
        f"每10股派发现金红利1.80元（含税），合计{money(SHARES * 18)}元",
        q.place(ANNUAL, money(SHARES * 18)),
        gold=[("现金红利总额", yuan(SHARES * 18), "元"), ("每10股派息", "1.80", "元")],
        wrong=[("2.20", "元"), (yuan(SHARES * 22), "元")],
    )
    q.ask(
        "给澄江智造2024年年报做审计的是哪家会计师事务所？",
        co.AUDITOR,
        q.place(ANNUAL, co.AUDITOR, "办公地址", also=[(ANNUAL, co.AUDITOR)]),
        text=[[co.AUDITOR, "衡川"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "澄江智造的控股股东是谁，持股比例多少？",
        f"{co.HOLDING}，31.42%",
        q.row("holders", co.HOLDING, 3, also=[["持股比例"], [ABSTRACT]]),
        gold=[("持股比例", "31.42", "%")],
        text=[[co.HOLDING, "澄江控股"]],
        kind="factual",
    )
    q.ask(
        "澄江智造董事长陆砚秋2024年从公司拿了多少税前报酬？",
        "186.40万元",
        q.row("directors", "陆砚秋", 10),
        gold=[("税前报酬", "1864000", "元")],
        style="paraphrase",
        wrong=[("1728500", "元")],
        trap="unit",
    )
    q.ask(
        "澄江智造2024年净利润为什么下降？",
        "新产线折旧增加、产品价格下调、计提商誉减值等",
        q.place(
            ANNUAL, "新产线折旧、价格让利和商誉减值三件事叠加", also=[(ANNUAL, "是报告期毛利率下降的重要原因"), (ANNUAL, "成本增幅高于收入增幅")]
        ),
        text=[["折旧"], ["价格", "让利", "单价"], ["商誉"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
        note="公司在致辞与第三节均有说明",
    )
    q.ask(
        "澄江智造2024年末固定资产大幅增加的原因是什么？",
        "临江二期项目转固",
        q.place(ANNUAL, "临江二期项目转固", also=[(ANNUAL, "分批转入固定资产")]),
        text=[["转固", "临江二期"]],
        kind="factual",
        asks=("text",),
    )
    q.ask(
        "截至2024年末，澄江智造对子公司的担保余额是多少？",
        "26,300.00万元",
        q.place(ANNUAL, "26,300.00", "担保余额合计"),
        gold=[("担保余额", "263000000", "元")],
        wrong=[("185000000", "元"), ("26300", "元")],
        trap="unit",
    )
    q.ask(
        "澄江智造2024年收购澄江软件花了多少钱？",
        "6,800.00万元",
        q.place(ANNUAL, "6,800.00万元", "同一控制下企业合并", also=[(ANNUAL, "6,800.00万元")]),
        gold=[("收购对价", "68000000", "元")],
        style="paraphrase",
        trap="unit",
    )
    q.ask(
        "澄江软件2024年业绩承诺完成了吗，实际多少？",
        "完成，扣非净利润1,183.46万元，完成率131.50%",
        q.place(ANNUAL, "1,183.46万元"),
        gold=[("扣非净利润", "11834600", "元"), ("完成率", "131.50", "%")],
        kind="factual",
        style="paraphrase",
    )


def notes(q):
    parts, provisions, single = annual_notes.receivable_books(GROUP, "2024")
    gross, b = sum(parts) + single, GROUP.balance["2024"]
    q.ask(
        "澄江智造2024年末应收账款账面余额（未扣坏账准备）是多少元？",
        f"{money(gross)}元",
        q.row("note_receivables_age", "合计", 1),
        gold=[("应收账款账面余额", yuan(gross), "元")],
        wrong=[(yuan(b["应收账款"]), "元")],
        trap="gross_vs_net",
    )
    loss = annual_notes.goodwill_loss()
    q.ask(
        "澄江智造2024年计提了多少商誉减值准备，针对哪家公司？",
        f"{money(loss)}元，苇川机电有限公司",
        q.place(ANNUAL, money(loss), "商誉减值测试"),
        gold=[("商誉减值准备", yuan(loss), "元")],
        text=[["苇川机电"]],
        wrong=[(yuan(b["商誉"]), "元")],
    )
    q.ask(
        "澄江智造2024年末有多少货币资金是受限的？",
        f"{money(b['受限资金'])}元",
        q.row("note_restricted", "货币资金", 1),
        gold=[("受限货币资金", yuan(b["受限资金"]), "元")],
        style="paraphrase",
        wrong=[(yuan(b["货币资金"]), "元")],
    )
    industries = annual.segment_table("行业")
    profit = industries["机器人零部件"][0][0] - industries["机器人零部件"][0][1]
    q.ask(
        "分部信息中，澄江智造减速器及伺服分部2024年毛利是多少百万元？",
        f"{million(profit)}百万元",
        q.place(ANNUAL, million(profit), "减速器及伺服分部", "毛利"),
        gold=[("减速器及伺服分部毛利", str(half_up(Decimal(profit) / MILLION_FEN, 2) * 1_000_000), "元", "5000")],
        trap="unit",
    )
    _, charge = annual_notes.inventory_charge()
    q.ask(
        "澄江智造2024年存货跌价损失及合同履约成本减值损失按表内列示（损失为负数）是多少元？",
        f"{money(charge)}元（损失，表内以括号列示）",
        q.place(ANNUAL, f"({money(charge)})"),
        gold=[("存货跌价损失", yuan(-charge), "元")],
        trap="sign",
        expect="answer",
    )
    q.ask(
        "澄江智造2024年末短期借款余额较上年末变化了多少百分比？",
        f"增长{change(b['短期借款'], GROUP.balance['2023']['短期借款'])}%",
        q.row("balance_changes", "短期借款", 5),
        gold=[("变动比例", change(b["短期借款"], GROUP.balance["2023"]["短期借款"]), "%")],
        asks=("change",),
    )
    q.ask(
        "澄江智造2024年研发费用加计扣除影响所得税多少？",
        f"{q.made[ANNUAL].grids['note_tax_bridge'].rows[6][1]}元",
        q.row("note_tax_bridge", "研发费用加计扣除的影响", 1),
        gold=[("研发费用加计扣除的影响", q.made[ANNUAL].grids["note_tax_bridge"].rows[6][1].replace(",", ""), "元")],
        trap="sign",
    )


def quarter(q):
    single, nine = quarterly.quarter(), quarterly.nine_months()
    e = lambda anchor, *near: q.place(QUARTER, anchor, *near)
    for label, key, style, question in (
        ("营业收入", "营业收入", "formal", "澄江智造2025年第三季度（单季）营业收入是多少元？同比增长多少？"),
        ("归母净利润", "归母净利润", "paraphrase", "澄江智造今年三季度那一个季度赚了多少归母净利润，比去年同期涨了多少？"),
    ):
        q.ask(
            question,
            f"{money(single[key][0])}元，同比增长{percent(*single[key])}%",
            e(money(single[key][0])),
            gold=[(f"2025年第三季度{label}", yuan(single[key][0]), "元"), ("同比", percent(*single[key]), "%")],
            style=style,
            wrong=[(yuan(nine[key][0]), "元"), (yuan(single[key][1]), "元")],
            asks=("value", "change"),
            trap="quarter_vs_cumulative",
        )
    q.ask(
        "澄江智造2025年前三季度营业收入是多少元？",
        f"{money(nine['营业收入'][0])}元",
        e(money(nine["营业收入"][0])),
        gold=[("2025年前三季度营业收入", yuan(nine["营业收入"][0]), "元")],
        wrong=[(yuan(single["营业收入"][0]), "元"), (yuan(nine["营业收入"][1]), "元")],
        trap="quarter_vs_cumulative",
    )
    q.ask(
        "澄江智造2025年1-9月经营活动产生的现金流量净额是多少？同比变动多少？",
        f"{money(nine['经营现金流'][0])}元，同比增长{percent(*nine['经营现金流'])}%",
        e(money(nine["经营现金流"][0])),
        gold=[("2025年前三季度经营活动现金流量净额", yuan(nine["经营现金流"][0]), "元"), ("同比", percent(*nine["经营现金流"]), "%")],
        wrong=[(yuan(single["经营现金流"][0]), "元")],
        asks=("value", "change"),
    )
    q.ask(
        "澄江智造2025年9月末总资产是多少？比上年末增长多少？",
        f"{money(quarterly.B['总资产'])}元，较上年度末增长{percent(quarterly.B['总资产'], quarterly.B0['总资产'])}%",
        e(money(quarterly.B["总资产"])),
        gold=[
            ("2025年9月30日总资产", yuan(quarterly.B["总资产"]), "元"),
            ("较上年度末", percent(quarterly.B["总资产"], quarterly.B0["总资产"]), "%"),
        ],
        wrong=[(yuan(quarterly.B0["总资产"]), "元")],
        asks=("value", "change"),
    )
    q.ask(
        "澄江智造最新的股东户数是多少？",
        "截至2025年9月30日44,517户",
        e("44,517"),
        gold=[("股东户数", 44517, "户")],
        style="paraphrase",
        wrong=[(38742, "户"), (41065, "户")],
        trap="latest",
    )
    roe = quarterly.roes()
    q.ask(
        "澄江智造2025年前三季度加权平均净资产收益率是多少？",
        f"{roe[1]}%",
        e(f"{roe[1]}", "加权平均净资产收益率"),
        gold=[("2025年前三季度加权平均净资产收益率", roe[1], "%")],
        wrong=[(roe[0], "%")],
        trap="quarter_vs_cumulative",
    )
    q.ask(
        "澄江智造2025年9月末应收账款有多少？",
        f"{money(quarterly.B['应收账款'])}元",
        e(money(quarterly.B["应收账款"])),
        gold=[("2025年9月末应收账款", yuan(quarterly.B["应收账款"]), "元")],
        style="paraphrase",
        wrong=[(yuan(quarterly.B0["应收账款"]), "元")],
    )
    q.ask(
        "澄江智造2025年第三季度利润增长的主要原因是什么？",
        "谐波减速器销量增加、临江二期产线稼动率提升，毛利率回升",
        e("主要系谐波减速器销量增加"),
        text=[["销量"], ["稼动率", "毛利率"]],
        kind="factual",
        asks=("text",),
    )
    q.ask(
        "澄江智造和海外主机厂签的框架协议约定了多少台谐波减速器？",
        "2026年至2028年合计不少于45万台",
        q.place(QUARTER, "45万台", also=[(WANGLAN, "45万台")]),
        gold=[("框架协议数量", 450000, "台")],
        kind="factual",
        style="paraphrase",
    )


def derived(q):
    single, nine, b, i = quarterly.quarter(), quarterly.nine_months(), GROUP.balance["2024"], quarterly.I
    half = nine["营业收入"][0] - single["营业收入"][0]
    e = lambda anchor: q.place(QUARTER, anchor)
    q.ask(
        "澄江智造2025年上半年营业收入能推算出来吗，是多少？",
        f"{money(half)}元 = 前三季度{money(nine['营业收入'][0])}元 − 第三季度{money(single['营业收入'][0])}元",
        e(money(nine["营业收入"][0])),
        e(money(single["营业收入"][0])),
        gold=[("2025年上半年营业收入", yuan(half), "元")],
        kind="derived",
        style="paraphrase",
        wrong=[(yuan(nine["营业收入"][0]), "元"), (yuan(pharma.GROUP.income[pharma.NOW]["营业收入"]), "元")],
        trap="similar_name",
    )
    debt = ratio(b["负债"], b["总资产"])
    q.ask(
        "澄江智造2024年末资产负债率是多少？",
        f"{debt}%",
        q.row("balance", "负债合计", 2),
        q.row("balance", "资产总计", 2),
        gold=[("资产负债率", debt, "%", "0.01")],
        kind="derived",
    )
    margin = ratio(i["营业收入"] - i["营业成本"], i["营业收入"])
    q.ask(
        "澄江智造2025年前三季度综合毛利率是多少？",
        f"{margin}%",
        e(money(i["营业收入"])),
        e(money(i["营业成本"])),
        gold=[("前三季度毛利率", margin, "%", "0.01")],
        kind="derived",
        wrong=[(ratio(GROUP.income["2024"]["营业收入"] - GROUP.income["2024"]["营业成本"], GROUP.income["2024"]["营业收入"]), "%")],
    )
    q.ask(
        "澄江智造2022到2024年的归母净利润分别是多少？",
        "；".join(f"{y}年{money(GROUP.income[y]['归母净利润'])}元" for y in ("2022", "2023", "2024")),
        *(q.row("key_figures", "归属于上市公司股东的净利润", c) for c in (5, 2, 1)),
        gold=[(f"{y}年归母净利润", yuan(GROUP.income[y]["归母净利润"]), "元") for y in ("2022", "2023", "2024")],
        kind="multi-hop",
    )


def two_brokers(q):
    a, b = FORECASTS["望澜"], FORECASTS["弘渡"]
    wa, hb = a.broker, b.broker
    first, second = (lambda anchor, *near: q.place(WANGLAN, anchor, *near)), (lambda anchor, *near: q.place(HONGDU, anchor, *near))
    q.ask(
        "望澜证券和弘渡证券给澄江智造的目标价分别是多少？",
        f"望澜{wa['target']}元，弘渡{hb['target']}元",
        first(wa["target"]),
        second(hb["target"]),
        gold=[("望澜目标价", wa["target"], "元"), ("弘渡目标价", hb["target"], "元")],
        kind="cross-doc",
        wrong=[(wa["price"], "元")],
    )
    q.ask(
        "两家券商对澄江智造的评级有什么不同？",
        "望澜：买入（维持）；弘渡：中性（由增持下调）",
        first("买入（维持）"),
        second("中性（下调）"),
        text=[["买入"], ["中性"]],
        kind="cross-doc",
        style="paraphrase",
        asks=("text",),
    )
    n, m = a.income["归属母公司净利润"][2], b.income["归属母公司净利润"][2]
    q.ask(
        "望澜证券与弘渡证券对澄江智造2026年归母净利润的预测相差多少？",
        f"望澜{n}百万元，弘渡{m}百万元，相差{n - m}百万元",
        first(str(n), "归母净利润"),
        second(str(m), "归母净利润"),
        gold=[("望澜2026E归母净利润", in_yuan(n), "元"), ("弘渡2026E归母净利润", in_yuan(m), "元"), ("差额", in_yuan(n - m), "元")],
        kind="cross-doc",
    )
    q.ask(
        "望澜证券预测澄江智造2027年每股收益是多少？",
        f"{a.eps[3]}元",
        first(a.eps[3], "EPS"),
        gold=[("望澜2027E每股收益", a.eps[3], "元/股")],
        wrong=[(a.eps[2], "元/股"), (b.eps[3], "元/股")],
    )
    q.ask(
        "弘渡证券这次把澄江智造2025年归母净利润预测从多少下调到了多少？",
        f"由372百万元下调至{b.income['归属母公司净利润'][1]}百万元",
        second("372", "归母净利润"),
        gold=[("原预测", in_yuan(372), "元"), ("新预测", in_yuan(b.income["归属母公司净利润"][1]), "元")],
        style="paraphrase",
        trap="old_vs_new_forecast",
    )
    q.ask(
        "弘渡证券预测澄江智造2026年毛利率是多少？",
        f"{b.gross_margin[2]}",
        second(b.gross_margin[2], "毛利率"),
        gold=[("弘渡2026E毛利率", b.gross_margin[2].strip("%"), "%")],
        wrong=[("33.8", "%"), (a.gross_margin[2].strip("%"), "%")],
        trap="old_vs_new_forecast",
    )
    cash = a.cash["经营活动现金流"][1]
    q.ask(
        "按望澜证券的财务预测，澄江智造2025年经营活动现金流是多少百万元？",
        f"{cash}百万元",
        first(str(cash), "经营活动现金流"),
        gold=[("望澜2025E经营活动现金流", in_yuan(cash), "元")],
        wrong=[(in_yuan(b.cash["经营活动现金流"][1]), "元"), (in_yuan(a.cash["经营活动现金流"][0]), "元")],
    )
    q.ask(
        "弘渡证券为什么下调澄江智造的评级？",
        "价格竞争与折旧、估值高于行业中枢、应收与存货累积、海外订单兑现尚需时间",
        q.place(HONGDU, "当前股价对应2026年PE", also=[(HONGDU, "主要分歧")]),
        text=[["价格", "估值", "PE"], ["应收", "存货", "折旧", "海外", "高于"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "澄江智造2024年实际归母净利润和弘渡研报里2024A的归母净利润对得上吗？",
        f"对得上：年报{money(GROUP.income['2024']['归母净利润'])}元，研报{b.income['归属母公司净利润'][0]}百万元为四舍五入",
        q.row("key_figures", "归属于上市公司股东的净利润", 1),
        second(str(b.income["归属母公司净利润"][0]), "归母净利润"),
        gold=[("2024年归母净利润", yuan(GROUP.income["2024"]["归母净利润"]), "元")],
        kind="cross-doc",
        style="paraphrase",
    )


def dialogues(q):
    single, nine = quarterly.quarter(), quarterly.nine_months()
    turn = lambda question, answer: {"q": question, "expect": "answer", "answer": answer}
    e = lambda anchor, *near: q.place(QUARTER, anchor, *near)
    both = [nine["营业收入"][0], single["营业收入"][0], single["归母净利润"][0]]
    q.ask(
        "澄江智造2025年前三季度营业收入多少",
        "追问须沿用公司与期间：" + "；".join(f"{money(x)}元" for x in both),
        *(e(money(x)) for x in both),
        gold=[(label, yuan(x), "元") for label, x in zip(("T1前三季度营业收入", "T2第三季度营业收入", "T3第三季度归母净利润"), both)],
        kind="dialogue",
        style="paraphrase",
        turns=[
            turn("澄江智造2025年前三季度营业收入多少", money(both[0])),
            turn("那单看第三季度呢", money(both[1])),
            turn("归母净利润呢", money(both[2])),
        ],
    )
    a, b = BROKERS["望澜"], BROKERS["弘渡"]
    q.ask(
        "望澜证券给澄江智造的目标价是多少",
        f"{a['target']}元；弘渡证券{b['target']}元",
        q.place(WANGLAN, a["target"]),
        q.place(HONGDU, b["target"]),
        gold=[("T1望澜目标价", a["target"], "元"), ("T2弘渡目标价", b["target"], "元")],
        kind="dialogue",
        style="paraphrase",
        turns=[turn("望澜证券给澄江智造的目标价是多少", a["target"]), turn("弘渡证券呢", b["target"])],
    )
    quarters = model.quarters_2024()["归母净利润"]
    best = max(range(4), key=lambda n: quarters[n])
    q.ask(
        "澄江智造2024年四个季度里哪个季度的归母净利润最高？",
        f"第{'一二三四'[best]}季度，{money(quarters[best])}元",
        q.row("quarters", "归属于上市公司股东的净利润", best + 1),
        gold=[(f"第{best + 1}季度归母净利润", yuan(quarters[best]), "元")],
        text=[[f"第{'一二三四'[best]}季度", f"{'一二三四'[best]}季度", f"Q{best + 1}"]],
        kind="ranking",
    )


def unanswerable(q):
    refuse = lambda question, note, style="formal", wrong=(), trap="": q.ask(
        question, REFUSED, kind="unanswerable", style=style, wrong=wrong, note=note, trap=trap
    )
    refuse(
        "澄江科技2024年营业收入是多少？",
        "名称相近的另一家公司，库中没有",
        wrong=[(yuan(GROUP.income["2024"]["营业收入"]), "元")],
        trap="similar_name",
    )
    refuse("砚山精工2024年净利润是多少？", "只在望澜研报可比公司表中出现，库中没有它的报告", trap="no_such_company")
    refuse(
        "澄江智造2021年的营业收入是多少？",
        "年报只列示2022-2024年",
        wrong=[(yuan(GROUP.income["2022"]["营业收入"]), "元")],
        trap="period_not_available",
    )
    refuse(
        "澄江智造2025年全年实际实现的归母净利润是多少？",
        "2025年年报尚未披露，只有券商预测",
        wrong=[(in_yuan(FORECASTS["望澜"].income["归属母公司净利润"][1]), "元"), (in_yuan(FORECASTS["弘渡"].income["归属母公司净利润"][1]), "元")],
        trap="forecast_vs_actual",
    )
    refuse(
        "澄江智造2025年三季报披露的母公司利润表营业收入是多少？",
        "三季报只有合并报表",
        wrong=[(yuan(quarterly.I["营业收入"]), "元")],
        trap="scope_not_disclosed",
    )
    refuse("澄江智造与海外主机厂框架协议的总金额是多少元？", "公告只给数量，金额以实际订单为准", trap="not_disclosed")
    refuse("澄江智造2024年人形机器人业务收入有多少？", "年报只说贡献很小，未单独披露", "paraphrase", trap="not_disclosed")
    refuse("澄江智造2024年末的H股股东户数是多少？", "公司只有A股", trap="not_disclosed")
    refuse("澄江智造的股票现在该买还是该卖？", "投资建议", "paraphrase", trap="advice")
    refuse("明年澄江智造股价能涨到多少？", "股价预测", "paraphrase", trap="prediction")
    q.ask(
        "澄江智造净利润是多少？",
        "报告期不明：2024年、2025年前三季度、第三季度单季等，应反问",
        kind="factual",
        expect="clarify",
        style="paraphrase",
        note="多个报告期并存",
    )


def check(rows):
    """Every anchor stands on every page that is named for it."""
    assert len(rows) >= 110 and len({r["question"] for r in rows}) == len(rows)
    for row in rows:
        for evidence in row["evidence"]:
            if not evidence["text_layer"]:
                continue
            figure = re.fullmatch(r"[-(]?[\d,.]+[%)]?", evidence["anchor"])
            for place in [evidence, *(evidence["also_at"] if figure else ())]:  # words may be said otherwise on the other pages
                assert stands(place["file"], place["page"], evidence["anchor"]), (row["id"], place)


SHOWN = [
    ("澄江智造2024年末母公司资产负债表上的货币资金是多少元？", "母公司口径与合并口径：两张表长得几乎一样，不能拿错"),
    ("澄江智造今年三季度那一个季度赚了多少归母净利润，比去年同期涨了多少？", "单季与年初至报告期末累计不能混"),
    ("澄江智造去年一共卖了多少钱？", "口语提问：去年、卖了多少钱"),
    ("望澜证券和弘渡证券预测的澄江智造2026年归母净利润分别是多少？", "两家券商的预测，并排列出并各自给出处"),
    ("更正后研发中心大楼的累计投入是多少万元？", "更正公告取代年报里的旧数"),
    ("澄江制药2025年前三季度营业收入是多少？", "库里只有它的半年报；名称只差一个字的澄江智造有这个数，不能顶替：应拒答"),
]


def demo(rows):
    known = {r["question"] for r in rows}
    assert all(question in known for question, _ in SHOWN)
    return [{"question": question, "note": note} for question, note in SHOWN]


def metadata():
    company = {"company": co.SHORT, "stock_code": co.CODE}
    return [
        {"file": ANNUAL, "kind": "annual_report", **company, "period": "2024FY"},
        {"file": QUARTER, "kind": "quarterly_report", **company, "period": "2025Q3"},
        {"file": WANGLAN, "kind": "research_report", **company, "publisher": "望澜证券"},
        {"file": HONGDU, "kind": "research_report", **company, "publisher": "弘渡证券"},
        *truth_others.metadata(),
    ]


def research_reports():
    rows = []
    for file, key in ((WANGLAN, "望澜"), (HONGDU, "弘渡")):
        b, f = BROKERS[key], FORECASTS[key]
        rows.append(
            {
                "file": file,
                "stock": co.SHORT,
                "code": co.CODE,
                "broker": b["name"],
                "publish_date": b["date"],
                "rating_normalised": b["rating"],
                "rating_raw": b["rating"],
                "analysts": ",".join(n for n, _ in b["analysts"]),
                "eps_2025e_2026e_2027e": f.eps[1:],
                "eps_string_found_in_text": [bool(pages_with(file, e)) for e in f.eps[1:]],
                "target_price": b["target"],
                "text_layer": True,
            }
        )
    return rows
