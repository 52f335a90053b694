/** Puts mock-socket's WebSocket where socket.io's browser build looks for one, and speaks Engine.IO to it. */
import { type Client, Server, WebSocket as MockWebSocket } from 'mock-socket'
import { OPENING_PARAM } from '#contract/socket-protocol.ts'

Object.assign(globalThis, { WebSocket: MockWebSocket })

export interface MockSocketServer {
  /** How many handshakes came so far. */
  handshakes: number
  /** What each client said first: socket.io's own greeting. */
  greetings: string[]
  /** Client events, newest last: name, payload. */
  received: [string, unknown][]
  /** What each event is acknowledged with; none: never. */
  answers: Map<string, unknown>
  push(event: string, ...data: unknown[]): void
  /** One raw Engine.IO message. */
  raw(text: string): void
  /** Over the connection of an earlier handshake, counted from 1, as if it had been on its way. */
  pushLate(handshake: number, event: string, ...data: unknown[]): void
  drop(): void
  /** Refuses every connection until told otherwise. */
  refusing: boolean
  stop(): void
}

const OPEN = `0${JSON.stringify({
  sid: 'engine',
  upgrades: [],
  pingInterval: 25_000,
  pingTimeout: 20_000,
  maxPayload: 1_000_000,
})}`

const ACCEPTED = '40{"sid":"socket"}'

/** `url` as the client is given it, for example `http://fairtick.test`. */
export function startMockSocketServer(url: string): MockSocketServer {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const mock: MockSocketServer = {
    handshakes: 0,
    greetings: [],
    received: [],
    answers: new Map(),
    refusing: false,
    push: (event, ...data) => current?.send(`42${JSON.stringify([event, ...data])}`),
    raw: (text) => current?.send(text),
    pushLate: (handshake, event, ...data) =>
      clients[handshake - 1]?.send(`42${JSON.stringify([event, ...data])}`),
    drop: () => current?.close({ code: 4001, reason: 'dropped', wasClean: false }),
    stop: () => server.stop(),
  }
  const server = new Server(address, { verifyClient: () => !mock.refusing })
  const clients: Client[] = []
  let current: Client | null = null
  const answer = (client: Client, id: string, event: string): void => {
    const reply = mock.answers.get(event)
    if (id !== '' && reply !== undefined) client.send(`43${id}${JSON.stringify([reply])}`)
  }
  server.on('connection', (client) => {
    mock.handshakes += 1
    current = client
    clients.push(client)
    client.on('message', (message) => {
      if (typeof message !== 'string') return
      if (message.startsWith('40')) {
        mock.greetings.push(message)
        client.send(ACCEPTED)
      }
      const [, id, json] = /^42(\d*)(\[.*)$/.exec(message) ?? []
      if (id === undefined || json === undefined) return
      const [event, payload]: [string, unknown] = JSON.parse(json)
      mock.received.push([event, payload])
      answer(client, id, event)
    })
    client.send(OPEN)
    if (client.url.includes(OPENING_PARAM)) client.send(ACCEPTED)
  })
  return mock
}
