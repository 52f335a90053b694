/** The text of a push notification: the sentence of its kind in the user's language, or a general one. */
import { PUSH_TEXTS, PUSH_TEXTS_KEY } from '#device/push-texts.ts'
import { priceWriter } from '#i18n/format.ts'
import { PATHS, productPath } from '#lib/paths.ts'

export interface PushNews {
  kind: string
  params: Readonly<Record<string, string>>
  language: string
  /** The number of unread messages with this one. Null in a push that brought none. */
  unread: number | null
}

/** Used when the texts are missing, or for a kind that this version does not know. */
const OPEN_APP: Readonly<Record<string, string>> = {
  'zh-CN': '有新消息，请打开应用查看。',
  'zh-TW': '有新消息，請開啟應用程式查看。',
  en: 'You have a new notification. Open the app.',
  ja: '新しいお知らせがあります。アプリを開いてください。',
  th: 'มีความคืบหน้าใหม่ โปรดเปิดแอป',
  vi: 'Bạn có thông báo mới. Hãy mở ứng dụng.',
  id: 'Ada pemberitahuan baru. Buka aplikasi.',
  ko: '새 소식이 있습니다. 앱을 여세요.',
  fr: 'Vous avez une nouvelle notification. Ouvrez l’application.',
  de: 'Sie haben eine neue Mitteilung. Öffnen Sie die App.',
}

const isTexts = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null

/** Null when it is not a push of this app. */
export function pushNews(data: unknown): PushNews | null {
  if (!isTexts(data)) return null
  const { kind, params, language, unread } = data
  if (typeof kind !== 'string' || typeof language !== 'string' || !isTexts(params)) return null
  const texts = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const count = typeof unread === 'number' ? unread : null
  return { kind, language, params: Object.fromEntries(texts), unread: count }
}

function slotsOf({ params }: PushNews, language: string): Record<string, string> {
  const { symbol = '', count = '', price = '', decimals = '0' } = params
  return { symbol, number: count, price: priceWriter(language)(Number(price), Number(decimals)) }
}

/** `brand`: the app's name. */
export async function pushSentence(
  caches: CacheStorage,
  news: PushNews,
  brand: string,
): Promise<string> {
  const fallback = OPEN_APP[news.language] ?? OPEN_APP['en'] ?? ''
  try {
    const kept = await caches.match(PUSH_TEXTS_KEY, { cacheName: PUSH_TEXTS })
    const texts: unknown = await kept?.json()
    if (!isTexts(texts) || typeof texts['language'] !== 'string') return fallback
    const many = news.kind === 'settled' && news.params['symbol'] === ''
    const text = texts[many || (news.params['count'] ?? '1') !== '1' ? 'settledMany' : news.kind]
    if (typeof text !== 'string') return fallback
    const slots: Record<string, string> = { brand, ...slotsOf(news, texts['language']) }
    return text.replace(/{{(\w+)}}/g, (_, name: string) => slots[name] ?? '')
  } catch {
    return fallback
  }
}

const PAGES: Readonly<Record<string, string>> = {
  settled: `${PATHS.orders}?tab=settled`,
  deposit: PATHS.deposits,
  withdrawal: PATHS.withdrawals,
  verification: PATHS.verify,
  account: PATHS.messages,
  fund: PATHS.fund,
  announcement: PATHS.messages,
}

/** The page in the app that shows the details. */
export function pushPage({ kind, params }: PushNews): string {
  const { symbol = '' } = params
  if (kind === 'alert' && symbol !== '') return productPath(symbol)
  return PAGES[kind] ?? PATHS.messages
}
