/** What each venue says, by its public documentation: the other side of the adapters, written apart from them. */
import type { LineName } from '#contract/venue-lines.ts'
import {
  inside,
  json,
  micros,
  NOTHING,
  parse,
  type Protocol,
  QUANTITY,
  texts,
} from '#support/venues/protocol.ts'
import {
  binancePerpetual,
  bitget,
  bitgetPerpetual,
  gate,
  gatePerpetual,
  mexcPerpetual,
} from '#support/venues/newer-protocols.ts'

const binance: Protocol = {
  ...NOTHING,
  request(text) {
    const { method, params, id } = parse(text)
    const streams = texts(params)
    return method === 'SUBSCRIBE'
      ? {
          kind: 'subscribe',
          id,
          symbols: streams.map((stream) => stream.replace('@trade', '').toUpperCase()),
        }
      : null
  },
  confirm: (_, id) => [json({ result: null, id })],
  refuse: (symbol, id) => json({ error: { code: 2, msg: `Invalid request: ${symbol}` }, id }),
  trade: ({ symbol: s, tradeId, price: p, stampMs: T }) => {
    const data = {
      e: 'trade',
      E: T + 1,
      s,
      t: Number(tradeId),
      p,
      q: QUANTITY,
      T,
      m: true,
      M: true,
    }
    return json({ stream: `${s.toLowerCase()}@trade`, data })
  },
  notice: json({ stream: '', data: { e: 'serverShutdown', E: 1_770_123_456_789 } }),
}

const kraken: Protocol = {
  ...NOTHING,
  request(text) {
    const { method, params } = parse(text)
    if (method === 'ping') return { kind: 'ping', text: json({ method: 'pong' }) }
    const isTrade = inside(params, 'channel') === 'trade'
    return method === 'subscribe' && isTrade
      ? { kind: 'subscribe', symbols: texts(inside(params, 'symbol')), id: null }
      : null
  },
  confirm: (symbols) =>
    symbols.map((symbol) =>
      json({
        method: 'subscribe',
        result: { channel: 'trade', snapshot: false, symbol },
        success: true,
        time_in: '2026-11-20T12:00:00.000001Z',
        time_out: '2026-11-20T12:00:00.000101Z',
      }),
    ),
  refuse: (symbol) =>
    json({
      error: `Currency pair not supported ${symbol}`,
      method: 'subscribe',
      success: false,
      symbol,
    }),
  // The price and the id are numbers: they are written by hand, because a serializer would cut zeros off.
  trade: ({ symbol, tradeId, price, stampMs }) =>
    `{"channel":"trade","type":"update","data":[{"symbol":${json(symbol)},"side":"sell","price":${price},` +
    `"qty":0.015,"ord_type":"market","trade_id":${tradeId},"timestamp":"${micros(stampMs)}"}]}`,
  hello: [
    json({
      channel: 'status',
      type: 'update',
      data: [{ version: '2.0.10', system: 'online', api_version: 'v2', connection_id: 12_345 }],
    }),
  ],
  heartbeat: json({ channel: 'heartbeat' }),
  status: (system) => json({ channel: 'status', type: 'update', data: [{ version: '2', system }] }),
}

const okx: Protocol = {
  ...NOTHING,
  request(text) {
    if (text === 'ping') return { kind: 'ping', text: 'pong' }
    const { op, args } = parse(text)
    const list: unknown[] = Array.isArray(args) ? args : []
    const symbols = list.map((arg) => inside(arg, 'instId'))
    return op === 'subscribe' ? { kind: 'subscribe', symbols: texts(symbols), id: null } : null
  },
  confirm: (symbols) =>
    symbols.map((instId) =>
      json({ event: 'subscribe', arg: { channel: 'trades', instId }, connId: 'a4d3ae55' }),
    ),
  refuse: (symbol) =>
    json({
      event: 'error',
      code: '60018',
      msg: `Wrong URL or channel:trades,instId:${symbol} doesn't exist.`,
      connId: 'a4d3ae55',
    }),
  trade: ({ symbol: instId, tradeId, price: px, stampMs }) =>
    json({
      arg: { channel: 'trades', instId },
      data: [
        {
          instId,
          tradeId,
          px,
          sz: '0.015',
          side: 'buy',
          ts: String(stampMs),
          count: '1',
          source: '0',
        },
      ],
    }),
  notice: json({
    event: 'notice',
    code: '64008',
    msg: 'The connection will soon be closed for a service upgrade. Please reconnect.',
    connId: 'a4d3ae55',
  }),
  repeats: true,
}

const bybit: Protocol = {
  ...NOTHING,
  request(text) {
    const { op, args, req_id } = parse(text)
    if (op === 'ping') {
      const pong = { success: true, ret_msg: 'pong', conn_id: '0970e817', req_id: '', op: 'ping' }
      return { kind: 'ping', text: json(pong) }
    }
    const symbols = texts(args).map((topic) => topic.replace('publicTrade.', ''))
    return op === 'subscribe' ? { kind: 'subscribe', symbols, id: req_id } : null
  },
  confirm: (_, req_id) => [
    json({ success: true, ret_msg: 'subscribe', conn_id: '2324d924', req_id, op: 'subscribe' }),
  ],
  refuse: (symbol, req_id) =>
    json({
      success: false,
      ret_msg: `Invalid symbol :[publicTrade.${symbol}]`,
      conn_id: '2324d924',
      req_id,
      op: 'subscribe',
    }),
  trade: ({ symbol: s, tradeId: i, price: p, stampMs: T, isApart: BT = false }) =>
    json({
      topic: `publicTrade.${s}`,
      type: 'snapshot',
      ts: T + 2,
      data: [{ T, s, S: 'Buy', v: '0.015', p, i, BT, RPI: false, seq: 1_783_284_617 }],
    }),
}

const bitstamp: Protocol = {
  ...NOTHING,
  request(text) {
    const { event, data } = parse(text)
    if (event === 'bts:heartbeat') {
      const answer = { event: 'bts:heartbeat', channel: '', data: { status: 'success' } }
      return { kind: 'ping', text: json(answer) }
    }
    const channel = String(inside(data, 'channel'))
    return event === 'bts:subscribe'
      ? { kind: 'subscribe', symbols: [channel.replace('live_trades_', '')], id: null }
      : null
  },
  confirm: (symbols) =>
    symbols.map((symbol) =>
      json({ event: 'bts:subscription_succeeded', channel: `live_trades_${symbol}`, data: {} }),
    ),
  refuse: (symbol) =>
    json({
      event: 'bts:error',
      channel: '',
      data: { code: null, message: `Bad subscription: ${symbol}` },
    }),
  trade: ({ symbol, tradeId, price, stampMs }) =>
    json({
      data: {
        id: Number(tradeId),
        timestamp: String(Math.floor(stampMs / 1_000)),
        amount: 0.015,
        amount_str: QUANTITY,
        price: Number(price),
        price_str: price,
        type: 0,
        microtimestamp: `${stampMs}000`,
        buy_order_id: 1_443_875_737_346_049,
        sell_order_id: 1_443_875_731_320_832,
      },
      channel: `live_trades_${symbol}`,
      event: 'trade',
    }),
  notice: json({ event: 'bts:request_reconnect', channel: '', data: '' }),
}

const coinbase: Protocol = {
  ...NOTHING,
  request(text) {
    const { type, product_ids } = parse(text)
    return type === 'subscribe'
      ? { kind: 'subscribe', symbols: texts(product_ids), id: null }
      : null
  },
  confirm: (symbols) => [
    json({ type: 'subscriptions', channels: [{ name: 'matches', product_ids: symbols }] }),
  ],
  refuse: (symbol) =>
    json({
      type: 'error',
      message: 'Failed to subscribe',
      reason: `${symbol} is not a valid product`,
    }),
  trade: ({ symbol, tradeId, price, stampMs }) =>
    json({
      type: 'match',
      trade_id: Number(tradeId),
      sequence: Number(tradeId) * 7,
      maker_order_id: 'ac928c66-ca53-498f-9c13-a110027a60e8',
      taker_order_id: '132fb6ae-456b-4654-b4e0-d681ac05cea1',
      time: micros(stampMs),
      product_id: symbol,
      size: QUANTITY,
      price,
      side: 'sell',
    }),
  heartbeat: json({
    type: 'heartbeat',
    sequence: 90,
    last_trade_id: 20,
    product_id: 'BTC-USD',
    time: '2026-11-20T12:00:00.000001Z',
  }),
}

export const PROTOCOLS: Readonly<Record<LineName, Protocol>> = {
  binance,
  'binance-perpetual': binancePerpetual,
  bitget,
  'bitget-perpetual': bitgetPerpetual,
  bitstamp,
  bybit,
  'bybit-perpetual': bybit,
  coinbase,
  gate,
  'gate-perpetual': gatePerpetual,
  kraken,
  'mexc-perpetual': mexcPerpetual,
  okx,
  'okx-perpetual': okx,
}
