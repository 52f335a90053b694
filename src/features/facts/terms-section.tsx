import { useTranslation } from 'react-i18next'
import type { DealerTerms, IndexTerms, Product } from '#contract/product.ts'
import { useFormat } from '#i18n/use-format.ts'
import { mostOf } from '#forms/amounts.ts'
import { durationText } from '#i18n/duration-text.ts'
import { priceSourceOf } from '#i18n/price-source.ts'
import { breakEvenRate } from '#rules/payout.ts'
import { DEALER_NAMES } from '#rules/dealer-names.ts'
import { VENUE_NAMES } from '#rules/trade-links.ts'
import { ListRow } from '#ui/list-row.tsx'

/** A stake for which rounding does not change the break-even rate: 100.00. */
const EVEN_STAKE = 10_000n

/** The profit of a win and the share of wins that it takes to lose nothing, by duration. */
function Payouts({ product }: { product: Product }) {
  const { t, i18n } = useTranslation(['facts', 'ticket'])
  const format = useFormat()
  const head = 'py-1.5 text-xs font-normal text-ink-3'
  return (
    <table className="figures w-full text-sm">
      <caption className="pt-2 pb-1 text-start font-medium text-ink-2">
        {t('facts:terms.payouts')}
      </caption>
      <thead>
        <tr>
          <th scope="col" className={`${head} text-start`}>
            {t('ticket:duration')}
          </th>
          <th scope="col" className={`${head} px-2 text-end`}>
            {t('facts:terms.column')}
          </th>
          <th scope="col" className={`${head} text-end`}>
            {t('ticket:breakEven')}
          </th>
        </tr>
      </thead>
      <tbody>
        {product.terms.durations.map(({ durationMs, payoutRate }) => (
          <tr key={durationMs} className="border-t border-line/60">
            <th scope="row" className="py-1.5 text-start font-medium">
              {durationText(i18n.language, durationMs)}
            </th>
            <td className="px-2 text-end">{format.percentFromBps(payoutRate)}</td>
            <td className="text-end">
              {format.percentFromBps(breakEvenRate(EVEN_STAKE, payoutRate))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a live price is made of. */
function IndexRows({ index }: { index: IndexTerms }) {
  const { t, i18n } = useTranslation('venues')
  const format = useFormat()
  const { venues, needed, freshMs, lateMs, spreadBps, leadMs } = index
  const names = new Intl.ListFormat(i18n.language).format(venues.map((venue) => VENUE_NAMES[venue]))
  return (
    <>
      <ListRow label={t('terms.venues')} value={names} />
      <ListRow label={t('terms.needed')} value={format.number(needed)} />
      <ListRow label={t('terms.fresh')} value={durationText(i18n.language, freshMs)} />
      {lateMs !== undefined && (
        <ListRow label={t('terms.late')} value={durationText(i18n.language, lateMs)} />
      )}
      <ListRow label={t('terms.spread')} value={format.percentFromBps(spreadBps)} />
      <ListRow label={t('terms.lead')} value={durationText(i18n.language, leadMs)} />
    </>
  )
}

/** What a dealer's price is made of. */
function DealerRows({ dealer }: { dealer: DealerTerms }) {
  const { t, i18n } = useTranslation('venues')
  const format = useFormat()
  const { freshMs, lateMs, spreadBps, leadMs } = dealer
  const duration = (ms: number): string => durationText(i18n.language, ms)
  return (
    <>
      <ListRow label={t('dealer.terms.dealer')} value={DEALER_NAMES[dealer.dealer]} />
      <ListRow label={t('dealer.terms.fresh')} value={duration(freshMs)} />
      <ListRow label={t('dealer.terms.late')} value={duration(lateMs)} />
      <ListRow label={t('dealer.terms.spread')} value={format.percentFromBps(spreadBps)} />
      <ListRow label={t('terms.lead')} value={duration(leadMs)} />
    </>
  )
}

/** The terms of an order on the product. They are the same for every user. */
export function TermsSection({ product }: { product: Product }) {
  const { t } = useTranslation(['facts', 'ticket', 'common'])
  const format = useFormat()
  const { terms } = product
  const maximum = mostOf({ minimum: terms.stakeMin, maximum: terms.stakeMax, available: null })
  const stakes = { from: format.money(terms.stakeMin), to: format.money(maximum) }
  return (
    <section className="flex flex-col">
      <h3 className="text-base font-semibold">{t('facts:terms.title')}</h3>
      <dl className="divide-y divide-line/60">
        <ListRow label={t('ticket:source')} value={t(`common:source.${priceSourceOf(product)}`)} />
        {terms.index !== undefined && <IndexRows index={terms.index} />}
        {terms.dealer !== undefined && <DealerRows dealer={terms.dealer} />}
        <ListRow label={t('facts:terms.tick')} value={format.price(1, product.priceDecimals)} />
        <ListRow label={t('facts:terms.stake')} value={t('facts:range', stakes)} />
        <ListRow label={t('facts:terms.positions')} value={format.number(terms.maxOpenPositions)} />
        <ListRow label={t('facts:terms.openStake')} value={format.money(terms.maxOpenStake)} />
      </dl>
      <Payouts product={product} />
    </section>
  )
}
