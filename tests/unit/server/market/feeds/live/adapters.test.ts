import { describe, expect, it } from 'vitest'
import { lineName } from '#contract/venue-lines.ts'
import type { Venue, VenueSignal } from '#server/market/feeds/live/venue.ts'
import { tradeLink } from '#rules/trade-links.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { PROTOCOLS } from '#support/venues/protocols.ts'

const { binance, bitstamp, bybit, coinbase, kraken, okx } = VENUES
const STAMP = 1_770_123_456_789
const SYMBOLS = {
  binance: 'BTCUSDT',
  bitstamp: 'btcusdt',
  bybit: 'BTCUSDT',
  coinbase: 'BTC-USDT',
  kraken: 'BTC/USDT',
  okx: 'BTC-USDT',
  'okx-perpetual': 'XAU-USDT-SWAP',
  'binance-perpetual': 'XAUUSDT',
  bitget: 'BNBUSDT',
  'bitget-perpetual': 'XAUUSDT',
  'bybit-perpetual': 'XAUUSDT',
  gate: 'BNB_USDT',
  'gate-perpetual': 'XAU_USDT',
  'mexc-perpetual': 'XAU_USDT',
} as const

const only = (venue: Venue, frame: string): VenueSignal => {
  const [first, ...others] = venue.read(frame)
  if (first === undefined || others.length > 0) throw new Error('not one signal')
  return first
}
const kindOf = (venue: Venue, frame: string): string => only(venue, frame).kind

describe.each(lineName.options)('%s', (name) => {
  const venue = VENUES[name]
  const protocol = PROTOCOLS[name]
  const symbol = SYMBOLS[name]

  it('reads a trade with the text of its price', () => {
    const trade = { symbol, tradeId: '3735693016', price: '61685.9900', stampMs: STAMP }
    expect(venue.read(protocol.trade(trade))).toEqual([
      {
        kind: 'trades',
        trades: [{ symbol, tradeId: '3735693016', price: '61685.9900', tradedAt: STAMP }],
      },
    ])
  })

  it('asks for what the venue understands', () => {
    const symbols = Array.from({ length: 230 }, (_, n) => (n === 0 ? symbol : `${symbol}${n}`))
    const asked = symbols.slice(0, venue.limits.symbolsPerRequest)
    expect(protocol.request(venue.subscribe(asked, 7, STAMP))).toMatchObject({
      kind: 'subscribe',
      symbols: asked,
    })
  })

  it('understands confirmations, refusals, heartbeats, pongs and notices', () => {
    const asked = protocol.request(venue.subscribe([symbol], 7, STAMP))
    const id = asked?.kind === 'subscribe' ? asked.id : undefined
    const confirmed = protocol.confirm([symbol], id).map((frame) => only(venue, frame))
    const about = confirmed.map((signal) => {
      if ('request' in signal) return { request: 7 }
      return 'isNext' in signal ? { isNext: true } : { symbols: [symbol] }
    })
    expect(confirmed).toEqual(about.map((each) => ({ kind: 'subscribed', ...each })))
    expect(confirmed).toHaveLength(1)
    expect(only(venue, protocol.refuse(symbol, id))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(symbol),
    })
    if (protocol.heartbeat !== null) expect(kindOf(venue, protocol.heartbeat)).toBe('alive')
    if (protocol.notice !== null) expect(kindOf(venue, protocol.notice)).toBe('reconnect')
    const { ping } = venue.limits
    const pong = ping === null ? null : protocol.request(ping.text(STAMP))
    if (pong?.kind === 'ping') expect(kindOf(venue, pong.text)).toBe('alive')
    expect(pong === null).toBe(ping === null)
  })

  it.each([
    ['an exponent', '6e4'],
    ['a sign', '-61685.99'],
    ['zero', '0.000'],
    ['leading zeros', '061685.99'],
    ['too many digits', '1234567890123.5'],
    ['nothing after the point', '61685.'],
  ])('takes no price with %s', (_, price) => {
    const frame = protocol.trade({ symbol, tradeId: '7', price: '61685.99', stampMs: STAMP })
    expect(kindOf(venue, frame.replaceAll('61685.99', price))).toBe('fault')
  })

  it.each([
    ['no stamp', String(STAMP), ''],
    ['an id with spaces', '3735693016', '37 35'],
    ['a stamp of the year 1970', String(STAMP), '1234567'],
  ])('takes no trade with %s', (_, part, other) => {
    const trade = { symbol, tradeId: '3735693016', price: '61685.99', stampMs: STAMP }
    const frame = protocol.trade(trade)
    const iso = new Date(STAMP).toISOString().slice(0, -1)
    const bad = frame.replaceAll(part, other).replaceAll(part === '3735693016' ? part : iso, other)
    expect(bad).not.toBe(frame)
    expect(kindOf(venue, bad)).toBe('fault')
  })

  it.each(['', '{', '[]', 'null', '7', '"text"', '{}', '{"data":[]}', '{"topic":7}', '[[[['])(
    'calls %j a fault',
    (frame) => {
      expect(kindOf(venue, frame)).toBe('fault')
    },
  )

  it('reads no frame beyond its limits', () => {
    const trade = protocol.trade({ symbol, tradeId: '7', price: '1.5', stampMs: STAMP })
    expect(kindOf(venue, trade + ' '.repeat(300_000))).toBe('fault')
    expect(kindOf(venue, '['.repeat(200_000))).toBe('fault')
  })

  it('links each trade to a public address of the venue', () => {
    const perpetual = venue.line !== venue.name
    const trade = { symbol, tradeId: '3735693016', tradedAt: STAMP, perpetual }
    const link = new URL(tradeLink(venue.name, trade))
    expect(link.protocol).toBe('https:')
    expect(link.href.toLowerCase()).toContain(encodeURIComponent(symbol).toLowerCase())
  })
})

it('keeps the digits of numbers, wherever Kraken puts spaces', () => {
  const frame =
    '{"channel":"trade","type":"update","data":[{"trade_id" : 90071992547409931 ,"price": 0.10 ,' +
    '"symbol":"BTC/USD","note":"\\"price\\":7","timestamp":"2026-02-03T13:37:36.789123Z"}]}'
  expect(kraken.read(frame)).toEqual([
    {
      kind: 'trades',
      trades: [
        {
          symbol: 'BTC/USD',
          tradeId: '90071992547409931',
          price: '0.10',
          tradedAt: Date.parse('2026-02-03T13:37:36.789Z'),
        },
      ],
    },
  ])
})

it('counts trades only while the engine of Kraken is online', () => {
  const states = ['online', 'maintenance', 'cancel_only', 'post_only', 'limit_only'].map((system) =>
    only(kraken, PROTOCOLS.kraken.status?.(system) ?? ''),
  )
  expect(states.map((signal) => signal.kind === 'maintenance' && signal.serving)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
  expect(kindOf(kraken, PROTOCOLS.kraken.status?.('on fire') ?? '')).toBe('fault')
})

it('ignores trades from before the subscription', () => {
  const trade = { symbol: 'BTC/USD', tradeId: '7', price: '1.5', stampMs: STAMP }
  const snapshot = PROTOCOLS.kraken.trade(trade).replace('"update"', '"snapshot"')
  expect(kindOf(kraken, snapshot)).toBe('alive')
  const lastMatch = PROTOCOLS.coinbase.trade({ ...trade, symbol: 'BTC-USD' })
  expect(kindOf(coinbase, lastMatch.replace('"match"', '"last_match"'))).toBe('alive')
})

it('reads every trade of a frame, and says that one cannot be read', () => {
  const rows = [1, 2, 3].map((i) => `{"T":${STAMP},"s":"BTCUSDT","p":"${i}.0","i":"id-${i}"}`)
  const frame = (data: string[]): string =>
    `{"topic":"publicTrade.BTCUSDT","data":[${data.join()}]}`
  const good = only(bybit, frame(rows))
  expect(good.kind === 'trades' && good.trades.map(({ price }) => price)).toEqual([
    '1.0',
    '2.0',
    '3.0',
  ])
  const bad = { kind: 'fault', reason: 'a trade that cannot be read' }
  expect(bybit.read(frame(['{"T":1}', ...rows, '7']))).toEqual([good, bad])
  expect(kindOf(bybit, frame(Array.from({ length: 2_049 }, () => '{}')))).toBe('fault')
})

it('takes no trade that was made apart from the open order book', () => {
  const trade = { symbol: 'BTCUSDT', tradeId: 'id-1', price: '61685.99', stampMs: STAMP }
  const bybitFrame = PROTOCOLS.bybit.trade(trade)
  for (const flag of ['BT', 'RPI']) {
    const flagged = bybitFrame.replace(`"${flag}":false`, `"${flag}":true`)
    expect(flagged).not.toBe(bybitFrame)
    expect(kindOf(bybit, flagged)).toBe('alive')
    for (const odd of ['"yes"', 'null', '1']) {
      expect(kindOf(bybit, bybitFrame.replace(`"${flag}":false`, `"${flag}":${odd}`))).toBe('fault')
    }
  }
  const row = (fields: string) => `{"T":${STAMP},"s":"BTCUSDT","p":"1.0"${fields}}`
  const mixed = `{"topic":"publicTrade.BTCUSDT","data":[${row(',"i":"a","BT":true')},${row(',"i":"b"')}]}`
  expect(only(bybit, mixed)).toMatchObject({ kind: 'trades', trades: [{ tradeId: 'b' }] })
  const okxFrame = PROTOCOLS.okx.trade({ ...trade, symbol: 'BTC-USDT', tradeId: '7' })
  expect(kindOf(okx, okxFrame)).toBe('trades')
  expect(kindOf(okx, okxFrame.replace('"source":"0"', '"source":"1"'))).toBe('alive')
  expect(kindOf(okx, okxFrame.replace('"source":"0"', '"source":1'))).toBe('fault')
})

it('takes other frames of the venues for signs of life', () => {
  const frames: [Venue, string][] = [
    [binance, '{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","s":"BTCUSDT"}}'],
    [binance, '{"stream":"btcusdt@bookTicker","data":{"u":50093421613,"s":"BTCUSDT"}}'],
    [okx, '{"event":"channel-conn-count","channel":"trades","connCount":"2","connId":"abcd1234"}'],
    [okx, '{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"update","data":[]}'],
    [bitstamp, '{"event":"data","channel":"diff_order_book_ethusd","data":{}}'],
    [bybit, '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","data":{}}'],
  ]
  expect(frames.map(([venue, frame]) => kindOf(venue, frame))).toEqual(frames.map(() => 'alive'))
})
