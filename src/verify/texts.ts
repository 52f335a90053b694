/** The texts of the offline page. It contains all ten languages, because it cannot load any. */
type Texts = typeof import('#locales/en/proof.json')

const files = import.meta.glob<Texts>('../../locales/*/proof.json', {
  eager: true,
  import: 'default',
})
const byLanguage = new Map(
  Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts]),
)

type TradeTexts = typeof import('#locales/en/venues.json')['trades']
const tradeFiles = import.meta.glob<TradeTexts>('../../locales/*/venues.json', {
  eager: true,
  import: 'trades',
})

type QuoteTexts = typeof import('#locales/en/venues.json')['dealer']
const quoteFiles = import.meta.glob<QuoteTexts>('../../locales/*/venues.json', {
  eager: true,
  import: 'dealer',
})

export const LANGUAGES: readonly string[] = [...byLanguage.keys()]

export function textsOf(language: string): Texts {
  const texts = byLanguage.get(language) ?? byLanguage.get('en')
  if (texts === undefined) throw new Error('the page was built without texts')
  return texts
}

export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** The texts of the lists of trades. */
export const tradeTextsOf = (language: string): TradeTexts | undefined =>
  tradeFiles[`../../locales/${language}/venues.json`]

/** The texts of a dealer's quotes. */
export const quoteTextsOf = (language: string): QuoteTexts | undefined =>
  quoteFiles[`../../locales/${language}/venues.json`]
