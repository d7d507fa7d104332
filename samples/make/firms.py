"""The other companies of the sample documents. All of it is invented, as in company.py."""

# listed abroad, reports in English
OFFSHORE = "Hanxi Energy Storage Holdings Limited"
OFFSHORE_CHINESE = "瀚汐儲能控股有限公司"
OFFSHORE_SHORT, OFFSHORE_CODE = "瀚汐储能", "98716"
OFFSHORE_CHAIR, OFFSHORE_CHIEF = "Shen Muyun", "Gu Yanqing"
OFFSHORE_BOARD = "Ms. Shen Muyun, Mr. Gu Yanqing and Mr. Lin Zhaoye as executive directors; Mr. Pei Wenlan as a non-executive director; and Ms. Qiao Shuyu, Mr. Ruan Beichen and Mr. Teng Heyi as independent non-executive directors"

# listed in Taiwan, traditional characters
TAIWAN, TAIWAN_SHORT, TAIWAN_CODE = "嵐嶼電子股份有限公司", "嵐嶼電子", "9977"
TAIWAN_ENGLISH = "LANYU ELECTRONICS CO., LTD. AND SUBSIDIARIES"
TAIWAN_CHAIR, TAIWAN_MANAGER, TAIWAN_ACCOUNTANT = "溫嶼舟", "簡澄心", "葉知秋"
TAIWAN_AUDITOR, TAIWAN_AUDITORS = "衡嶼聯合會計師事務所", ("杜若寧", "方景行")
TAIWAN_PLACE = "嵐嶼縣望海鎮潮音路 18 號"

# another mainland company, of another trade, with a name and a code close to the first one's
PHARMA, PHARMA_SHORT, PHARMA_CODE = "澄江制药股份有限公司", "澄江制药", "609781"
PHARMA_ENGLISH = "Chengjiang Pharmaceutical Co., Ltd."
PHARMA_CHAIR, PHARMA_MANAGER, PHARMA_FINANCE, PHARMA_ACCOUNTING = "苏见微", "白石舟", "言若川", "谷雨晴"
PHARMA_SECRETARY, PHARMA_REPRESENTATIVE = "商清徵", "贝南枝"
PHARMA_HOLDING, PHARMA_PLACE = "苇岸医药投资有限公司", "江南省苇川市白鹭洲药谷 6 号"
PHARMA_SITE, PHARMA_MAIL, PHARMA_PHONE = "www.chengjiang-pharma.example", "ir@chengjiang-pharma.example", "0991-6609 7810"
PHARMA_SUBSIDIARIES = {  # short name: (full name, business, share held)
    "澄江中药": ("澄江中药饮片有限公司", "中药饮片生产", "100.00"),
    "苇岸生物": ("苇岸生物科技有限公司", "创新药研发", "100.00"),
    "澄江医贸": ("澄江医药贸易有限公司", "药品批发", "70.00"),
}
PHARMA_HOLDERS = [  # name, change in the period, held at its end, state, pledged, kind
    ("苇岸医药投资有限公司", 0, 98_420_000, "质押", 16_000_000, "境内非国有法人"),
    ("苏见微", 0, 17_192_400, "无", 0, "境内自然人"),
    ("苇川市国有资本运营有限公司", -1_200_000, 12_630_800, "无", 0, "国有法人"),
    ("香江中央代理有限公司", 964_120, 6_018_335, "无", 0, "其他"),
    ("青屿医疗健康混合型证券投资基金", 1_530_000, 4_871_200, "未知", 0, "其他"),
    ("南屏内需增长股票型证券投资基金", -640_500, 3_402_760, "未知", 0, "其他"),
    ("澄江制药 2023 年员工持股计划", 0, 2_865_400, "无", 0, "其他"),
    ("白石舟", 0, 1_948_000, "无", 0, "境内自然人"),
    ("闻人望", 120_000, 1_520_000, "冻结", 300_000, "境内自然人"),
    ("云岫二号私募证券投资基金", 1_206_900, 1_206_900, "未知", 0, "其他"),
]
