import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '#contract/cashier.ts'
import { WithdrawalBadge } from '#features/cashier/status-badges.tsx'
import { withdrawalSteps } from '#features/cashier/steps.ts'
import { useDestination } from '#features/cashier/withdraw/destination.ts'
import { useFormat } from '#i18n/format.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Timeline } from '#ui/timeline.tsx'

/** The amounts and the steps of one withdrawal. */
export function WithdrawalProgress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const destinationOf = useDestination()
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line/60 bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-figure font-bold">{format.money(withdrawal.amount)}</p>
        <WithdrawalBadge status={withdrawal.status} />
      </div>
      <Timeline
        label={t('withdraw.steps')}
        steps={withdrawalSteps(withdrawal).map((step) => ({
          ...step,
          label: t(`withdraw.step.${step.id}`),
          time: step.at === null ? null : format.dateTime(step.at),
        }))}
      />
      <dl className="divide-y divide-line/60">
        <ListRow label={t('withdraw.fee')} value={format.money(withdrawal.fee)} />
        <ListRow label={t('withdraw.net')} value={format.money(withdrawal.net)} />
        <ListRow label={t('withdraw.destination')} value={destinationOf(withdrawal.destination)} />
      </dl>
    </section>
  )
}
