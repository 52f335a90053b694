/** Searches products by symbol, or by name in every language and any spelling. Loaded with the first search. */
import { bareText } from '#i18n/bare-text.ts'
import de from '#locales/de/products.json' with { type: 'json' }
import en from '#locales/en/products.json' with { type: 'json' }
import fr from '#locales/fr/products.json' with { type: 'json' }
import id from '#locales/id/products.json' with { type: 'json' }
import ja from '#locales/ja/products.json' with { type: 'json' }
import ko from '#locales/ko/products.json' with { type: 'json' }
import th from '#locales/th/products.json' with { type: 'json' }
import vi from '#locales/vi/products.json' with { type: 'json' }
import zhCN from '#locales/zh-CN/products.json' with { type: 'json' }
import zhTW from '#locales/zh-TW/products.json' with { type: 'json' }

const LANGUAGES: readonly Readonly<Record<string, string>>[] = [
  de,
  en,
  fr,
  id,
  ja,
  ko,
  th,
  vi,
  zhCN,
  zhTW,
]

const textsOf = (symbol: string, name: string): string[] =>
  [symbol, name, ...LANGUAGES.flatMap((names) => names[symbol] ?? [])].map(bareText)

/** Whether a product, by its symbol and its name in the user's language, is searched for; null for an empty search. */
export function productSearch(search: string): ((symbol: string, name: string) => boolean) | null {
  const wanted = bareText(search)
  if (wanted === '') return null
  return (symbol, name) => textsOf(symbol, name).some((text) => text.includes(wanted))
}

/** How many letters must be changed, added or left out until the text contains what is wanted (Sellers' algorithm). */
function distance(wanted: string, text: string): number {
  // It may begin anywhere in the text, at no cost.
  let row = Array.from({ length: text.length + 1 }, () => 0)
  for (const [at, letter] of Array.from(wanted).entries()) {
    const next = [at + 1]
    for (const [place, other] of Array.from(text).entries()) {
      const same = (row[place] ?? 0) + Number(letter !== other)
      next.push(Math.min(same, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return Math.min(...row)
}

/** One wrong letter of three makes a name similar. */
const LETTERS_PER_FAULT = 3
const MOST_SIMILAR = 5

/** The products whose symbol or a name of theirs is nearly what was searched for, the nearest first. */
export function similarProducts<T extends { symbol: string }>(
  search: string,
  products: readonly T[],
): T[] {
  const wanted = bareText(search)
  const allowed = Math.floor(wanted.length / LETTERS_PER_FAULT)
  return products
    .map((product) => ({
      product,
      faults: Math.min(...textsOf(product.symbol, '').map((text) => distance(wanted, text))),
    }))
    .filter(({ faults }) => faults <= allowed)
    .sort((a, b) => a.faults - b.faults)
    .slice(0, MOST_SIMILAR)
    .map(({ product }) => product)
}
