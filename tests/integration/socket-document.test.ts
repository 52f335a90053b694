/** The session in docs/SOCKET.md, replayed against the real hub, and the bodies of its order. */
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { openGuest } from '#contract/endpoints/guests.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { envelope } from '#contract/topics.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { until } from '#support/until.ts'

const PAGE = readFileSync(new URL('../../docs/SOCKET.md', import.meta.url), 'utf8')
const [, SESSION = ''] = /## A session[\s\S]*?```text\n([\s\S]*?)```/.exec(PAGE) ?? []
const [, ORDER = ''] = /## An order[\s\S]*?```text\n([\s\S]*?)```/.exec(PAGE) ?? []
const LINES = SESSION.trim().split('\n')
/** What a client must find as documented; all other texts and all numbers differ in each session. */
const NAMES = /^(f|quotes|stats|snapshot|delta|topic_unknown|)$/

let server: HubServer
let socket: WebSocket
const received: string[] = []
beforeAll(async () => {
  server = await startHubServer()
  server.setStats(1, 108_251)
  server.tick(1, 108_243)
  const url = `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  socket = new WebSocket(url)
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text === '2') socket.send('3')
    else received.push(text)
  })
})
afterAll(async () => {
  socket.close()
  await server.close()
})

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
  }
  if (typeof value === 'string') return NAMES.test(value) ? value : 'text'
  return typeof value === 'number' ? 0 : value
}

/** A packet with its number, as far as it is the same in every session. */
function packetShape(packet: string): string {
  const [, head = '', json = ''] = /^(\d+)(.*)$/.exec(packet) ?? []
  return `${head}${json === '' ? '' : JSON.stringify(shapeOf(JSON.parse(json)))}`
}

/** Heartbeats and further frames may come between at any time. */
const arrived = (line: string): boolean => {
  const at = received.findIndex((packet) => packetShape(packet) === packetShape(line))
  if (at >= 0) received.splice(at, 1)
  return at >= 0
}

it('goes as documented, packet by packet', async () => {
  expect(LINES.length).toBeGreaterThan(12)
  for (const line of LINES) {
    const packet = line.slice(2)
    if (line.startsWith('> ')) socket.send(packet)
    else await until(line, () => arrived(packet))
    if (packet.includes('"snapshot"') && packet.includes('"quotes"')) server.tick(1, 108_251)
  }
})

/** The JSON of a packet of the order, whose lines after the first are indented. */
const jsonOf = (packet: string): string =>
  packet.replaceAll(/\n\s+/g, '').replace(/^.*?(?=[{[])/, '')

it('has the bodies and the frames of an order as the contract describes them', () => {
  const packets = ORDER.trim().split(/\n(?=[<>] )/)
  const asked = (path: string): unknown =>
    JSON.parse(jsonOf(packets.find((packet) => packet.startsWith(`> POST /api${path}`)) ?? ''))
  for (const { path, body } of [openGuest, takePracticeMoney, placeOrder]) {
    expect(z.strictObject(body.def.shape).safeParse(asked(path))).toMatchObject({ success: true })
  }
  const answer = packets.find((packet) => packet.startsWith('< 200 {"order"')) ?? ''
  const { order } = placeOrder.reply.parse(JSON.parse(jsonOf(answer)))
  const frames = packets.filter((packet) => packet.startsWith('< 42')).map(jsonOf)
  expect(frames).toHaveLength(6)
  const data = frames.map((frame) => {
    const [, head = ''] = /^\["f",(\[.*?),\{/.exec(frame) ?? []
    return envelope.parse(JSON.parse(`${head},null]`))
  })
  expect(data.map(([topic, , seq]) => `${topic} ${seq}`)).toEqual([
    'balance 1',
    'balance 2',
    'positions 1',
    'positions 2',
    'balance 3',
    'positions 3',
  ])
  expect(frames.filter((frame) => frame.includes(`"id":"${order.id}"`))).toHaveLength(3)
})
