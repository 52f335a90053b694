/** What the prices of a receipt follow from: trades at venues, or a dealer's quotes. */
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { dealerQuotes } from '#rules/dealer-check.ts'
import { DEALER_NAMES } from '#rules/dealer-names.ts'
import { tradeLink, VENUE_NAMES } from '#rules/trade-links.ts'
import { venueTrades } from '#rules/venues-check.ts'
import { make } from './make.ts'
import { filled, quoteTextsOf, tradeTextsOf } from './texts.ts'

/** The trades behind live prices, each with a link to look it up at its venue. */
export function tradeLists(receipt: ReceiptEvidence, language: string): HTMLElement[] {
  const texts = tradeTextsOf(language)
  if (texts === undefined) return []
  return venueTrades(receipt).map(({ spot, trades }) => {
    const rows = trades.map(({ venue, symbol, price, isIndex, ...trade }) => {
      const link = make('a', '', filled(texts.id, { id: trade.tradeId }))
      if (symbol !== null) link.href = tradeLink(venue, { ...trade, symbol })
      const time = new Date(trade.receivedAt).toISOString()
      const words = [`${VENUE_NAMES[venue]} ${price} · `, link, ` · ${time}`]
      const item = make(
        'li',
        'trade',
        ...words,
        ...(isIndex ? [make('b', '', ` · ${texts.used}`)] : []),
      )
      item.dataset['venue'] = venue
      return item
    })
    const title = `${texts.title} · ${texts[spot]}`
    return make('div', 'small', make('p', '', title), make('ul', '', ...rows))
  })
}

/** The quotes behind a dealer's prices, and what they do not prove. */
export function quoteLists(receipt: ReceiptEvidence, language: string): HTMLElement[] {
  const [texts, spots] = [quoteTextsOf(language), tradeTextsOf(language)]
  const quotes = dealerQuotes(receipt)
  if (texts === undefined || spots === undefined || quotes.length === 0) return []
  const items = quotes.map(({ spot, quote: { dealer, receivedAt, ...sides } }) => {
    const time = new Date(receivedAt).toISOString()
    const line = `${spots[spot]} · ${DEALER_NAMES[dealer]} · ${filled(texts.quotes.sides, sides)} · ${time}`
    const item = make('li', 'trade', line)
    item.dataset['dealer'] = dealer
    return item
  })
  return [make('p', 'small', texts.proof), make('ul', 'small', ...items)]
}
