"""Exact figures: money is an int of fen (1/100 yuan); how filings print it; how a total is split exactly."""

import random
from decimal import ROUND_HALF_UP, Decimal

FEN = 100  # fen a yuan
WAN_FEN = 10_000 * FEN  # fen in 万元
MILLION_FEN = 1_000_000 * FEN  # fen in 百万元


def rng(*key):
    """A generator of its own for every key: adding a table never changes another one's figures."""
    return random.Random("caiwen-samples/" + "/".join(map(str, key)))


def near(wan, *key):
    """About `wan` 万元 (within 0.13 %), to the fen."""
    if wan is None or wan == 0:
        return None
    spread = abs(wan) * WAN_FEN * 0.0013
    return int(round(wan * WAN_FEN)) + rng(*key).randint(-int(spread), int(spread))


def split(total, weights, *key):
    """`total` in parts of about these weights; the parts add up exactly, the heaviest takes the rest, a weight of 0 gets 0."""
    if total is None:
        return [None] * len(weights)
    source, whole = rng("split", *key), sum(weights)
    parts = [int(total * weight / whole) for weight in weights]
    parts = [part + source.randint(-abs(part) // 200 - 1, abs(part) // 200 + 1) if weight else 0 for part, weight in zip(parts, weights)]
    heaviest = max(range(len(weights)), key=lambda n: abs(weights[n]))
    parts[heaviest] += total - sum(parts)
    return parts


def half_up(value, places):
    return Decimal(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def money(fen, blank=""):
    """1,234.56 in yuan; an empty cell where there is nothing."""
    if fen is None:
        return blank
    return f"{'-' if fen < 0 else ''}{abs(fen) // FEN:,}.{abs(fen) % FEN:02d}"


def bracketed(fen):
    """(1,234.56) for a negative figure, as some tables print it."""
    return f"({money(-fen)})" if fen is not None and fen < 0 else money(fen)


def scaled(fen, unit_fen, places=2, comma=True):
    """The figure in 万元 or 百万元, rounded half up."""
    if fen is None:
        return ""
    value = half_up(Decimal(fen) / unit_fen, places)
    return f"{value:,}" if comma else str(value)


def wan(fen, places=2):
    return scaled(fen, WAN_FEN, places)


def million(fen, places=2):
    return scaled(fen, MILLION_FEN, places)


def yi(fen, places=2):
    return scaled(fen, 10_000 * WAN_FEN, places)


def change(new, old, places=2):
    """Growth in percent as a Decimal, or None where the base gives no ratio."""
    if new is None or old is None or old <= 0:
        return None
    return half_up(Decimal(new - old) / Decimal(old) * 100, places)


def percent(new, old, places=2):
    value = change(new, old, places)
    return "不适用" if value is None else f"{value}"


def ratio(part, whole, places=2):
    return half_up(Decimal(part) / Decimal(whole) * 100, places)


def points(new, old, places=2):
    """增加1.83个百分点, from two printed ratios."""
    difference = Decimal(new) - Decimal(old)
    return f"{'增加' if difference >= 0 else '减少'}{abs(difference).quantize(Decimal(1).scaleb(-places))}个百分点"
