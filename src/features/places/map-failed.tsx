import { useTranslation } from 'react-i18next'

/** Replaces a map whose code or tiles did not load; the page shows the address and the links either way. */
export function MapFailed() {
  const { t } = useTranslation('places')
  return <p className="text-sm text-ink-2">{t('map.failed')}</p>
}
