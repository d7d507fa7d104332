"""Two brokers' forecasts, in whole 百万元: the same 2024A, different futures. The identities hold in every forecast year."""

from decimal import Decimal

from figures import MILLION_FEN, change, half_up
from model import GROUP, SHARES

YEARS = ("2024A", "2025E", "2026E", "2027E")
PERIODS = ("2024FY", "2025FY", "2026FY", "2027FY")

BROKERS = {
    "望澜": dict(
        name="望澜证券",
        full="望澜证券股份有限公司",
        rating="买入",
        action="维持",
        previous="买入",
        target="58.20",
        price="46.85",
        date="2025-11-03",
        date_cn="2025年11月03日",
        analysts=(("许昭宁", "S9990521080016"), ("霍清越", "S9990523040021")),
        revenue=(3752, 4618, 5577),
        margin=("33.1", "33.7", "34.1"),
        selling=("6.4", "6.3", "6.3"),
        admin=("5.9", "5.8", "5.7"),
        rd=("8.4", "8.4", "8.4"),
        net=(383, 492, 622),
        capex=(360, 330, 310),
    ),
    "弘渡": dict(
        name="弘渡证券",
        full="弘渡证券有限责任公司",
        rating="中性",
        action="下调",
        previous="增持",
        target="41.50",
        price="45.92",
        date="2025-11-05",
        date_cn="2025年11月5日",
        analysts=(("费长宁", "S9991524010035"),),
        revenue=(3641, 4118, 4607),
        margin=("32.9", "32.6", "32.4"),
        selling=("6.5", "6.5", "6.4"),
        admin=("5.9", "5.8", "5.7"),
        rd=("8.4", "8.4", "8.3"),
        net=(361, 409, 455),
        capex=(380, 350, 330),
    ),
}


def m(fen):
    return int(half_up(Decimal(fen) / MILLION_FEN, 0))


def share(revenue, rate):
    return int(half_up(Decimal(revenue) * Decimal(rate) / 100, 0))


class Forecast:
    """Four years of statements: `income`, `balance`, `cash` as name -> four ints, `ratio` as name -> four strings."""

    def __init__(self, key):
        self.broker = BROKERS[key]
        self.income, self.balance, self.cash, self.ratio = {}, {}, {}, {}
        self._income()
        self._balance()
        self._cash()
        self._ratios()

    def _income(self):
        b, i = self.broker, GROUP.income["2024"]
        rows = {k: [m(i[k])] for k in ("营业收入", "营业成本", "税金及附加", "销售费用", "管理费用", "研发费用", "财务费用")}
        rows["资产减值及信用减值损失"] = [m(i["资产减值损失"] + i["信用减值损失"])]
        rows["其他收益及投资收益"] = [m(i["其他收益"] + i["投资收益"] + i["公允价值变动收益"] + i["资产处置收益"])]
        rows["营业利润"], rows["营业外收支"], rows["利润总额"] = [m(i["营业利润"])], [m(i["营业外收入"] - i["营业外支出"])], [m(i["利润总额"])]
        rows["所得税"], rows["净利润"], rows["少数股东损益"], rows["归属母公司净利润"] = (
            [m(i["所得税费用"])],
            [m(i["净利润"])],
            [m(i["少数股东损益"])],
            [m(i["归母净利润"])],
        )
        for n, revenue in enumerate(b["revenue"]):
            minority = round(b["net"][n] * 0.035)
            net = b["net"][n] + minority
            tax = round(net * 0.118)
            rows["营业收入"].append(revenue)
            rows["营业成本"].append(revenue - share(revenue, b["margin"][n]))
            rows["税金及附加"].append(share(revenue, "0.66"))
            for key, rate in (("销售费用", "selling"), ("管理费用", "admin"), ("研发费用", "rd")):
                rows[key].append(share(revenue, b[rate][n]))
            rows["财务费用"].append((26, 27, 25)[n])
            rows["资产减值及信用减值损失"].append((-47, -52, -58)[n])
            profit = net + tax - (-1)
            gross = revenue - sum(rows[k][-1] for k in ("营业成本", "税金及附加", "销售费用", "管理费用", "研发费用", "财务费用"))
            rows["其他收益及投资收益"].append(profit - gross - rows["资产减值及信用减值损失"][-1])
            rows["营业利润"].append(profit)
            rows["营业外收支"].append(-1)
            rows["利润总额"].append(profit - 1)
            rows["所得税"].append(tax)
            rows["净利润"].append(net)
            rows["少数股东损益"].append(minority)
            rows["归属母公司净利润"].append(b["net"][n])
        self.income = rows

    def _balance(self):
        b, x = self.broker, GROUP.balance["2024"]
        total = lambda *names: m(sum(x[k] for k in names))
        rows = {
            "货币资金": [m(x["货币资金"])],
            "交易性金融资产": [m(x["交易性金融资产"])],
            "应收票据及应收账款": [total("应收票据", "应收账款", "应收款项融资")],
            "预付款项": [m(x["预付款项"])],
            "存货": [m(x["存货"])],
            "其他流动资产": [total("其他应收款", "合同资产", "其他流动资产")],
            "流动资产合计": [m(x["流动资产"])],
            "长期股权投资": [m(x["长期股权投资"])],
            "固定资产": [m(x["固定资产"])],
            "在建工程": [m(x["在建工程"])],
            "无形资产": [m(x["无形资产"])],
            "商誉": [m(x["商誉"])],
            "其他非流动资产": [
                total("其他权益工具投资", "投资性房地产", "使用权资产", "开发支出", "长期待摊费用", "递延所得税资产", "其他非流动资产")
            ],
            "非流动资产合计": [m(x["非流动资产"])],
            "资产总计": [m(x["总资产"])],
            "短期借款": [m(x["短期借款"])],
            "应付票据及应付账款": [total("应付票据", "应付账款")],
            "合同负债": [m(x["合同负债"])],
            "其他流动负债": [total("应付职工薪酬", "应交税费", "其他应付款", "一年内到期的非流动负债", "其他流动负债")],
            "流动负债合计": [m(x["流动负债"])],
            "长期借款": [m(x["长期借款"])],
            "其他非流动负债": [total("租赁负债", "预计负债", "递延收益", "递延所得税负债")],
            "非流动负债合计": [m(x["非流动负债"])],
            "负债合计": [m(x["负债"])],
            "股本": [m(x["股本"])],
            "资本公积": [m(x["资本公积"])],
            "留存收益及其他": [total("其他综合收益", "专项储备", "盈余公积", "未分配利润")],
            "归属母公司股东权益": [m(x["归母权益"])],
            "少数股东权益": [m(x["少数股东权益"])],
            "负债和股东权益合计": [m(x["负债和权益"])],
        }
        self.depreciation = [164, 181, 196, 208]
        self.dividends = [None]
        for n in range(3):
            revenue, last = b["revenue"][n], self.income["营业收入"][n]
            grow = lambda key, keep=0.85: round(rows[key][n] * (1 + (revenue / last - 1) * keep))
            for key in ("应收票据及应收账款", "预付款项", "存货", "其他流动资产", "应付票据及应付账款", "合同负债", "其他流动负债"):
                rows[key].append(grow(key))
            rows["交易性金融资产"].append((180, 180, 180)[n])
            rows["长期股权投资"].append(rows["长期股权投资"][n] + 5)
            more = b["capex"][n] - self.depreciation[n + 1]
            rows["在建工程"].append((150, 130, 110)[n])
            rows["无形资产"].append(rows["无形资产"][n] + 4)
            rows["商誉"].append(rows["商誉"][n])
            rows["其他非流动资产"].append(rows["其他非流动资产"][n] + 6)
            rows["固定资产"].append(rows["固定资产"][n] + more - (rows["在建工程"][n + 1] - rows["在建工程"][n]) - 4 - 6)
            rows["短期借款"].append(rows["短期借款"][n] + (10, 15, 10)[n])
            rows["长期借款"].append(rows["长期借款"][n] + (20, 10, 0)[n])
            rows["其他非流动负债"].append(rows["其他非流动负债"][n] + 4)
            dividend = 74 if n == 0 else round(b["net"][n - 1] * 0.25)
            self.dividends.append(dividend)
            rows["股本"].append(rows["股本"][n])
            rows["资本公积"].append(rows["资本公积"][n])
            rows["留存收益及其他"].append(rows["留存收益及其他"][n] + b["net"][n] - dividend)
            rows["少数股东权益"].append(rows["少数股东权益"][n] + self.income["少数股东损益"][n + 1])
            last_sum = lambda *names: sum(rows[k][n + 1] for k in names)
            rows["流动负债合计"].append(last_sum("短期借款", "应付票据及应付账款", "合同负债", "其他流动负债"))
            rows["非流动负债合计"].append(last_sum("长期借款", "其他非流动负债"))
            rows["负债合计"].append(last_sum("流动负债合计", "非流动负债合计"))
            rows["归属母公司股东权益"].append(last_sum("股本", "资本公积", "留存收益及其他"))
            rows["负债和股东权益合计"].append(last_sum("负债合计", "归属母公司股东权益", "少数股东权益"))
            rows["非流动资产合计"].append(last_sum("长期股权投资", "固定资产", "在建工程", "无形资产", "商誉", "其他非流动资产"))
            rows["资产总计"].append(rows["负债和股东权益合计"][-1])
            rows["流动资产合计"].append(rows["资产总计"][-1] - rows["非流动资产合计"][-1])
            rows["货币资金"].append(rows["流动资产合计"][-1] - last_sum("交易性金融资产", "应收票据及应收账款", "预付款项", "存货", "其他流动资产"))
        self.balance = rows

    def _cash(self):
        c, i, b = GROUP.cash["2024"], self.income, self.balance
        rows = {
            "净利润": list(i["净利润"]),
            "折旧摊销": list(self.depreciation),
            "财务费用": [m(GROUP.income["2024"]["利息费用"])],
            "投资损失": [-m(GROUP.income["2024"]["投资收益"])],
            "营运资金变动": [],
            "其他经营现金流": [],
            "经营活动现金流": [m(c["经营净额"])],
            "资本支出": [-m(c["购建"])],
            "其他投资现金流": [m(c["投资净额"]) + m(c["购建"])],
            "投资活动现金流": [m(c["投资净额"])],
            "借款变动": [m(c["借款"]) - m(c["偿债"])],
            "支付股利、利息": [-m(c["分红付息"])],
            "其他筹资现金流": [],
            "筹资活动现金流": [m(c["筹资净额"])],
            "现金净增加额": [m(c["净增加"])],
        }
        rows["其他经营现金流"].append(54)
        rows["营运资金变动"].append(
            rows["经营活动现金流"][0] - sum(rows[k][0] for k in ("净利润", "折旧摊销", "财务费用", "投资损失", "其他经营现金流"))
        )
        rows["其他筹资现金流"].append(rows["筹资活动现金流"][0] - rows["借款变动"][0] - rows["支付股利、利息"][0])
        for n in range(1, 4):
            delta = lambda *names: sum(b[k][n] - b[k][n - 1] for k in names)
            finance, gain = i["财务费用"][n], (14, 15, 16)[n - 1]
            rows["财务费用"].append(finance)
            rows["投资损失"].append(-gain)
            rows["营运资金变动"].append(
                delta("应付票据及应付账款", "合同负债", "其他流动负债") - delta("应收票据及应收账款", "预付款项", "存货", "其他流动资产")
            )
            capex = delta("固定资产", "在建工程", "无形资产", "其他非流动资产") + self.depreciation[n]
            rows["资本支出"].append(-capex)
            rows["其他投资现金流"].append(gain - delta("交易性金融资产", "长期股权投资"))
            rows["投资活动现金流"].append(rows["资本支出"][n] + rows["其他投资现金流"][n])
            rows["借款变动"].append(delta("短期借款", "长期借款"))
            rows["支付股利、利息"].append(-self.dividends[n] - finance)
            rows["其他筹资现金流"].append(delta("其他非流动负债"))
            rows["筹资活动现金流"].append(sum(rows[k][n] for k in ("借款变动", "支付股利、利息", "其他筹资现金流")))
            rows["现金净增加额"].append(delta("货币资金"))
            rows["经营活动现金流"].append(rows["现金净增加额"][n] - rows["投资活动现金流"][n] - rows["筹资活动现金流"][n])
            # 2024A is rounded item by item: what that leaves over shows in the first forecast year's 其他经营现金流
            rows["其他经营现金流"].append(
                rows["经营活动现金流"][n] - sum(rows[k][n] for k in ("净利润", "折旧摊销", "财务费用", "投资损失", "营运资金变动"))
            )
        self.cash = rows

    def _ratios(self):
        b, i, c = self.balance, self.income, self.cash
        price, count = Decimal(self.broker["price"]), Decimal(SHARES) / 1_000_000
        q = lambda value, places=1: f"{half_up(value, places)}"
        books = {"营业收入": "营业收入", "营业利润": "营业利润", "归属母公司净利润": "归母净利润"}
        actual = lambda key: q(change(*(GROUP.income[y][books[key]] for y in ("2024", "2023")), 6)) + "%"
        growth = lambda key: [actual(key)] + [q((Decimal(x) / y - 1) * 100) + "%" for x, y in zip(i[key][1:], i[key])]
        each = lambda top, below, times=100, sign="%": [q(Decimal(x) / Decimal(y) * times) + sign for x, y in zip(top, below)]
        gross = [x - y for x, y in zip(i["营业收入"], i["营业成本"])]
        self.eps = [q(Decimal(x) / count, 2) for x in i["归属母公司净利润"]]
        self.pe = [q(price * count / x, 1) for x in i["归属母公司净利润"]]
        self.ebitda = [p + f + d for p, f, d in zip(i["利润总额"], i["财务费用"], self.depreciation)]
        value = [price * count + b["短期借款"][n] + b["长期借款"][n] - b["货币资金"][n] for n in range(4)]
        self.growth_revenue, self.growth_net = growth("营业收入"), growth("归属母公司净利润")
        self.gross_margin, self.roe = each(gross, i["营业收入"]), each(i["归属母公司净利润"], b["归属母公司股东权益"])
        self.pb = [q(price * count / x, 2) for x in b["归属母公司股东权益"]]
        self.ratio = {
            "成长能力": None,
            "营业收入增长率": self.growth_revenue,
            "营业利润增长率": growth("营业利润"),
            "归母净利润增长率": self.growth_net,
            "获利能力": None,
            "毛利率": self.gross_margin,
            "净利率": each(i["净利润"], i["营业收入"]),
            "ROE": self.roe,
            "偿债能力": None,
            "资产负债率": each(b["负债合计"], b["资产总计"]),
            "流动比率": [q(Decimal(x) / y, 2) for x, y in zip(b["流动资产合计"], b["流动负债合计"])],
            "速动比率": [q(Decimal(x - s) / y, 2) for x, s, y in zip(b["流动资产合计"], b["存货"], b["流动负债合计"])],
            "营运能力": None,
            "总资产周转率": [q(Decimal(x) / y, 2) for x, y in zip(i["营业收入"], b["资产总计"])],
            "应收账款周转率": [q(Decimal(x) / y, 2) for x, y in zip(i["营业收入"], b["应收票据及应收账款"])],
            "每股指标（元）": None,
            "每股收益": self.eps,
            "每股经营现金流": [q(Decimal(x) / count, 2) for x in c["经营活动现金流"]],
            "每股净资产": [q(Decimal(x) / count, 2) for x in b["归属母公司股东权益"]],
            "估值比率": None,
            "P/E": self.pe,
            "P/B": self.pb,
            "EV/EBITDA": [q(v / e, 1) for v, e in zip(value, self.ebitda)],
        }


def bracketed(value):
    return f"({-value:,})" if value < 0 else f"{value:,}"


FORECASTS = {key: Forecast(key) for key in BROKERS}


def check():
    for f in FORECASTS.values():
        for n in range(1, 4):
            b = f.balance
            assert (
                b["资产总计"][n]
                == b["流动资产合计"][n] + b["非流动资产合计"][n]
                == b["负债合计"][n] + b["归属母公司股东权益"][n] + b["少数股东权益"][n]
            )
            assert f.income["利润总额"][n] - f.income["所得税"][n] == f.income["净利润"][n]
            assert b["货币资金"][n] > 0


if __name__ == "__main__":
    check()
    for f in FORECASTS.values():
        for t in (f.income, f.balance, f.cash, f.ratio):
            for k, v in t.items():
                print(k, v)
