/** Pairs of a traditional and a simplified character: those of the names of products, countries and cities. */
const PAIRS =
  '亞亚來来倫伦內内凱凯別别剛刚勞劳區区喬乔國国園园圓圆圖图奧奥寧宁屬属岡冈島岛幣币幹干幾几庫库廈厦廣广愛爱慶庆揚扬撾挝敘叙時时東东標标歐欧氣气湯汤' +
  '漢汉澤泽濟济濱滨瀋沈灣湾烏乌爾尔獅狮現现盧卢祕秘約约納纳紐纽紹绍維维緬缅羅罗羣群義义聖圣聯联脫脱臘腊臺台與与茲兹莊庄萊莱萬万葉叶蓋盖薩萨蘇苏蘭兰' +
  '裏里裡里誕诞諾诺貝贝貨货貴贵買买賓宾賴赖賽赛贊赞連连達达鄭郑銀银銅铜鎊镑長长門门開开關关陽阳靈灵韋韦韓韩頓顿領领馬马魯鲁鮮鲜麥麦黃黄齊齐'
/** Letters that Unicode does not decompose, in pairs like `PAIRS`. */
const LETTERS = 'đdłløoıi'

const plainOf = new Map(
  (PAIRS + LETTERS).match(/../gu)?.map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/**
 * Normalises a name or what a user types to search for it: in half-width and simplified characters, without marks,
 * case, invisible characters, spaces, hyphens, points and apostrophes. `Đồng`, `ＤＯＮＧ` and `dong` are the same, and so
 * are 黃金 and 黄金.
 */
export const bareText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Pd}\s/’‘'`ʼʻ´.·]/gu, '')
    .replaceAll(/./gu, (sign) => plainOf.get(sign) ?? sign)
