import type { i18n } from 'i18next'
import { useCallback, useContext, useSyncExternalStore } from 'react'
import { getI18n, I18nContext } from 'react-i18next'
import { type Format, formatFor } from '#i18n/format.ts'
import { languageOf } from '#i18n/setup.ts'

/**
 * The formatters of the current language. Cells that render with every price use it, so it follows the language alone:
 * `useTranslation` would also prepare texts.
 */
export function useFormat(): Format {
  const instance: i18n = useContext(I18nContext)?.i18n ?? getI18n()
  const watch = useCallback(
    (changed: () => void) => {
      instance.on('languageChanged', changed)
      return () => instance.off('languageChanged', changed)
    },
    [instance],
  )
  return formatFor(useSyncExternalStore(watch, () => languageOf(instance)))
}
