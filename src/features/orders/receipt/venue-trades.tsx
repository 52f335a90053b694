import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#i18n/use-format.ts'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { reachOf, tradeLink, VENUE_NAMES } from '#rules/trade-links.ts'
import { type VenueTradeRow, venueTrades } from '#rules/venues-check.ts'
import { Badge } from '#ui/badge.tsx'

/** The trades at venues that the prices of entry and exit follow from, each with a link to look it up there. */
export function VenueTrades({ receipt }: { receipt: ReceiptEvidence }) {
  const { t } = useTranslation('venues')
  const spots = venueTrades(receipt)
  if (spots.length === 0) return null
  const all = spots.flatMap(({ trades }) => trades)
  const perpetual = all.some((trade) => trade.perpetual)
  const notes = [...new Set(all.map(({ venue }) => venue))].flatMap((venue) => {
    const reach = reachOf(venue, perpetual)
    return reach === 'kept' ? [] : [t(`trades.${reach}`, { venue: VENUE_NAMES[venue] })]
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-semibold">{t('trades.title')}</h3>
        <p className="text-sm text-ink-2">{t('trades.lead')}</p>
      </div>
      {spots.map(({ spot, trades }) => (
        <div key={spot} data-trades={spot}>
          <h4 className="text-sm font-semibold">{t(`trades.${spot}`)}</h4>
          <ul className="divide-y divide-line/60">
            {trades.map((trade) => (
              <TradeRow key={trade.venue} trade={trade} />
            ))}
          </ul>
        </div>
      ))}
      {notes.length > 0 && (
        <div className="flex flex-col gap-1 text-xs text-ink-2">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </div>
  )
}

function TradeRow({ trade }: { trade: VenueTradeRow }) {
  const { t } = useTranslation('venues')
  const { venue, tradeId, price, receivedAt, isIndex } = trade
  const time = useFormat().preciseTime(receivedAt)
  return (
    <li data-venue={venue} className="flex flex-col pt-2 text-xs">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="font-medium">{VENUE_NAMES[venue]}</span>
        {isIndex && <Badge tone="good">{t('trades.used')}</Badge>}
        <span className={`figures ms-auto ${isIndex ? 'font-semibold' : ''}`}>{price}</span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-3 text-ink-2">
        <span className="min-w-0 break-all">{t('trades.id', { id: tradeId })}</span>
        <span className="figures">{t('trades.received', { time })}</span>
      </p>
      <TradeLink trade={trade} />
    </li>
  )
}

/** Nothing if the terms do not say which symbol the product has there. */
function TradeLink({ trade }: { trade: VenueTradeRow }) {
  const { t } = useTranslation('venues')
  const { venue, symbol, tradeId, tradedAt, perpetual } = trade
  if (symbol === null) return null
  return (
    <a
      href={tradeLink(venue, { symbol, tradeId, tradedAt, perpetual })}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-touch items-center gap-1.5 self-start font-semibold text-brand-strong underline"
    >
      <span>{t('trades.lookUp', { venue: VENUE_NAMES[venue] })}</span>
      <ExternalLink aria-hidden size={14} className="shrink-0" />
    </a>
  )
}
