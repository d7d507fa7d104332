"""The other companies of the sample documents. All of it is invented, as in company.py."""

# listed abroad, reports in English
OFFSHORE = "Hanxi Energy Storage Holdings Limited"
OFFSHORE_CHINESE = "瀚汐儲能控股有限公司"
OFFSHORE_SHORT, OFFSHORE_CODE = "瀚汐储能", "98716"
OFFSHORE_CHAIR, OFFSHORE_CHIEF = "Shen Muyun", "Gu Yanqing"
OFFSHORE_BOARD = "Ms. Shen Muyun, Mr. Gu Yanqing and Mr. Lin Zhaoye as executive directors; Mr. Pei Wenlan as a non-executive director; and Ms. Qiao Shuyu, Mr. Ruan Beichen and Mr. Teng Heyi as independent non-executive directors"
