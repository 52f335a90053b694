import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

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
