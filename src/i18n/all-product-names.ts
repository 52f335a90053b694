/** The names of the products in every language, for searches. Loaded with the first search. */
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

/** A product's names; empty if it has none. */
export const allNamesOf = (symbol: string): string[] =>
  LANGUAGES.flatMap((names) => names[symbol] ?? [])
