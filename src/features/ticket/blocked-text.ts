import { useTranslation } from 'react-i18next'
import type { Blocked } from '#features/ticket/tradable.ts'
import { useFormat } from '#i18n/use-format.ts'

/** Explains why the order buttons are disabled. */
export function useBlockedText(): (blocked: Blocked) => string {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (blocked) => {
    if (blocked.reason !== 'closed') return t(`blocked.${blocked.reason}`)
    if (blocked.opensAt === null) return t('blocked.closed')
    return t('blocked.closedUntil', { opensAt: format.weekdayTime(blocked.opensAt) })
  }
}
