"""File names of the sample documents, relative to samples/. As in the wild, some say what they are and some do not."""

ANNUAL = "docs/澄江智造2024年年度报告.pdf"
QUARTER = "docs/609718_20251031_K3QT.pdf"
WANGLAN = "docs/三季报点评：稼动率爬坡兑现，海外大单打开成长空间.pdf"
HONGDU = "docs/澄江智造2025年三季报点评：业绩修复已反映在股价中.pdf"
ABSTRACT = "docs/澄江智造2024年年度报告摘要.pdf"
PREVIEW = "docs/澄江智造：2024年年度业绩预告.pdf"
CORRECTION = "docs/609718_20250612_GZ8M.pdf"
MINUTES = "docs/投资者关系活动记录表20251106.pdf"
SCAN = "docs/scan_20250424.pdf"
OFFSHORE = "docs/HXES_3Q25_results.pdf"
TAIWAN = "docs/113Q4嵐嶼電子合併財報.pdf"
HALF = "docs/609781_20250823_H1RX.pdf"
ALL = (ANNUAL, QUARTER, WANGLAN, HONGDU, ABSTRACT, PREVIEW, CORRECTION, MINUTES, SCAN, OFFSHORE, TAIWAN, HALF)
LOCKED = {CORRECTION, TAIWAN}  # may be printed, not copied from

# when each was made, as the PDFs say it
DATES = {
    ANNUAL: "D:20250424183000+08'00'",
    QUARTER: "D:20251030172500+08'00'",
    WANGLAN: "D:20251103211000+08'00'",
    HONGDU: "D:20251105083000+08'00'",
    ABSTRACT: "D:20250424184500+08'00'",
    PREVIEW: "D:20250117164000+08'00'",
    CORRECTION: "D:20250611171500+08'00'",
    MINUTES: "D:20251106190000+08'00'",
    OFFSHORE: "D:20251030164500+08'00'",
    TAIWAN: "D:20250314101500+08'00'",
    HALF: "D:20250822183000+08'00'",
    SCAN: "D:20250424091200+08'00'",
}

FIRST = ("澄江智造", "609718")  # short name, code
FIRMS = {**{file: FIRST for file in ALL}, OFFSHORE: ("Hanxi Energy Storage", "98716"), TAIWAN: ("嵐嶼電子", "9977"), HALF: ("澄江制药", "609781")}
