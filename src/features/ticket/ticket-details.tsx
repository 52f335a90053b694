import type { Product } from '#contract/product.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ReplayNote } from '#components/replay-note.tsx'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import { maximumStake, type TicketSummary } from '#features/ticket/ticket-model.ts'
import { priceSourceOf } from '#i18n/price-source.ts'
import { useFormat } from '#i18n/use-format.ts'
import { oddsPath } from '#lib/paths.ts'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { Sheet } from '#ui/sheet.tsx'

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

interface Props {
  open: boolean
  onClose: () => void
  product: Product
  /** Null while there is no valid amount. */
  summary: TicketSummary | null
}

/** All terms that the user agrees to, and how the two prices of an order are found. */
export function TicketDetails({ open, onClose, product, summary }: Props) {
  const { t } = useTranslation(['ticket', 'common', 'tabs'])
  const format = useFormat()
  const none = '–'
  const { terms } = product
  const most = maximumStake({ terms, available: null })
  return (
    <Sheet open={open} onClose={onClose} title={t('ticket:details')}>
      <div className="flex flex-col gap-3">
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
          <Row
            label={t('ticket:perOrder')}
            value={`${format.money(terms.stakeMin)} – ${format.money(most)}`}
          />
          <Row label={t('ticket:source')} value={t(`common:source.${priceSourceOf(product)}`)} />
        </dl>
        <p className="text-sm">{t('ticket:entryNote')}</p>
        <ReplayNote product={product} />
        <VenuesLine product={product} />
        <Link to={oddsPath(product.symbol)} className={inlineLinkLook}>
          {t('tabs:pages.odds')}
        </Link>
      </div>
    </Sheet>
  )
}
