import { useTranslation } from 'react-i18next'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { useFormat } from '#i18n/use-format.ts'
import { dealerQuotes } from '#rules/dealer-check.ts'
import { DEALER_NAMES } from '#rules/dealer-names.ts'

/** The quotes that a dealer's prices of entry and exit follow from. Nothing for other prices. */
export function DealerQuotes({ receipt }: { receipt: ReceiptEvidence }) {
  const { t } = useTranslation('venues')
  const format = useFormat()
  const spots = dealerQuotes(receipt)
  if (spots.length === 0) return null
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 className="text-sm font-semibold">{t('dealer.quotes.title')}</h3>
        <p className="text-sm text-ink-2">{t('dealer.quotes.lead')}</p>
        <p className="text-sm text-ink-2">{t('dealer.proof')}</p>
      </div>
      {spots.map(({ spot, quote: { dealer, bid, ask, receivedAt } }) => (
        <div key={spot} data-quote={spot} className="text-sm">
          <h4 className="font-semibold">{t(`trades.${spot}`)}</h4>
          <p className="figures flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">{DEALER_NAMES[dealer]}</span>
            <span>{t('dealer.quotes.sides', { bid, ask })}</span>
          </p>
          <p className="figures text-xs text-ink-2">
            {t('trades.received', { time: format.preciseTime(receivedAt) })}
          </p>
        </div>
      ))}
    </div>
  )
}
