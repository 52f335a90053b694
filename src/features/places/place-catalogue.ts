/** A small list of cities: capitals, and large cities where most users live. No service is asked for others. */

/** One city per line: country, international name, own name where it differs, latitude and longitude in degrees. */
const LINES = `
AD Andorra la Vella||42.51,1.52
AE Abu Dhabi||24.45,54.38
AE Dubai||25.20,55.27
AF Kabul||34.53,69.17
AG Saint John’s||17.12,-61.85
AL Tirana|Tiranë|41.33,19.82
AM Yerevan||40.18,44.51
AO Luanda||-8.84,13.23
AR Buenos Aires||-34.60,-58.38
AT Vienna|Wien|48.21,16.37
AU Canberra||-35.28,149.13
AU Melbourne||-37.81,144.96
AU Sydney||-33.87,151.21
AZ Baku|Bakı|40.41,49.87
BA Sarajevo||43.86,18.41
BB Bridgetown||13.10,-59.62
BD Dhaka||23.81,90.41
BE Brussels|Bruxelles|50.85,4.35
BF Ouagadougou||12.37,-1.52
BG Sofia||42.70,23.32
BH Manama||26.23,50.59
BI Gitega||-3.43,29.93
BJ Porto-Novo||6.50,2.63
BN Bandar Seri Begawan||4.90,114.94
BO Sucre||-19.03,-65.26
BR Brasília||-15.79,-47.88
BR Rio de Janeiro||-22.91,-43.17
BR São Paulo||-23.55,-46.63
BS Nassau||25.04,-77.35
BT Thimphu||27.47,89.64
BW Gaborone||-24.63,25.91
BY Minsk||53.90,27.57
BZ Belmopan||17.25,-88.77
CA Ottawa||45.42,-75.70
CA Toronto||43.65,-79.38
CA Vancouver||49.28,-123.12
CD Kinshasa||-4.32,15.31
CF Bangui||4.36,18.56
CG Brazzaville||-4.26,15.24
CH Bern||46.95,7.45
CH Geneva|Genève|46.20,6.14
CH Zurich|Zürich|47.37,8.54
CI Yamoussoukro||6.83,-5.29
CL Santiago||-33.45,-70.67
CM Yaoundé||3.85,11.50
CN Beijing|北京|39.90,116.41
CN Changchun|长春|43.82,125.32
CN Changsha|长沙|28.23,112.94
CN Chengdu|成都|30.57,104.07
CN Chongqing|重庆|29.56,106.55
CN Dalian|大连|38.91,121.61
CN Fuzhou|福州|26.07,119.30
CN Guangzhou|广州|23.13,113.26
CN Guiyang|贵阳|26.65,106.63
CN Haikou|海口|20.04,110.20
CN Hangzhou|杭州|30.27,120.16
CN Harbin|哈尔滨|45.80,126.53
CN Hefei|合肥|31.82,117.23
CN Hohhot|呼和浩特|40.84,111.75
CN Jinan|济南|36.65,117.12
CN Kunming|昆明|25.04,102.71
CN Lanzhou|兰州|36.06,103.83
CN Lhasa|拉萨|29.65,91.14
CN Nanchang|南昌|28.68,115.86
CN Nanjing|南京|32.06,118.80
CN Nanning|南宁|22.82,108.37
CN Ningbo|宁波|29.87,121.54
CN Qingdao|青岛|36.07,120.38
CN Shanghai|上海|31.23,121.47
CN Shenyang|沈阳|41.81,123.43
CN Shenzhen|深圳|22.54,114.06
CN Shijiazhuang|石家庄|38.04,114.51
CN Suzhou|苏州|31.30,120.59
CN Taiyuan|太原|37.87,112.55
CN Tianjin|天津|39.34,117.36
CN Urumqi|乌鲁木齐|43.83,87.62
CN Wuhan|武汉|30.59,114.31
CN Xi’an|西安|34.34,108.94
CN Xiamen|厦门|24.48,118.09
CN Xining|西宁|36.62,101.78
CN Yinchuan|银川|38.49,106.23
CN Zhengzhou|郑州|34.75,113.63
CO Bogotá||4.71,-74.07
CR San José||9.93,-84.08
CU Havana|La Habana|23.11,-82.37
CV Praia||14.93,-23.51
CY Nicosia||35.19,33.38
CZ Prague|Praha|50.08,14.44
DE Berlin||52.52,13.41
DE Bremen||53.08,8.80
DE Cologne|Köln|50.94,6.96
DE Dresden||51.05,13.74
DE Düsseldorf||51.23,6.78
DE Frankfurt am Main||50.11,8.68
DE Hamburg||53.55,9.99
DE Hanover|Hannover|52.38,9.73
DE Leipzig||51.34,12.37
DE Munich|München|48.14,11.58
DE Nuremberg|Nürnberg|49.45,11.08
DE Stuttgart||48.78,9.18
DJ Djibouti||11.57,43.15
DK Copenhagen|København|55.68,12.57
DM Roseau||15.30,-61.39
DO Santo Domingo||18.49,-69.93
DZ Algiers||36.75,3.06
EC Quito||-0.18,-78.47
EE Tallinn||59.44,24.75
EG Cairo||30.04,31.24
ER Asmara||15.32,38.93
ES Barcelona||41.39,2.17
ES Madrid||40.42,-3.70
ET Addis Ababa||9.01,38.76
FI Helsinki||60.17,24.94
FJ Suva||-18.14,178.44
FM Palikir||6.92,158.16
FR Bordeaux||44.84,-0.58
FR Lille||50.63,3.06
FR Lyon||45.76,4.84
FR Marseille||43.30,5.37
FR Montpellier||43.61,3.88
FR Nantes||47.22,-1.55
FR Nice||43.70,7.27
FR Paris||48.86,2.35
FR Strasbourg||48.57,7.75
FR Toulouse||43.60,1.44
GA Libreville||0.42,9.45
GB Belfast||54.60,-5.93
GB Birmingham||52.49,-1.89
GB Cardiff||51.48,-3.18
GB Edinburgh||55.95,-3.19
GB London||51.51,-0.13
GB Manchester||53.48,-2.24
GD Saint George’s||12.05,-61.75
GE Tbilisi||41.72,44.79
GH Accra||5.60,-0.19
GL Nuuk||64.18,-51.72
GM Banjul||13.45,-16.58
GN Conakry||9.64,-13.58
GQ Malabo||3.75,8.78
GR Athens|Athína|37.98,23.73
GT Guatemala City|Ciudad de Guatemala|14.63,-90.51
GW Bissau||11.86,-15.60
GY Georgetown||6.80,-58.16
HK Hong Kong|香港|22.32,114.17
HN Tegucigalpa||14.07,-87.19
HR Zagreb||45.81,15.98
HT Port-au-Prince||18.54,-72.34
HU Budapest||47.50,19.04
ID Bandung||-6.92,107.61
ID Denpasar||-8.65,115.22
ID Jakarta||-6.21,106.85
ID Makassar||-5.15,119.43
ID Medan||3.60,98.67
ID Palembang||-2.98,104.76
ID Semarang||-6.97,110.42
ID Surabaya||-7.26,112.75
ID Yogyakarta||-7.80,110.37
IE Dublin||53.35,-6.26
IL Jerusalem||31.77,35.21
IN Bengaluru||12.97,77.59
IN Mumbai||19.08,72.88
IN New Delhi||28.61,77.21
IQ Baghdad||33.31,44.36
IR Tehran||35.69,51.39
IS Reykjavik|Reykjavík|64.15,-21.94
IT Milan|Milano|45.46,9.19
IT Rome|Roma|41.90,12.50
JM Kingston||17.97,-76.79
JO Amman||31.95,35.93
JP Fukuoka|福岡|33.59,130.40
JP Hiroshima|広島|34.39,132.46
JP Kobe|神戸|34.69,135.20
JP Kyoto|京都|35.01,135.77
JP Nagoya|名古屋|35.18,136.91
JP Naha|那覇|26.21,127.68
JP Niigata|新潟|37.92,139.04
JP Osaka|大阪|34.69,135.50
JP Sapporo|札幌|43.06,141.35
JP Sendai|仙台|38.27,140.87
JP Tokyo|東京|35.68,139.69
JP Yokohama|横浜|35.44,139.64
KE Nairobi||-1.29,36.82
KG Bishkek||42.87,74.59
KH Phnom Penh||11.56,104.92
KI South Tarawa||1.33,173.01
KM Moroni||-11.70,43.26
KN Basseterre||17.30,-62.72
KP Pyongyang|평양|39.04,125.76
KR Busan|부산|35.18,129.08
KR Daegu|대구|35.87,128.60
KR Daejeon|대전|36.35,127.38
KR Gwangju|광주|35.16,126.85
KR Incheon|인천|37.46,126.71
KR Jeju|제주|33.50,126.53
KR Seoul|서울|37.57,126.98
KR Ulsan|울산|35.54,129.31
KW Kuwait City||29.38,47.99
KZ Astana||51.17,71.43
LA Vientiane||17.98,102.63
LB Beirut||33.89,35.50
LC Castries||14.01,-60.99
LI Vaduz||47.14,9.52
LK Colombo||6.93,79.86
LR Monrovia||6.30,-10.80
LS Maseru||-29.31,27.48
LT Vilnius||54.69,25.28
LU Luxembourg||49.61,6.13
LV Riga|Rīga|56.95,24.11
LY Tripoli||32.89,13.19
MA Rabat||34.02,-6.84
MC Monaco||43.74,7.42
MD Chisinau|Chișinău|47.01,28.86
ME Podgorica||42.44,19.26
MG Antananarivo||-18.88,47.51
MH Majuro||7.09,171.38
MK Skopje||42.00,21.43
ML Bamako||12.64,-8.00
MM Naypyidaw||19.75,96.10
MM Yangon||16.87,96.20
MN Ulaanbaatar||47.89,106.91
MO Macao|澳門|22.20,113.54
MR Nouakchott||18.08,-15.98
MT Valletta||35.90,14.51
MU Port Louis||-20.16,57.50
MV Male||4.18,73.51
MW Lilongwe||-13.96,33.77
MX Mexico City|Ciudad de México|19.43,-99.13
MY Kuala Lumpur||3.14,101.69
MZ Maputo||-25.97,32.57
NA Windhoek||-22.56,17.08
NE Niamey||13.51,2.11
NG Abuja||9.08,7.40
NG Lagos||6.52,3.38
NI Managua||12.11,-86.24
NL Amsterdam||52.37,4.90
NO Oslo||59.91,10.75
NP Kathmandu||27.72,85.32
NR Yaren||-0.55,166.92
NZ Auckland||-36.85,174.76
NZ Wellington||-41.29,174.78
OM Muscat||23.59,58.41
PA Panama City|Ciudad de Panamá|8.98,-79.52
PE Lima||-12.05,-77.04
PG Port Moresby||-9.44,147.18
PH Manila||14.60,120.98
PK Islamabad||33.68,73.05
PL Warsaw|Warszawa|52.23,21.01
PR San Juan||18.47,-66.11
PS Ramallah||31.90,35.20
PT Lisbon|Lisboa|38.72,-9.14
PW Ngerulmud||7.50,134.62
PY Asunción||-25.26,-57.58
QA Doha||25.29,51.53
RO Bucharest|București|44.43,26.10
RS Belgrade|Beograd|44.79,20.45
RU Moscow|Moskva|55.76,37.62
RU Saint Petersburg|Sankt-Peterburg|59.93,30.34
RW Kigali||-1.94,30.06
SA Riyadh||24.71,46.68
SB Honiara||-9.43,159.95
SC Victoria||-4.62,55.45
SD Khartoum||15.50,32.56
SE Stockholm||59.33,18.07
SG Singapore||1.35,103.82
SI Ljubljana||46.06,14.51
SK Bratislava||48.15,17.11
SL Freetown||8.47,-13.23
SM San Marino||43.94,12.46
SN Dakar||14.72,-17.47
SO Mogadishu||2.05,45.32
SR Paramaribo||5.85,-55.20
SS Juba||4.86,31.57
ST São Tomé||0.34,6.73
SV San Salvador||13.69,-89.22
SY Damascus||33.51,36.29
SZ Mbabane||-26.31,31.14
TD N’Djamena||12.13,15.06
TG Lomé||6.13,1.22
TH Bangkok|กรุงเทพมหานคร|13.76,100.50
TH Chiang Mai|เชียงใหม่|18.79,98.98
TH Hat Yai|หาดใหญ่|7.01,100.47
TH Khon Kaen|ขอนแก่น|16.44,102.83
TH Nakhon Ratchasima|นครราชสีมา|14.97,102.10
TH Pattaya|พัทยา|12.93,100.88
TH Phuket|ภูเก็ต|7.88,98.39
TJ Dushanbe||38.56,68.79
TL Dili||-8.56,125.57
TM Ashgabat||37.96,58.33
TN Tunis||36.81,10.18
TO Nuku‘alofa||-21.14,-175.20
TR Ankara||39.93,32.86
TR Istanbul|İstanbul|41.01,28.98
TT Port of Spain||10.66,-61.51
TV Funafuti||-8.52,179.19
TW Hsinchu|新竹|24.80,120.97
TW Kaohsiung|高雄|22.63,120.30
TW Taichung|臺中|24.15,120.67
TW Tainan|臺南|22.99,120.21
TW Taipei|臺北|25.03,121.57
TW Taoyuan|桃園|24.99,121.30
TZ Dodoma||-6.16,35.75
UA Kyiv||50.45,30.52
UG Kampala||0.35,32.58
US Chicago||41.88,-87.63
US Los Angeles||34.05,-118.24
US New York||40.71,-74.01
US San Francisco||37.77,-122.42
US Washington, D.C.||38.91,-77.04
UY Montevideo||-34.90,-56.16
UZ Tashkent||41.30,69.24
VA Vatican City|Città del Vaticano|41.90,12.45
VC Kingstown||13.16,-61.22
VE Caracas||10.48,-66.90
VN Can Tho|Cần Thơ|10.05,105.75
VN Da Nang|Đà Nẵng|16.05,108.20
VN Haiphong|Hải Phòng|20.84,106.69
VN Hanoi|Hà Nội|21.03,105.85
VN Ho Chi Minh City|Thành phố Hồ Chí Minh|10.82,106.63
VN Hue|Huế|16.46,107.59
VU Port Vila||-17.73,168.32
WS Apia||-13.83,-171.77
XK Pristina|Prishtina|42.66,21.17
YE Sanaa||15.37,44.19
ZA Cape Town||-33.92,18.42
ZA Johannesburg||-26.20,28.05
ZA Pretoria||-25.75,28.19
ZM Lusaka||-15.39,28.32
ZW Harare||-17.83,31.05`

/** Coordinates in degrees, positive to the north and east. */
export interface Point {
  latitude: number
  longitude: number
}

export interface City extends Point {
  /** ISO 3166-1 alpha-2 code. */
  country: string
  /** The international name. */
  name: string
  /** The local name, in Latin letters or in the script of one of the app's languages. */
  ownName: string
}

function cityOf(line: string): City {
  const [head = '', own = '', at = ''] = line.split('|')
  const [latitude = 0, longitude = 0] = at.split(',').map(Number)
  const name = head.slice(3)
  return { country: head.slice(0, 2), name, ownName: own || name, latitude, longitude }
}

export const CITIES: readonly City[] = LINES.trim().split('\n').map(cityOf)
