"""The books of 澄江制药, group and parent: the first halves of 2025 and 2024, the year-end of 2024. Built like model.py, only shorter.

Chosen in 万元, exact in fen. Cash is what balances the sheet, operating cash is what explains its change; `check()` proves the identities.
"""

from decimal import Decimal

from figures import FEN, half_up, near, rng

SHARES = 286_540_000
DIVIDEND_FEN = 25  # fen a share for 2024, paid in June 2025
NOW, BEFORE, YEAR_END = "2025H1", "2024H1", "2024"
SHARED = {"其他权益工具投资", "联营"}  # the parent holds them itself


def _table(text):
    """`item first second` a line, 万元."""
    return {name: (float(a), float(b)) for name, a, b in (line.split() for line in text.strip().splitlines())}


# item, 2024-12-31, 2025-06-30; a line begins what is not current
ASSETS = {
    "group": (
        _table("""
交易性金融资产 21000 18500
应收票据 1860 1520
应收账款 38200 42600
应收款项融资 5600 4300
预付款项 2850 3120
其他应收款 960 1040
存货 34500 36800
其他流动资产 1480 1730
"""),
        _table("""
长期股权投资 3200 3310
其他权益工具投资 1800 1800
固定资产 61200 60100
在建工程 7400 11900
使用权资产 980 860
无形资产 18600 18150
开发支出 6900 8200
商誉 9650 9650
长期待摊费用 740 690
递延所得税资产 2110 2230
其他非流动资产 1560 2140
"""),
    ),
    "parent": (
        _table("""
交易性金融资产 15000 12000
应收票据 900 700
应收账款 16200 17900
应收款项融资 2100 1600
预付款项 1100 1260
其他应收款 21800 24300
存货 17600 18900
其他流动资产 420 510
"""),
        _table("""
长期股权投资 52400 54500
其他权益工具投资 1800 1800
固定资产 31500 30800
在建工程 5100 8700
使用权资产 310 260
无形资产 7900 7650
开发支出 3200 4100
长期待摊费用 280 250
递延所得税资产 980 1030
其他非流动资产 620 980
"""),
    ),
}
LIABILITIES = {
    "group": (
        _table("""
短期借款 15000 18500
应付票据 4200 3900
应付账款 17600 18900
合同负债 6300 4850
应付职工薪酬 5100 3950
应交税费 2940 2510
其他应付款 24300 22700
一年内到期的非流动负债 3200 2600
其他流动负债 820 630
"""),
        _table("""
长期借款 12000 14500
租赁负债 520 430
递延收益 3850 3720
递延所得税负债 640 690
"""),
    ),
    "parent": (
        _table("""
短期借款 11000 13500
应付票据 3600 3300
应付账款 9800 10600
合同负债 2900 2300
应付职工薪酬 2700 2050
应交税费 1350 1180
其他应付款 19500 21300
一年内到期的非流动负债 2400 2000
其他流动负债 380 300
"""),
        _table("""
长期借款 9000 11000
租赁负债 160 130
递延收益 2500 2420
递延所得税负债 310 340
"""),
    ),
}
OPENING = {
    "group": {"资本公积": 46800, "其他综合收益": -120, "盈余公积": 11900, "未分配利润": 58000, "少数股东权益": 4300},
    "parent": {"资本公积": 49200, "其他综合收益": -80, "盈余公积": 11900, "未分配利润": 36500},
}
SHARE_PAYMENT, TRANSLATION = 180, -15
RESTRICTED = {"group": (2100, 1950), "parent": (1800, 1650)}  # 2024-12-31, 2025-06-30
# item, first half of 2025, of 2024
INCOME = {
    "group": _table("""
营业收入 98600 109300
营业成本 38900 41200
税金及附加 1120 1290
销售费用 27400 33600
管理费用 8300 8050
研发费用 7900 7100
财务费用 390 520
利息费用 620 740
利息收入 290 260
其他收益 1150 1320
投资收益 260 310
联营 110 95
公允价值变动收益 120 -60
信用减值损失 -410 -350
资产减值损失 -680 -290
资产处置收益 -8 15
营业外收入 60 85
营业外支出 130 95
所得税费用 2350 2860
少数股东损益 210 260
"""),
    "parent": _table("""
营业收入 52300 57800
营业成本 22900 24300
税金及附加 610 690
销售费用 9800 11900
管理费用 5200 5050
研发费用 5100 4600
财务费用 240 330
利息费用 420 510
利息收入 190 180
其他收益 780 860
投资收益 1480 1390
联营 110 95
公允价值变动收益 90 -40
信用减值损失 -180 -150
资产减值损失 -290 -120
资产处置收益 -3 8
营业外收入 30 40
营业外支出 70 60
所得税费用 1150 1420
"""),
}
DEDUCTED = (11480, 14390)
CASH = {
    "group": _table("""
税费返还 320 280
其他经营收 1650 1900
职工 19800 19200
税费 9600 11200
其他经营付 27800 33900
收回投资 42000 38000
投资收益收 190 240
处置资产收 22 35
购建 9200 7600
投资付 39500 41000
借款 14800 11000
偿债 9400 12500
分红付息 7850 9300
少数股东股利 60 0
其他筹资付 260 240
汇率 -12 18
"""),
    "parent": _table("""
税费返还 150 130
其他经营收 980 1050
职工 10900 10500
税费 4900 5600
其他经营付 12600 15800
收回投资 30000 28000
投资收益收 1420 1330
处置资产收 8 20
其他投资收 1000 800
购建 6100 5200
投资付 27000 30000
取得子公司 2000 0
其他投资付 2500 1800
借款 10800 8000
偿债 6700 9400
分红付息 7600 9000
其他筹资付 120 110
汇率 -5 8
"""),
}
CHOSEN_2024H1 = {"group": (38600, 13900), "parent": (15200, 9800)}  # cash at its start, operating cash
SALES_WITH_TAX = Decimal("1.06")  # money received for a yuan of revenue


def exact(scope, kind, period, name, wan):
    return near(wan, "pharma", "group" if name in SHARED else scope, kind, period, name)


class Books:
    """One scope: `balance[period]`, `income[period]`, `cash[period]` as item -> fen."""

    def __init__(self, scope):
        self.scope = scope
        self.income = {period: self._income(period, n) for n, period in enumerate((NOW, BEFORE))}
        self.balance = {}
        for n, period in enumerate((YEAR_END, NOW)):
            self.balance[period] = self._balance(period, n)
        self.cash = {period: self._cash(period, n) for n, period in enumerate((NOW, BEFORE))}

    def _income(self, period, n):
        i = {name: exact(self.scope, "income", period, name, pair[n]) for name, pair in INCOME[self.scope].items()}
        i["营业总收入"] = i["营业收入"]
        i["营业总成本"] = sum(i[k] for k in ("营业成本", "税金及附加", "销售费用", "管理费用", "研发费用", "财务费用"))
        gains = ("其他收益", "投资收益", "公允价值变动收益", "信用减值损失", "资产减值损失", "资产处置收益")
        i["营业利润"] = i["营业总收入"] - i["营业总成本"] + sum(i[k] for k in gains)
        i["利润总额"] = i["营业利润"] + i["营业外收入"] - i["营业外支出"]
        i["净利润"] = i["利润总额"] - i["所得税费用"]
        i["归母净利润"] = i["净利润"] - i.get("少数股东损益", 0)
        if self.scope == "group":
            i["折算差额"] = i["其他综合收益"] = near(TRANSLATION if n == 0 else 9, "pharma", "translation", period)
        i["综合收益总额"] = i["净利润"] + i.get("其他综合收益", 0)
        i["归母综合收益"] = i["归母净利润"] + i.get("其他综合收益", 0)
        return i

    def _balance(self, period, n):
        held = lambda kind, part: {k: exact(self.scope, kind, v[n], k, v[n]) for k, v in part.items()}  # the same amount, the same figure
        current, fixed = (held("assets", part) for part in ASSETS[self.scope])
        fixed["其他权益工具投资"] = near(1800, "pharma", "其他权益工具投资")
        due, later = (held("liabilities", part) for part in LIABILITIES[self.scope])
        if n == 0:
            equity = {k: near(v, "pharma", self.scope, "opening", k) for k, v in OPENING[self.scope].items()}
        else:
            equity = self._rolled(self.balance[YEAR_END])
        equity["股本"] = SHARES * FEN
        b = {**current, **fixed, **due, **later, **equity}
        b["归母权益"] = sum(b[k] for k in ("股本", "资本公积", "其他综合收益", "盈余公积", "未分配利润"))
        b["所有者权益"] = b["归母权益"] + b.get("少数股东权益", 0)
        b["流动负债"], b["非流动负债"], b["非流动资产"] = sum(due.values()), sum(later.values()), sum(fixed.values())
        b["负债"] = b["流动负债"] + b["非流动负债"]
        b["负债和权益"] = b["总资产"] = b["负债"] + b["所有者权益"]
        b["货币资金"] = b["总资产"] - b["非流动资产"] - sum(current.values())
        b["流动资产"] = b["货币资金"] + sum(current.values())
        b["受限资金"] = near(RESTRICTED[self.scope][n], "pharma", self.scope, "restricted", period)
        return b

    def moves(self):
        """The half-year's changes of equity: label -> column -> fen."""
        i = self.income[NOW]
        rows = {
            "综合收益": {"其他综合收益": i.get("其他综合收益"), "未分配利润": i["归母净利润"], "少数股东权益": i.get("少数股东损益")},
            "股份支付": {"资本公积": near(SHARE_PAYMENT, "pharma", "share payment")},
            "分配": {"未分配利润": -SHARES * DIVIDEND_FEN},
        }
        if self.scope == "group":
            rows["分配"]["少数股东权益"] = -exact("group", "cash", NOW, "少数股东股利", CASH["group"]["少数股东股利"][0])
        return rows

    def _rolled(self, before):
        equity = {k: before[k] for k in OPENING[self.scope]}
        for amounts in self.moves().values():
            for column, fen in amounts.items():
                if column in equity:
                    equity[column] += fen or 0
        return equity

    def equivalents(self, period):
        return self.balance[period]["货币资金"] - self.balance[period]["受限资金"]

    def _cash(self, period, n):
        c = {name: exact(self.scope, "cash", period, name, pair[n]) for name, pair in CASH[self.scope].items()}
        total = lambda *names: sum(c.get(k) or 0 for k in names)
        c["投资流入"], c["投资流出"] = (
            total("收回投资", "投资收益收", "处置资产收", "其他投资收"),
            total("购建", "投资付", "取得子公司", "其他投资付"),
        )
        c["筹资流入"], c["筹资流出"] = total("借款"), total("偿债", "分红付息", "其他筹资付")
        c["投资净额"], c["筹资净额"] = c["投资流入"] - c["投资流出"], c["筹资流入"] - c["筹资流出"]
        if period == NOW:
            c["期初"], c["期末"] = self.equivalents(YEAR_END), self.equivalents(NOW)
            c["净增加"] = c["期末"] - c["期初"]
            c["经营净额"] = c["净增加"] - c["投资净额"] - c["筹资净额"] - c["汇率"]
        else:
            c["期初"], c["经营净额"] = (near(wan, "pharma", self.scope, "chosen", k) for k, wan in enumerate(CHOSEN_2024H1[self.scope]))
            c["净增加"] = c["经营净额"] + c["投资净额"] + c["筹资净额"] + c["汇率"]
            c["期末"] = c["期初"] + c["净增加"]
        c["销售收到"] = int(self.income[period]["营业收入"] * SALES_WITH_TAX) + rng("pharma", self.scope, period, "sales").randint(0, 60_000_000)
        c["经营流入"] = c["销售收到"] + c["税费返还"] + c["其他经营收"]
        c["经营流出"] = c["经营流入"] - c["经营净额"]
        c["购买付"] = c["经营流出"] - c["职工"] - c["税费"] - c["其他经营付"]
        return c


GROUP, PARENT = Books("group"), Books("parent")


def deducted(n):
    """扣非归母净利润: of 2025 (0), of 2024 (1)."""
    return near(DEDUCTED[n], "pharma", "deducted", n)


def eps(fen):
    return half_up(Decimal(fen) / FEN / SHARES, 2)


def roe(profit, opening):
    """Weighted, not annualised, in percent; the dividend was paid in the last month of the half-year."""
    return half_up(Decimal(profit) / (Decimal(opening) + Decimal(profit) / 2) * 100, 2)


def check():
    """The accounting identities of every statement."""
    for books in (GROUP, PARENT):
        for b in books.balance.values():
            assert b["总资产"] == b["流动资产"] + b["非流动资产"] == b["负债"] + b["所有者权益"]
            assert b["货币资金"] > b["受限资金"] > 0
        for i in books.income.values():
            assert i["利润总额"] - i["所得税费用"] == i["净利润"] == i["归母净利润"] + i.get("少数股东损益", 0)
        for c in books.cash.values():
            assert c["经营净额"] + c["投资净额"] + c["筹资净额"] + c["汇率"] == c["净增加"] == c["期末"] - c["期初"]
            assert c["经营流入"] - c["经营流出"] == c["经营净额"] > 0 < c["购买付"]
    difference = GROUP.balance[NOW]["长期股权投资"] - GROUP.balance[YEAR_END]["长期股权投资"]
    assert difference > 0


if __name__ == "__main__":
    from figures import wan

    check()
    for books in (GROUP, PARENT):
        for table in (books.balance, books.income, books.cash):
            for period, items in table.items():
                print(books.scope, period, {k: wan(v) for k, v in items.items()})
