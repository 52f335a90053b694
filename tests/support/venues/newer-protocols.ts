/** What the lines of perpetual contracts say, and Bitget and Gate: written from their documentation. */
import {
  inside,
  json,
  NOTHING,
  parse,
  type Protocol,
  type Request,
  texts,
} from '#support/venues/protocol.ts'

/** An id as a JSON number: written by hand, because a number of the language would cut digits off. */
const numbered = (frame: string, tradeId: string): string => frame.replace('"ID"', tradeId)

/** `/market/stream` of USD-M futures. */
export const binancePerpetual: Protocol = {
  ...NOTHING,
  path: '/market/stream',
  request(text) {
    const { method, params, id } = parse(text)
    const streams = texts(params)
    // Streams are in lower case; of any other name nothing is ever sent.
    const symbols = streams.map((stream) =>
      stream === stream.toLowerCase().replace('aggtrade', 'aggTrade') &&
      stream.endsWith('@aggTrade')
        ? stream.replace('@aggTrade', '').toUpperCase()
        : `silent ${stream}`,
    )
    return method === 'SUBSCRIBE' ? { kind: 'subscribe', id, symbols } : null
  },
  confirm: (_, id) => [json({ result: null, id })],
  refuse: (symbol, id) => json({ error: { code: 2, msg: `Invalid request: ${symbol}` }, id }),
  trade: ({ symbol: s, tradeId, price: p, stampMs: T, isApart = false }) => {
    const data = {
      e: 'aggTrade',
      E: T + 1,
      a: 'ID',
      s,
      p,
      q: '0.123',
      nq: '0.123',
      f: 1,
      l: 2,
      T,
      m: true,
      st: 1,
      ...(isApart && { X: 'INSURANCE_FUND' }),
    }
    return numbered(json({ stream: `${s.toLowerCase()}@aggTrade`, data }), tradeId)
  },
}

/** The answer to a text that is `ping`. */
const PONG: Request = { kind: 'ping', text: 'pong' }

const bitgetOf = (own: string): Protocol => {
  const arg = (instId: string) => ({ instType: own, channel: 'trade', instId })
  const frame = (action: string): Protocol['trade'] => {
    return ({ symbol, tradeId, price, stampMs }) => {
      const trade = { ts: String(stampMs), price, size: '0.001', side: 'buy', tradeId }
      return json({ action, arg: arg(symbol), data: [trade], ts: stampMs + 2 })
    }
  }
  return {
    ...NOTHING,
    request(text) {
      if (text === 'ping') return PONG
      const { op, args } = parse(text)
      const list: unknown[] = Array.isArray(args) ? args : []
      // A real name with another type of instrument is confirmed, and nothing is sent.
      const symbols = list.map((each) =>
        inside(each, 'instType') === own && inside(each, 'channel') === 'trade'
          ? inside(each, 'instId')
          : 'silent',
      )
      return op === 'subscribe' ? { kind: 'subscribe', symbols: texts(symbols), id: null } : null
    },
    confirm: (symbols) => symbols.map((symbol) => json({ event: 'subscribe', arg: arg(symbol) })),
    refuse: (symbol) =>
      json({
        event: 'error',
        arg: arg(symbol),
        code: 30_001,
        msg: `instType:${own},channel:trade,instId:${symbol} doesn't exist`,
      }),
    trade: frame('update'),
    backfill: frame('snapshot'),
  }
}
export const bitget = bitgetOf('SPOT')
export const bitgetPerpetual = bitgetOf('USDT-FUTURES')

/** `time` has to be the client's own clock in seconds. */
const hasClock = (fields: Record<string, unknown>): boolean => {
  const { time } = fields
  return typeof time === 'number' && Number.isSafeInteger(time) && time > 1e9 && time < 1e10
}

const gateOf = (prefix: string, trade: Protocol['trade']): Protocol => {
  const answer = (channel: string, fields: object): string =>
    json({ time: 1_770_123_456, time_ms: 1_770_123_456_789, channel, ...fields })
  const confirmed = (payload: readonly string[], fields: object): string =>
    answer(`${prefix}.trades`, { event: 'subscribe', payload, ...fields })
  return {
    ...NOTHING,
    request(text) {
      const fields = parse(text)
      const { channel, event, payload } = fields
      if (!hasClock(fields)) return null
      if (channel === `${prefix}.ping`) {
        return { kind: 'ping', text: answer(`${prefix}.pong`, { event: '', result: null }) }
      }
      const isTrades = channel === `${prefix}.trades` && event === 'subscribe'
      return isTrades ? { kind: 'subscribe', symbols: texts(payload), id: null } : null
    },
    confirm: (symbols) => [confirmed(symbols, { result: { status: 'success' } })],
    refuse: (symbol) =>
      confirmed([symbol], {
        error: { code: 2, message: `unknown contract ${symbol}` },
        result: { status: 'fail' },
      }),
    trade,
    repeats: true,
    notice: answer(`${prefix}.system`, { event: 'update', result: { type: 'upgrade' } }),
  }
}

export const gate = gateOf('spot', ({ symbol, tradeId, price, stampMs }) =>
  numbered(
    json({
      time: Math.floor(stampMs / 1_000),
      channel: 'spot.trades',
      event: 'update',
      result: {
        id: 'ID',
        id_market: 7,
        create_time: Math.floor(stampMs / 1_000),
        create_time_ms: `${stampMs}.208000`,
        side: 'sell',
        currency_pair: symbol,
        amount: '0.015',
        price,
        range: '1-1',
      },
    }),
    tradeId,
  ),
)

export const gatePerpetual = gateOf(
  'futures',
  ({ symbol, tradeId, price, stampMs, isApart = false }) =>
    numbered(
      json({
        time: Math.floor(stampMs / 1_000),
        time_ms: stampMs + 3,
        channel: 'futures.trades',
        event: 'update',
        result: [
          {
            size: '-0.25',
            id: 'ID',
            create_time: Math.floor(stampMs / 1_000),
            create_time_ms: stampMs,
            price,
            contract: symbol,
            ...(isApart && { is_internal: true }),
          },
        ],
      }),
      tradeId,
    ),
)

export const mexcPerpetual: Protocol = {
  ...NOTHING,
  request(text) {
    const { method, param } = parse(text)
    if (method === 'ping') {
      return { kind: 'ping', text: json({ channel: 'pong', data: 1_770_123_456_789 }) }
    }
    const symbol = inside(param, 'symbol')
    // A symbol in lower case is confirmed, and nothing is sent.
    return method === 'sub.deal' && typeof symbol === 'string'
      ? { kind: 'subscribe', symbols: [symbol], id: null }
      : null
  },
  confirm: () => [json({ channel: 'rs.sub.deal', data: 'success', ts: 1_770_123_456_789 })],
  refuse: (symbol) =>
    json({ channel: 'rs.error', data: `Contract [${symbol}] not exists`, ts: 1_770_123_456_789 }),
  // The price is a number: it is written by hand, because a serializer would cut zeros off.
  trade: ({ symbol, tradeId, price, stampMs }) =>
    `{"symbol":${json(symbol)},"data":[{"p":${price},"v":3,"T":2,"O":3,"M":1,"t":${stampMs},` +
    `"i":${json(tradeId)},"cts":"${stampMs}"}],"channel":"push.deal","ts":${stampMs + 4}}`,
  repeats: true,
}
