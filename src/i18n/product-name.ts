import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepLoading } from '#lib/retry-load.ts'

/** A product's name in the current language, or its symbol when it has no name. */
export function useProductName(): (symbol: string) => string {
  const { i18n } = useTranslation('products')
  const { language } = i18n
  return useCallback(
    (symbol) => {
      for (const code of new Set([language, ...i18n.languages])) {
        const name: unknown = i18n.getResource(code, 'products', symbol)
        if (typeof name === 'string') return name
      }
      return symbol
    },
    [i18n, language],
  )
}

type NamesOf = (symbol: string) => readonly string[]

/** The names of a product in the other languages. They are loaded with the first search, and empty until then. */
export function useAllNames(search: string): NamesOf {
  const [names, setNames] = useState<{ of: NamesOf }>({ of: () => [] })
  const searches = search !== ''
  useEffect(() => {
    if (!searches) return
    void keepLoading(() => import('./all-product-names.ts')).then(({ allNamesOf }) =>
      setNames({ of: allNamesOf }),
    )
  }, [searches])
  return names.of
}
