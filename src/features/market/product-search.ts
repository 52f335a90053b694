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

/** Whether a product, by its symbol and its name in the user's language, is searched for; null for an empty search. */
export function productSearch(search: string): ((symbol: string, name: string) => boolean) | null {
  const wanted = bareText(search)
  if (wanted === '') return null
  return (symbol, name) =>
    [symbol, name, ...LANGUAGES.flatMap((names) => names[symbol] ?? [])].some((each) =>
      bareText(each).includes(wanted),
    )
}
