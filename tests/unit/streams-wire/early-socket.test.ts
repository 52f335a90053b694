import { afterEach, beforeEach, expect, it } from 'vitest'
import { OPENING_PARAM, SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { EarlySocket } from '#streams/wire/early-socket.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { type MockSocketServer, startMockSocketServer } from '#support/mock-websocket.ts'
import { until } from '#support/until.ts'

const URL = 'http://early.test'
const ADDRESS = `ws://early.test/socket.io/?EIO=4&transport=websocket&${OPENING_PARAM}={}`
let server: MockSocketServer
beforeEach(() => {
  server = startMockSocketServer(URL)
})
afterEach(() => server.stop())

/** As the page's own script does. Its address contains the first packet, so the server lets it in by itself. */
function open(): EarlySocket {
  const socket = new WebSocket(ADDRESS)
  const early: EarlySocket = { socket, opening: [], taken: false }
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (!early.taken && /^(0|40)/.test(data)) early.opening.push(data)
  })
  return early
}

function take(early: EarlySocket) {
  const heard: unknown[] = []
  let ups = 0
  let downs = 0
  const connect = socketTransport({ url: URL, early })
  const handlers = {
    up: () => void (ups += 1),
    down: () => void (downs += 1),
    frame: (data: unknown) => void heard.push(data),
    alive: () => undefined,
    ended: () => undefined,
  }
  const attempt = () => connect(handlers, 0)
  return { attempt, heard, ups: () => ups, downs: () => downs }
}

it('is taken over with its handshake made: no second one, and the app’s words go over it', async () => {
  const early = open()
  await until('both openings', () => early.opening.length === 2)
  const app = take(early)
  const connection = app.attempt()
  await until('the connection', () => app.ups() === 1)
  expect(server.handshakes).toBe(1)
  expect(server.greetings).toEqual([])
  server.answers.set(SOCKET_EVENTS.clock, 42)
  const replies: unknown[] = []
  connection.request(SOCKET_EVENTS.clock, null, (reply) => replies.push(reply))
  await until('the answer', () => replies.length === 1)
  expect(replies).toEqual([42])
  server.push(SOCKET_EVENTS.frame, ['quotes'])
  await until('the frame', () => app.heard.length === 1)
  connection.close()
})

it('is taken over also while it still opens', async () => {
  const app = take(open())
  const connection = app.attempt()
  await until('the connection', () => app.ups() === 1)
  expect(server.handshakes).toBe(1)
  connection.close()
})

it('is taken over once: the next attempt opens its own, as does the first when it has died', async () => {
  const early = open()
  await until('both openings', () => early.opening.length === 2)
  const app = take(early)
  app.attempt()
  await until('the connection', () => app.ups() === 1)
  server.drop()
  await until('the loss', () => app.downs() === 1)
  const second = app.attempt()
  await until('the connection', () => app.ups() === 2)
  expect(server.handshakes).toBe(2)
  second.close()

  const dead = open()
  await until('both openings', () => dead.opening.length === 2)
  dead.socket.close()
  await until('the end', () => dead.socket.readyState === dead.socket.CLOSED)
  const late = take(dead)
  const own = late.attempt()
  await until('the connection', () => late.ups() === 1)
  own.close()
})
