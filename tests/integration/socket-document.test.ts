/** The session in docs/SOCKET.md, replayed against the real hub. */
import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { until } from '#support/until.ts'

const PAGE = readFileSync(new URL('../../docs/SOCKET.md', import.meta.url), 'utf8')
const [, SESSION = ''] = /## A session[\s\S]*?```text\n([\s\S]*?)```/.exec(PAGE) ?? []
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
