/**
 * A client of Fairtick on the contract, in TypeScript: node examples/client.ts http://127.0.0.1:8460
 * It becomes a guest, reads a price, loses its connection, and resumes without losing an event.
 */
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { z } from 'zod/mini'
import { listProducts } from '#contract/endpoints/market.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { type Envelope, envelope, subscribeReply, TOPICS } from '#contract/topics.ts'

const [url = 'http://127.0.0.1:8460'] = process.argv.slice(2)
let cookie = ''

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  if (set.length > 0) cookie = set.join('; ')
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return answer.json()
}

function connect(): Socket {
  return io(url, { transports: ['websocket'], reconnection: false, extraHeaders: { cookie } })
}

/** Subscribes, and resolves with the first frame that `wanted` picks. */
async function framed(
  socket: Socket,
  request: { topic: string; after?: { epoch: string; seq: number } },
  wanted: (frame: Envelope) => boolean,
): Promise<Envelope> {
  const found = new Promise<Envelope>((resolve) => {
    socket.on(SOCKET_EVENTS.frame, (data: unknown) => {
      const frame = envelope.parse(data)
      if (frame[0] === request.topic && wanted(frame)) resolve(frame)
    })
  })
  const reply = subscribeReply.parse(await socket.emitWithAck(SOCKET_EVENTS.subscribe, request))
  if (!reply.ok) throw new Error(`${request.topic}: ${reply.code}`)
  return found
}

await call('POST', '/guest', { key: randomUUID() })
await call('POST', '/practice-money', {})
const { products } = z.parse(listProducts.reply, await call('GET', '/products'))
const product = products.find(({ session }) => session.state === 'open')
if (product === undefined) throw new Error('no market is open')

const first = connect()
first.emit(SOCKET_EVENTS.visible, { list: [], detail: [product.id] })
const decode = createQuotesDecoder()
await framed(first, { topic: 'quotes' }, ([, , , , , data]) => {
  const [, id, close = 0] = decode(data) ?? []
  if (id !== undefined) console.log('quote', product.symbol, close / 10 ** product.priceDecimals)
  return id !== undefined
})
const [, epoch, seq] = await framed(first, { topic: 'positions' }, () => true)
first.disconnect()

const { termsId, durations } = product.terms
const durationMs = durations[0]?.durationMs
const intent = { symbol: product.symbol, direction: 'up', stake: '10.50', durationMs, termsId }
const { order } = z.parse(placeOrder.reply, await call('POST', '/orders', intent))
const second = connect()
const missed = await framed(second, { topic: 'positions', after: { epoch, seq } }, () => true)
if (missed[3] !== 'delta' || missed[2] !== seq + 1) throw new Error('an event is missing')
const resumed = z.parse(TOPICS.positions.delta, missed[5])
if (resumed.id !== order.id) throw new Error('another order came first')
console.log('resumed', resumed.id, resumed.status)
second.disconnect()
