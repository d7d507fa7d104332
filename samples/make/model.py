"""The invented company's books: statements of the group and of the parent for 2022-2024 and the quarters up to 2025 Q3.

Chosen in 万元 and made exact in fen. Everything else is derived, so that the identities hold by construction: cash is what
balances the balance sheet, purchases paid are what explains the change in cash. `check()` proves it.
"""

from decimal import Decimal

from figures import FEN, WAN_FEN, half_up, near, rng

SHARES = 412_356_800  # shares, unchanged 2022-2025
DIVIDEND_FEN = {2021: 18, 2022: 20, 2023: 22, 2024: 18}  # fen a share, paid in the following June
PERIODS = ("2022", "2023", "2024", "2025Q3")

# ------------------------------------------------------------- balance sheets, 万元 at the period's end

GROUP_ASSETS = {
    "交易性金融资产": (18000, 22500, 15600, 20300),
    "应收票据": (6820, 8410, 9260, 8930),
    "应收账款": (61200, 74300, 92800, 104500),
    "应收款项融资": (9400, 11200, 8350, 7920),
    "预付款项": (4300, 5120, 4680, 5430),
    "其他应收款": (1850, 2260, 1740, 1930),
    "存货": (58600, 66900, 79400, 84700),
    "合同资产": (2150, 3420, 4870, 5310),
    "其他流动资产": (2980, 3610, 4150, 3890),
    "长期股权投资": (7250, 8130, 9020, 9420),
    "其他权益工具投资": (3000, 3000, 2640, 2640),
    "投资性房地产": (2410, 2295, 2180, 2094),
    "固定资产": (88400, 96700, 128600, 133400),
    "在建工程": (15300, 27800, 12400, 17900),
    "使用权资产": (2640, 2280, 3150, 2760),
    "无形资产": (21300, 22900, 24800, 24100),
    "开发支出": (1150, 1860, 2940, 3620),
    "商誉": (5218, 5218, 4118, 4118),
    "长期待摊费用": (1320, 1180, 1560, 1390),
    "递延所得税资产": (3180, 3640, 4420, 4680),
    "其他非流动资产": (4900, 6300, 2870, 3450),
}
GROUP_LIABILITIES = {
    "短期借款": (32000, 35500, 46800, 43200),
    "应付票据": (18700, 21400, 25900, 27300),
    "应付账款": (47600, 55200, 66300, 71200),
    "合同负债": (8900, 10600, 13200, 14900),
    "应付职工薪酬": (6900, 7800, 8650, 6940),
    "应交税费": (3750, 4180, 3260, 4020),
    "其他应付款": (4320, 4960, 5730, 5480),
    "一年内到期的非流动负债": (6100, 8700, 11300, 10600),
    "其他流动负债": (2870, 3190, 3640, 3780),
    "长期借款": (28000, 34000, 41500, 44000),
    "租赁负债": (1860, 1540, 2260, 1930),
    "预计负债": (1280, 1460, 1690, 1790),
    "递延收益": (5640, 6220, 7130, 7480),
    "递延所得税负债": (890, 970, 1140, 1110),
}
PARENT_ASSETS = {
    "交易性金融资产": (12000, 15000, 9000, 12000),
    "应收票据": (3910, 4820, 5330, 5010),
    "应收账款": (38400, 45900, 58200, 63900),
    "应收款项融资": (5200, 6100, 4480, 4210),
    "预付款项": (1980, 2340, 2110, 2460),
    "其他应收款": (21500, 26800, 31200, 33100),
    "存货": (31200, 34800, 40600, 42900),
    "合同资产": (980, 1530, 2140, 2290),
    "其他流动资产": (1120, 1290, 1470, 1350),
    "长期股权投资": (69800, 74200, 83600, 84900),
    "其他权益工具投资": (3000, 3000, 2640, 2640),
    "投资性房地产": (2410, 2295, 2180, 2094),
    "固定资产": (41200, 43800, 62700, 64100),
    "在建工程": (8900, 17600, 5200, 7800),
    "使用权资产": (610, 480, 920, 790),
    "无形资产": (11900, 12600, 13400, 13000),
    "开发支出": (820, 1240, 1910, 2380),
    "长期待摊费用": (540, 470, 690, 600),
    "递延所得税资产": (1460, 1690, 2010, 2130),
    "其他非流动资产": (2600, 3500, 1380, 1720),
}
PARENT_LIABILITIES = {
    "短期借款": (24000, 26500, 34000, 31000),
    "应付票据": (14200, 16300, 19800, 20900),
    "应付账款": (36900, 41800, 50600, 53700),
    "合同负债": (4800, 5600, 6900, 7700),
    "应付职工薪酬": (3600, 4010, 4420, 3510),
    "应交税费": (1730, 1910, 1450, 1820),
    "其他应付款": (9800, 11200, 13700, 13100),
    "一年内到期的非流动负债": (4600, 6400, 8500, 7900),
    "其他流动负债": (1640, 1830, 2060, 2130),
    "长期借款": (20000, 25000, 30500, 32000),
    "租赁负债": (390, 310, 640, 540),
    "预计负债": (760, 870, 980, 1040),
    "递延收益": (3910, 4240, 4870, 5090),
    "递延所得税负债": (420, 460, 560, 540),
}
# at the start; the capital reserve and the rest of equity roll forward
GROUP_EQUITY = {"资本公积": (98400, 98760, 92310, 92520), "其他综合收益": (-210, -165, -398, -362), "专项储备": (320, 410, 505, 548)}
PARENT_EQUITY = {"资本公积": (100900, 101210, 98480, 98660), "其他综合收益": (-120, -120, -426, -426), "专项储备": (180, 231, 284, 308)}
OPENING = {"group": {"盈余公积": 12600, "未分配利润": 88000, "少数股东权益": 9800}, "parent": {"盈余公积": 12600, "未分配利润": 51400}}
RESTRICTED = {"group": (5200, 6150, 7480, 7900), "parent": (3900, 4520, 5610, 5930)}

# ------------------------------------------------------------- income statements, 万元

INCOME = {  # 9M figures: 2024Q3, 2025Q3
    "group": {
        "2022": dict(
            营业收入=242300,
            营业成本=158900,
            税金及附加=1720,
            销售费用=15600,
            管理费用=15100,
            研发费用=19200,
            财务费用=1480,
            利息费用=2390,
            利息收入=1320,
            其他收益=4310,
            投资收益=1420,
            联营=690,
            公允价值变动收益=-130,
            信用减值损失=-1180,
            资产减值损失=-960,
            资产处置收益=12,
            营业外收入=160,
            营业外支出=193,
            所得税费用=4090,
            少数股东损益=860,
        ),
        "2023": dict(
            营业收入=286500,
            营业成本=188700,
            税金及附加=1990,
            销售费用=18300,
            管理费用=17400,
            研发费用=23200,
            财务费用=1870,
            利息费用=2760,
            利息收入=1610,
            其他收益=4980,
            投资收益=1730,
            联营=880,
            公允价值变动收益=210,
            信用减值损失=-1540,
            资产减值损失=-1260,
            资产处置收益=-18,
            营业外收入=190,
            营业外支出=268,
            所得税费用=4600,
            少数股东损益=1092,
        ),
        "2024": dict(
            营业收入=327800,
            营业成本=221600,
            税金及附加=2180,
            销售费用=21400,
            管理费用=19850,
            研发费用=27600,
            财务费用=2310,
            利息费用=3280,
            利息收入=1420,
            其他收益=5640,
            投资收益=1480,
            联营=890,
            公允价值变动收益=-320,
            信用减值损失=-2260,
            资产减值损失=-3190,
            资产处置收益=45,
            营业外收入=260,
            营业外支出=310,
            所得税费用=3480,
            少数股东损益=475,
        ),
        "2024Q3": dict(
            营业收入=236400,
            营业成本=159200,
            税金及附加=1560,
            销售费用=15400,
            管理费用=14300,
            研发费用=19500,
            财务费用=1690,
            利息费用=2430,
            利息收入=1080,
            其他收益=3720,
            投资收益=980,
            联营=610,
            公允价值变动收益=-240,
            信用减值损失=-1390,
            资产减值损失=-1130,
            资产处置收益=31,
            营业外收入=150,
            营业外支出=190,
            所得税费用=3160,
            少数股东损益=520,
        ),
        "2025Q3": dict(
            营业收入=268900,
            营业成本=179600,
            税金及附加=1790,
            销售费用=17100,
            管理费用=15600,
            研发费用=21900,
            财务费用=1830,
            利息费用=2560,
            利息收入=960,
            其他收益=4010,
            投资收益=1120,
            联营=400,
            公允价值变动收益=190,
            信用减值损失=-1870,
            资产减值损失=-1420,
            资产处置收益=-26,
            营业外收入=120,
            营业外支出=170,
            所得税费用=3610,
            少数股东损益=1000,
        ),
    },
    "parent": {
        "2023": dict(
            营业收入=196400,
            营业成本=132600,
            税金及附加=1210,
            销售费用=11200,
            管理费用=10900,
            研发费用=14100,
            财务费用=1090,
            利息费用=1940,
            利息收入=1230,
            其他收益=3120,
            投资收益=2980,
            联营=880,
            公允价值变动收益=150,
            信用减值损失=-910,
            资产减值损失=-640,
            资产处置收益=-11,
            营业外收入=120,
            营业外支出=160,
            所得税费用=3040,
        ),
        "2024": dict(
            营业收入=218600,
            营业成本=151300,
            税金及附加=1290,
            销售费用=12600,
            管理费用=12100,
            研发费用=16400,
            财务费用=1420,
            利息费用=2260,
            利息收入=1140,
            其他收益=3480,
            投资收益=3260,
            联营=890,
            公允价值变动收益=-210,
            信用减值损失=-1320,
            资产减值损失=-980,
            资产处置收益=28,
            营业外收入=170,
            营业外支出=190,
            所得税费用=2210,
        ),
    },
}
QUARTERS_2024 = {"营业收入": (68400, 84900), "归母净利润": (6120, 9480), "扣非净利润": (5010, 8230), "经营现金流": (-3860, 9740)}
QUARTER_2025Q3 = {"营业收入": 95600, "利润总额": 12180, "归母净利润": 9960, "扣非净利润": 9010}
CFO_9M_2024 = 17080

# ------------------------------------------------------------- cash flow, 万元 (what is not derived)

CASH = {
    "group": {
        "2023": dict(
            税费返还=3120,
            其他经营收=8450,
            职工=52300,
            税费=14600,
            其他经营付=29800,
            收回投资=96000,
            投资收益收=1120,
            处置资产收=86,
            其他投资收=0,
            购建=37800,
            投资付=100300,
            取得子公司=0,
            其他投资付=0,
            吸收投资=245,
            少数股东投入=245,
            借款=62400,
            其他筹资收=1200,
            偿债=50100,
            分红付息=11050,
            少数股东股利=240,
            其他筹资付=1460,
            汇率=-92,
        ),
        "2024": dict(
            税费返还=3680,
            其他经营收=9240,
            职工=59700,
            税费=15900,
            其他经营付=33600,
            收回投资=121500,
            投资收益收=940,
            处置资产收=133,
            其他投资收=0,
            购建=39600,
            投资付=114900,
            取得子公司=0,
            其他投资付=0,
            吸收投资=0,
            少数股东投入=0,
            借款=83700,
            其他筹资收=900,
            偿债=62300,
            分红付息=12360,
            少数股东股利=190,
            其他筹资付=8420,
            汇率=116,
        ),
        "2024Q3": dict(
            税费返还=2610,
            其他经营收=6380,
            职工=45100,
            税费=12400,
            其他经营付=24900,
            收回投资=88000,
            投资收益收=710,
            处置资产收=92,
            其他投资收=0,
            购建=29800,
            投资付=86400,
            取得子公司=0,
            其他投资付=0,
            吸收投资=0,
            少数股东投入=0,
            借款=58900,
            其他筹资收=600,
            偿债=44600,
            分红付息=11410,
            少数股东股利=190,
            其他筹资付=7690,
            汇率=58,
        ),
        "2025Q3": dict(
            税费返还=2940,
            其他经营收=6870,
            职工=50200,
            税费=12100,
            其他经营付=26800,
            收回投资=79500,
            投资收益收=690,
            处置资产收=41,
            其他投资收=0,
            购建=24300,
            投资付=84000,
            取得子公司=0,
            其他投资付=0,
            吸收投资=0,
            少数股东投入=0,
            借款=56200,
            其他筹资收=0,
            偿债=58000,
            分红付息=9940,
            少数股东股利=380,
            其他筹资付=880,
            汇率=74,
        ),
    },
    "parent": {
        "2023": dict(
            税费返还=2030,
            其他经营收=6120,
            职工=31200,
            税费=9300,
            其他经营付=18700,
            收回投资=72000,
            投资收益收=2260,
            处置资产收=41,
            其他投资收=3000,
            购建=22100,
            投资付=79800,
            取得子公司=0,
            其他投资付=5000,
            吸收投资=0,
            少数股东投入=0,
            借款=46000,
            其他筹资收=800,
            偿债=36700,
            分红付息=10120,
            少数股东股利=0,
            其他筹资付=720,
            汇率=-31,
        ),
        "2024": dict(
            税费返还=2290,
            其他经营收=6790,
            职工=35400,
            税费=9800,
            其他经营付=20900,
            收回投资=93000,
            投资收益收=2710,
            处置资产收=76,
            其他投资收=2000,
            购建=24900,
            投资付=89600,
            取得子公司=6800,
            其他投资付=4000,
            吸收投资=0,
            少数股东投入=0,
            借款=60500,
            其他筹资收=500,
            偿债=46200,
            分红付息=11180,
            少数股东股利=0,
            其他筹资付=910,
            汇率=42,
        ),
    },
}
CASH_PAID_MERGER_WAN = 6800  # for 澄江软件, under common control: financing in the group, investing in the parent
# what belongs to the business merged under common control in 2024: restated minus reported before, 万元
MERGED_2023 = {"营业收入": 4630, "归母净利润": 1450, "扣非净利润": 0, "经营现金流": 1210, "净资产": 4310, "总资产": 9870}
DEDUCTED = {"2022": 25300, "2023": 29140, "2024": 26480, "2024Q3": 19380, "2025Q3": 24860}


SAME_IN_BOTH = {"其他权益工具投资", "投资性房地产", "联营"}  # the parent holds them itself


def share_payment(period):
    """Share-based payment that went to the capital reserve in the period."""
    return near({"2023": 360, "2024": 352, "2025Q3": 210}[period], "share payment", period)


class Books:
    """One scope's statements: `balance[period][item]`, `income[period][item]`, `cash[period][item]`, all in fen."""

    def __init__(self, scope):
        self.scope, self.equity_moves = scope, {}
        self.income = {p: self._income(p) for p in INCOME[scope]}
        self.balance = self._balances()
        self._other_comprehensive_income()
        self.cash = {}
        for period, before in (("2023", "2022"), ("2024", "2023"), ("2025Q3", "2024")):
            if period in CASH[scope]:
                self.cash[period] = self._cash(period, self.equivalents(before), self.equivalents(period))
        if scope == "group":
            self.cash["2024Q3"] = self._cash_chosen("2024Q3", self.equivalents("2023"))

    # -------- income

    def _income(self, period):
        raw = INCOME[self.scope][period]
        i = {k: near(v, "group" if k in SAME_IN_BOTH else self.scope, "income", period, k) for k, v in raw.items()}
        parts = ("营业成本", "税金及附加", "销售费用", "管理费用", "研发费用", "财务费用")
        i["营业总收入"] = i["营业收入"]
        i["营业总成本"] = sum(i[k] for k in parts)
        i["营业利润"] = (
            i["营业总收入"]
            - i["营业总成本"]
            + sum(i[k] for k in ("其他收益", "投资收益", "公允价值变动收益", "信用减值损失", "资产减值损失", "资产处置收益"))
        )
        i["利润总额"] = i["营业利润"] + i["营业外收入"] - i["营业外支出"]
        i["净利润"] = i["利润总额"] - i["所得税费用"]
        i["归母净利润"] = i["净利润"] - (i.get("少数股东损益") or 0)
        return i

    # -------- balance sheet

    def _balances(self):
        assets, liabilities, equity = (
            (GROUP_ASSETS, GROUP_LIABILITIES, GROUP_EQUITY) if self.scope == "group" else (PARENT_ASSETS, PARENT_LIABILITIES, PARENT_EQUITY)
        )
        sheets = {}
        for n, period in enumerate(PERIODS):
            if self.scope == "parent" and period == "2025Q3":
                continue
            b = {
                k: near(v[n], "group" if k in SAME_IN_BOTH else self.scope, k, v[n])
                for table in (assets, liabilities, equity)
                for k, v in table.items()
            }
            b["股本"] = SHARES * FEN
            if n:
                self._roll_reserves(b, sheets[PERIODS[n - 1]], period)
            self._roll_equity(b, sheets.get(PERIODS[n - 1]) if n else None, period)
            b["归母权益"] = sum(b[k] for k in ("股本", "资本公积", "其他综合收益", "专项储备", "盈余公积", "未分配利润"))
            b["所有者权益"] = b["归母权益"] + (b.get("少数股东权益") or 0)
            current = [k for k in liabilities if list(liabilities).index(k) < list(liabilities).index("长期借款")]
            b["流动负债"] = sum(b[k] for k in current)
            b["非流动负债"] = sum(b[k] for k in liabilities if k not in current)
            b["负债"] = b["流动负债"] + b["非流动负债"]
            b["负债和权益"] = b["负债"] + b["所有者权益"]
            b["货币资金"] = b["负债和权益"] - sum(b[k] for k in assets)
            current = [k for k in assets if list(assets).index(k) < list(assets).index("长期股权投资")]
            b["流动资产"] = b["货币资金"] + sum(b[k] for k in current)
            b["非流动资产"] = sum(b[k] for k in assets if k not in current)
            b["总资产"] = b["流动资产"] + b["非流动资产"]
            b["受限资金"] = near(RESTRICTED[self.scope][n], self.scope, "受限", period)
            sheets[period] = b
        return sheets

    def _other_comprehensive_income(self):
        """The change of the reserve: equity instruments at fair value less deferred tax, the rest is currency translation."""
        for period, before in (("2023", "2022"), ("2024", "2023"), ("2025Q3", "2024"), ("2024Q3", None)):
            if period not in self.income:
                continue
            i = self.income[period]
            if before and period in self.balance:
                total = self.balance[period]["其他综合收益"] - self.balance[before]["其他综合收益"]
                loss = self.balance[period]["其他权益工具投资"] - self.balance[before]["其他权益工具投资"]
            else:
                total, loss = near(-42, self.scope, "oci", period), 0
            if self.scope == "parent":
                loss = total
            fair = loss if self.scope == "parent" else int(loss * Decimal("0.85"))
            i["权益工具公允价值"], i["折算差额"] = fair or None, (total - fair) or None
            i["其他综合收益"] = total or None
            i["综合收益总额"] = i["净利润"] + total
            i["归母综合收益"] = i["归母净利润"] + total

    def _roll_reserves(self, b, before, period):
        """Capital reserve: share-based payment, and the price of the merger; the parent's other income: its equity instrument."""
        merger = (CASH_PAID_MERGER_WAN * WAN_FEN if self.scope == "group" else near(3_082, "merger difference")) if period == "2024" else 0
        b["资本公积"] = before["资本公积"] + share_payment(period) - merger
        if self.scope == "parent":
            b["其他综合收益"] = before["其他综合收益"] + int((b["其他权益工具投资"] - before["其他权益工具投资"]) * Decimal("0.85"))

    def _roll_equity(self, b, before, period):
        """Surplus reserve, retained earnings and minorities follow from the year before."""
        if before is None:
            for k, v in OPENING[self.scope].items():
                b[k] = near(v, self.scope, "opening", k)
            return
        move = self.equity_moves[period] = {}
        profit = self.income[period]
        move["净利润"] = profit["归母净利润"]
        move["分红"] = SHARES * DIVIDEND_FEN[int(period[:4]) - 1]
        move["提取盈余公积"] = 0 if "Q" in period else int(half_up(Decimal(parent_profit(period)) / 10, 0))
        b["盈余公积"] = before["盈余公积"] + move["提取盈余公积"]
        b["未分配利润"] = before["未分配利润"] + move["净利润"] - move["提取盈余公积"] - move["分红"]
        if self.scope == "group":
            move["少数股东损益"] = profit["少数股东损益"]
            move["少数股东投入"] = near(CASH["group"][period]["少数股东投入"], "group", "cash", period, "少数股东投入") or 0
            move["少数股东股利"] = near(CASH["group"][period]["少数股东股利"], "group", "cash", period, "少数股东股利") or 0
            b["少数股东权益"] = before["少数股东权益"] + move["少数股东损益"] + move["少数股东投入"] - move["少数股东股利"]

    def equivalents(self, period):
        return self.balance[period]["货币资金"] - self.balance[period]["受限资金"]

    # -------- cash flow

    def _cash_lines(self, period):
        c = {k: near(v, self.scope, "cash", period, k) for k, v in CASH[self.scope][period].items()}
        if self.scope == "parent" and period == "2024":
            c["取得子公司"] = CASH_PAID_MERGER_WAN * WAN_FEN
        total = lambda *names: sum(c.get(n) or 0 for n in names)
        c["投资流入"] = total("收回投资", "投资收益收", "处置资产收", "其他投资收")
        c["投资流出"] = total("购建", "投资付", "取得子公司", "其他投资付")
        c["投资净额"] = c["投资流入"] - c["投资流出"]
        c["筹资流入"] = total("吸收投资", "借款", "其他筹资收")
        c["筹资流出"] = total("偿债", "分红付息", "其他筹资付")
        c["筹资净额"] = c["筹资流入"] - c["筹资流出"]
        return c

    def _close(self, c, period):
        """Sales received follow revenue with VAT and the change of receivables; purchases paid are what is left."""
        i = self.income[period]
        c["销售收到"] = int(i["营业收入"] * Decimal("1.034")) + rng(self.scope, "cash", period, "sales").randint(0, 90_000_000)
        c["经营流入"] = c["销售收到"] + c["税费返还"] + c["其他经营收"]
        c["经营流出"] = c["经营流入"] - c["经营净额"]
        c["购买付"] = c["经营流出"] - c["职工"] - c["税费"] - c["其他经营付"]
        return c

    def _cash(self, period, opening, closing):
        c = self._cash_lines(period)
        c["期初"], c["期末"], c["净增加"] = opening, closing, closing - opening
        c["经营净额"] = c["净增加"] - c["投资净额"] - c["筹资净额"] - c["汇率"]
        return self._close(c, period)

    def _cash_chosen(self, period, opening):
        c = self._cash_lines(period)
        c["经营净额"] = near(CFO_9M_2024, "group", "cash", period, "cfo")
        c["期初"] = opening
        c["净增加"] = c["经营净额"] + c["投资净额"] + c["筹资净额"] + c["汇率"]
        c["期末"] = opening + c["净增加"]
        return self._close(c, period)


def parent_profit(period):
    """The parent's net profit, of which a tenth goes to the surplus reserve (the same draw as in its own books)."""
    raw = INCOME["parent"][period]
    i = {k: near(v, "parent", "income", period, k) for k, v in raw.items()}
    return (
        i["营业收入"]
        - sum(i[k] for k in ("营业成本", "税金及附加", "销售费用", "管理费用", "研发费用", "财务费用"))
        + sum(i[k] for k in ("其他收益", "投资收益", "公允价值变动收益", "信用减值损失", "资产减值损失", "资产处置收益"))
        + i["营业外收入"]
        - i["营业外支出"]
        - i["所得税费用"]
    )


GROUP, PARENT = Books("group"), Books("parent")


def deducted(period):
    """扣非归母净利润."""
    return near(DEDUCTED[period], "group", "扣非", period)


def quarters_2024():
    """Four single quarters of 2024 for four metrics; the third is the nine months less the first two, the fourth the rest."""
    nine = {
        "营业收入": GROUP.income["2024Q3"]["营业收入"],
        "归母净利润": GROUP.income["2024Q3"]["归母净利润"],
        "扣非净利润": deducted("2024Q3"),
        "经营现金流": GROUP.cash["2024Q3"]["经营净额"],
    }
    year = {
        "营业收入": GROUP.income["2024"]["营业收入"],
        "归母净利润": GROUP.income["2024"]["归母净利润"],
        "扣非净利润": deducted("2024"),
        "经营现金流": GROUP.cash["2024"]["经营净额"],
    }
    table = {}
    for name, (first, second) in QUARTERS_2024.items():
        q1, q2 = near(first, "q1", name), near(second, "q2", name)
        table[name] = (q1, q2, nine[name] - q1 - q2, year[name] - nine[name])
    return table


def before_restatement_2023():
    """The 2023 figures as they were first reported, before the merger under common control of 2024."""
    now = {
        "营业收入": GROUP.income["2023"]["营业收入"],
        "归母净利润": GROUP.income["2023"]["归母净利润"],
        "扣非净利润": deducted("2023"),
        "经营现金流": GROUP.cash["2023"]["经营净额"],
        "净资产": GROUP.balance["2023"]["归母权益"],
        "总资产": GROUP.balance["2023"]["总资产"],
    }
    return {k: v - (near(MERGED_2023[k], "merged", k) or 0) for k, v in now.items()}


def eps(fen):
    """Yuan a share, two places."""
    return half_up(Decimal(fen) / FEN / SHARES, 2)


def roe(profit, opening, closing_other, dividend, months_left, months=12):
    """Weighted return on equity in percent, after the regulator's formula."""
    average = Decimal(opening) + Decimal(profit) / 2 + closing_other - Decimal(dividend) * months_left / months
    return half_up(Decimal(profit) / average * 100, 2)


def check():
    """The accounting identities of every statement; an AssertionError names the first that fails."""
    for books in (GROUP, PARENT):
        for period, b in books.balance.items():
            assert b["总资产"] == b["负债"] + b["所有者权益"], (books.scope, period)
            assert b["货币资金"] > b["受限资金"] > 0, (books.scope, period, b["货币资金"])
        for period, c in books.cash.items():
            assert c["经营净额"] + c["投资净额"] + c["筹资净额"] + c["汇率"] == c["净增加"] == c["期末"] - c["期初"]
            assert c["经营流入"] - c["经营流出"] == c["经营净额"] and c["购买付"] > 0
        for period, i in books.income.items():
            assert i["净利润"] == i["归母净利润"] + (i.get("少数股东损益") or 0)
    for name, parts in quarters_2024().items():
        assert parts[3] is not None


if __name__ == "__main__":
    check()
    from figures import wan

    for books in (GROUP, PARENT):
        for p, b in books.balance.items():
            print(books.scope, p, "cash", wan(b["货币资金"]), "assets", wan(b["总资产"]), "equity", wan(b["归母权益"]))
        for p, c in books.cash.items():
            print(books.scope, p, {k: wan(c[k]) for k in ("销售收到", "购买付", "经营净额", "投资净额", "筹资净额", "净增加")})
        for p, i in books.income.items():
            print(books.scope, p, {k: wan(i[k]) for k in ("营业收入", "营业利润", "净利润", "归母净利润")})
    print({k: [wan(x) for x in v] for k, v in quarters_2024().items()})
