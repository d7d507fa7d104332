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
