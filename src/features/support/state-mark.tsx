import { Check, CheckCheck, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { join } from '#ui/join.ts'

export type DeliveryStatus = 'sending' | 'unsent' | 'sent' | 'delivered' | 'read'

const ICONS = {
  sending: Clock,
  unsent: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
} as const

/** One tick, two ticks, two coloured ticks; with a text for screen readers. */
export function StateMark({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation('support')
  const Icon = ICONS[status]
  return (
    <span className="inline-flex items-center" title={t(`state.${status}`)}>
      <Icon
        aria-hidden
        size={15}
        className={join('shrink-0', status === 'read' ? 'text-info' : 'text-ink-3')}
      />
      <span className="sr-only">{t(`state.${status}`)}</span>
    </span>
  )
}
