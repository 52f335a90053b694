import { expect, it } from 'vitest'
import { venueName } from '#contract/index-price.ts'
import { reachOf, tradeLink, VENUE_NAMES } from '#rules/trade-links.ts'

const TRADE = { symbol: 'BTC/USDT', tradeId: '9007199254740993', tradedAt: 1_700_000_000_900 }

it('asks each venue for the trade itself, or for the shortest list that has it', () => {
  expect(tradeLink('binance', { ...TRADE, symbol: 'BTCUSDT' })).toBe(
    'https://data-api.binance.vision/api/v3/historicalTrades?symbol=BTCUSDT&fromId=9007199254740993&limit=1',
  )
  // Beyond what a number holds exactly.
  expect(tradeLink('okx', { ...TRADE, symbol: 'BTC-USDT' })).toContain('after=9007199254740994')
  expect(tradeLink('coinbase', { ...TRADE, symbol: 'BTC-USDT' })).toContain(
    '/BTC-USDT/trades?after=9007199254740994',
  )
  expect(tradeLink('kraken', TRADE)).toContain('pair=BTC%2FUSDT&since=1699999999')
  expect(tradeLink('kraken', { ...TRADE, tradedAt: null })).not.toContain('since')
  expect(tradeLink('bybit', { ...TRADE, symbol: 'BTCUSDT' })).toContain('symbol=BTCUSDT&limit=60')
  expect(tradeLink('bitstamp', { ...TRADE, symbol: 'btcusdt' })).toContain('/btcusdt/?time=day')
})

it('asks for perpetual contracts where the venue lists them', () => {
  const contract = { symbol: 'XAUUSDT', tradeId: '7', tradedAt: 1_700_000_000_900, perpetual: true }
  expect(tradeLink('binance', contract)).toBe(
    'https://fapi.binance.com/fapi/v1/aggTrades?symbol=XAUUSDT&fromId=7&limit=1',
  )
  expect(tradeLink('bybit', contract)).toContain('category=linear&symbol=XAUUSDT&limit=1000')
  expect(tradeLink('bitget', contract)).toContain(
    '/mix/market/fills-history?symbol=XAUUSDT&productType=usdt-futures&idLessThan=8&limit=1',
  )
  expect(tradeLink('bitget', { ...contract, perpetual: false })).toContain('/spot/market/')
  expect(tradeLink('gate', contract)).toContain(
    '/futures/usdt/trades?contract=XAUUSDT&from=1700000000&to=1700000001',
  )
  expect(tradeLink('gate', { ...contract, perpetual: false })).toContain('currency_pair=XAUUSDT')
  expect(tradeLink('mexc', contract)).toContain('/deals/XAUUSDT?limit=100')
  expect([reachOf('binance'), reachOf('binance', true), reachOf('okx', true)]).toEqual([
    'kept',
    'day',
    'kept',
  ])
})

it('never leads away from the venue, whatever a symbol says', () => {
  for (const venue of venueName.options) {
    const symbol = '../@evil.example/?x#'
    const { host, hash } = new URL(tradeLink(venue, { ...TRADE, symbol }))
    expect(host).toBe(new URL(tradeLink(venue, TRADE)).host)
    expect(hash).toBe('')
  }
})

it('knows the name of every venue, and for how long it lists a trade', () => {
  for (const venue of venueName.options) {
    expect(VENUE_NAMES[venue].toLowerCase()).toBe(venue)
    expect(['recent', 'day', 'kept']).toContain(reachOf(venue))
  }
})
