import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { productTerms } from '#contract/product.ts'
import { lineName } from '#contract/venue-lines.ts'
import { z } from 'zod'
import { bandOfTerms } from '#rules/sanity-band.ts'
import { LIVE_CATALOGUE, PRODUCTS, readTerms, termsText } from '#server/market/catalogue.ts'
import { liveProducts } from '#server/market/feeds/live/live-products.ts'
import { LIVE_SOURCES } from '#server/market/feeds/live/sources.ts'

it('offers 26 products in three classes under stable numbers', () => {
  expect(PRODUCTS.map(({ id }) => id)).toEqual(Array.from({ length: 26 }, (_, i) => i + 1))
  const count = (of: string): number => PRODUCTS.filter((each) => each.class === of).length
  expect([count('futures'), count('forex'), count('virtual')]).toEqual([8, 9, 9])
})

it.each(PRODUCTS.map((product) => [product.symbol, product] as const))(
  '%s pays less than it takes, in every duration, and its terms fit the wire',
  (_, { terms }) => {
    expect(terms.durations.map(({ durationMs }) => durationMs / 1000)).toEqual([
      30, 60, 120, 180, 300, 900,
    ])
    expect(terms.durations.every(({ payoutRate }) => payoutRate > 0 && payoutRate < 10_000)).toBe(
      true,
    )
    expect(terms.stakeMax).toBeGreaterThan(terms.stakeMin)
    expect(terms.maxOpenStake).toBeGreaterThanOrEqual(terms.stakeMax)
    expect(z.decode(productTerms, z.encode(productTerms, terms))).toEqual(terms)
  },
)

it('publishes each band where a reader of the terms looks for it', () => {
  for (const { symbol, terms } of PRODUCTS) {
    expect(bandOfTerms(termsText(symbol, terms))).toBe(terms.bandBps)
  }
})

it('says in the terms of a live product, and of no other, what its price is made of', () => {
  for (const { symbol, terms } of PRODUCTS) expect(termsText(symbol, terms)).not.toContain('index')
  const { products, without } = liveProducts(PRODUCTS, ['binance', 'bybit', 'kraken', 'okx'])
  expect(products.map(({ symbol }) => symbol)).toEqual(
    PRODUCTS.filter((each) => each.class === 'virtual').map(({ symbol }) => symbol),
  )
  expect(without).toHaveLength(PRODUCTS.length - products.length)
  for (const product of products) {
    const { symbol, terms } = product
    const text = termsText(symbol, terms)
    expect(bandOfTerms(text)).toBe(terms.bandBps)
    expect(readTerms(terms.termsId, text, product)).toEqual(terms)
    expect(JSON.parse(text)).toMatchObject({ index: { needed: 3, venues: expect.any(Array) } })
    const digest = createHash('sha256').update(text).digest('hex')
    expect(terms.termsId).toBe(digest.slice(0, 16))
    expect(z.decode(productTerms, z.encode(productTerms, terms))).toEqual(terms)
  }
  // USDT products take pairs and contracts in USDT only.
  for (const { kind, symbols } of Object.values(LIVE_SOURCES)) {
    const inUsdt = kind === 'spot' ? /USDT$/ : /USDT(-SWAP)?$/
    for (const name of Object.values(symbols)) expect(name.toUpperCase()).toMatch(inUsdt)
  }
  const two = liveProducts(PRODUCTS, ['binance', 'okx'])
  expect(two.products).toEqual([])
})

it('names terms by their digest, so that any change gives another id', () => {
  for (const { symbol, terms } of PRODUCTS) {
    const digest = createHash('sha256').update(termsText(symbol, terms)).digest('hex')
    expect(terms.termsId).toBe(digest.slice(0, 16))
  }
  expect(new Set(PRODUCTS.map(({ terms }) => terms.termsId)).size).toBe(PRODUCTS.length)
  const [first] = PRODUCTS
  if (first === undefined) throw new Error('no products')
  const { terms, symbol } = first
  const others = [
    { ...terms, stakeMax: terms.stakeMax + 1n },
    { ...terms, maxOpenPositions: 21 },
    { ...terms, bandBps: terms.bandBps + 1 },
    { ...terms, durations: terms.durations.slice(1) },
    { ...terms, ruleVersion: terms.ruleVersion + 1 },
  ]
  for (const other of others) expect(termsText(symbol, other)).not.toBe(termsText(symbol, terms))
})

it('offers Tether Gold only where it is asked for, by the trades of three spot markets, at any hour', () => {
  const lines = ['bybit', 'kraken', 'okx'] as const
  const offered = (asked: string[]) => liveProducts(LIVE_CATALOGUE, lines, asked)
  const isGold = ({ symbol }: { symbol: string }): boolean => symbol === 'XAUTUSDT'
  const plain = offered([])
  expect(plain.products.some(isGold)).toBe(false)
  expect(plain.without).not.toContain('XAUTUSDT')
  const [gold] = offered(['XAUTUSDT']).products.filter(isGold)
  expect(gold).toMatchObject({
    id: 31,
    class: 'virtual',
    calendar: 'always',
    quoteCurrency: 'USDT',
  })
  expect(gold?.terms.index).toMatchObject({ venues: [...lines], leadMs: 2_000, freshMs: 5_000 })
  expect(gold?.terms.index?.perpetual).toBeUndefined()
  expect(liveProducts(LIVE_CATALOGUE, ['bybit', 'okx'], ['XAUTUSDT']).without).toContain('XAUTUSDT')
})

it('offers perpetual contracts in the hours of futures, live only', () => {
  const symbols = ['XAUUSDT', 'XAGUSDT', 'CLUSDT', 'BZUSDT']
  expect(PRODUCTS.filter(({ symbol }) => symbols.includes(symbol))).toEqual([])
  const own = LIVE_CATALOGUE.filter(({ symbol }) => symbols.includes(symbol))
  expect(own.map(({ id }) => id)).toEqual([27, 28, 29, 30])
  for (const product of own) {
    const { symbol, terms } = product
    expect(product).toMatchObject({ class: 'futures', quoteCurrency: 'USDT', calendar: 'futures' })
    expect(bandOfTerms(termsText(symbol, terms))).toBe(terms.bandBps)
  }
  const lines = ['bybit-perpetual', 'gate-perpetual', 'okx-perpetual'] as const
  const { products } = liveProducts(LIVE_CATALOGUE, lines)
  expect(products.map(({ symbol }) => symbol)).toEqual(symbols)
  for (const product of products) {
    const { symbol, terms } = product
    expect(terms.index).toMatchObject({ perpetual: true, needed: 3, leadMs: 2_000 })
    expect(readTerms(terms.termsId, termsText(symbol, terms), product)).toEqual(terms)
  }
  // Nothing simulated is in a live market, and no futures in USD are taken for contracts in USDT.
  const all = liveProducts(LIVE_CATALOGUE, lineName.options).products
  expect(all.every(({ quoteCurrency }) => quoteCurrency === 'USDT')).toBe(true)
})
