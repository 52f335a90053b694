import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import type { PriceSource } from '#i18n/price-source.ts'

/** That no real money was moved, and where the prices came from. A receipt may be shown without the app around it. */
export function PracticeLine({ source }: { source: PriceSource }) {
  const { t } = useTranslation('common')
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const texts = [
    ...(practice ? [t('practice.badge'), t('practice.hint')] : []),
    t(`source.${source}`),
  ]
  return <p className="text-xs text-ink-2">{texts.join(' · ')}</p>
}
