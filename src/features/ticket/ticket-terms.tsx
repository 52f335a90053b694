import { useTranslation } from 'react-i18next'
import type { TicketSummary } from '#features/ticket/ticket-model.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { PriceSource } from '#i18n/price-source.ts'

function Row({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{label}</dt>
      <dd className={`figures ms-auto text-end ${strong === true ? 'font-semibold' : ''}`}>
        {value}
      </dd>
    </div>
  )
}

/** All terms that the user agrees to, shown before the order is sent. */
export function TicketTerms({
  summary,
  source,
}: {
  summary: TicketSummary | null
  source: PriceSource
}) {
  const { t } = useTranslation(['ticket', 'common'])
  const format = useFormat()
  const none = '–'
  return (
    <dl className="flex flex-col gap-1.5 rounded-control bg-sunken p-3 text-sm">
      <Row
        strong
        label={t('ticket:payout')}
        value={summary === null ? none : format.money(summary.payout)}
      />
      <Row
        label={t('ticket:profit')}
        value={summary === null ? none : format.signedMoney(summary.profit)}
      />
      <Row
        label={t('ticket:loss')}
        value={summary === null ? none : format.signedMoney(-summary.loss)}
      />
      <Row
        label={t('ticket:breakEven')}
        value={summary === null ? none : format.percentFromBps(summary.breakEvenRate)}
      />
      <Row label={t('ticket:tie')} value={t('ticket:tieRule')} />
      <Row label={t('ticket:source')} value={t(`common:source.${source}`)} />
    </dl>
  )
}
