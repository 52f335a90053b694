import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import type { TransportConnection } from '#streams/wire/transport.ts'
import { type MockSocketServer, startMockSocketServer } from '#support/mock-websocket.ts'
import { until } from '#support/until.ts'

const URL = 'http://fairtick.test'
let server: MockSocketServer
let connection: TransportConnection
let heard: string[]

function open(): void {
  heard = []
  connection = socketTransport({ url: URL })({
    up: () => heard.push('up'),
    down: () => heard.push('down'),
    frame: (data) => heard.push(`frame ${JSON.stringify(data)}`),
    alive: () => heard.push('alive'),
    ended: () => heard.push('ended'),
  })
}
beforeEach(() => {
  server = startMockSocketServer(URL)
})
afterEach(() => {
  connection.close()
  server.stop()
})

describe('the socket transport under the real client', () => {
  it('comes up, hands on frames in order, and tells of its end', async () => {
    open()
    await until('up', () => heard.includes('up'))
    server.push('f', ['quotes', 'e', 1])
    server.push('f', ['quotes', 'e', 2])
    server.push('ended')
    await until('all', () => heard.length === 4)
    expect(heard).toEqual(['up', 'frame ["quotes","e",1]', 'frame ["quotes","e",2]', 'ended'])
  })

  it('sends requests and calls back with their answers', async () => {
    open()
    server.answers.set('clock', 123)
    await until('up', () => heard.includes('up'))
    const answers: unknown[] = []
    connection.request('clock', null, (reply) => answers.push(reply))
    connection.send('visible', { list: [1], detail: [] })
    await until('the answer', () => answers.length > 0 && server.received.length === 2)
    expect(answers).toEqual([123])
    expect(server.received).toEqual([
      ['clock', null],
      ['visible', { list: [1], detail: [] }],
    ])
  })

  it('says down once when the line breaks, and does not try again by itself', async () => {
    open()
    await until('up', () => heard.includes('up'))
    server.drop()
    await until('down', () => heard.includes('down'))
    await new Promise((done) => setTimeout(done, 1_500))
    expect(heard).toEqual(['up', 'down'])
    expect(server.handshakes).toBe(1)
  })

  it('says down when the handshake is refused', async () => {
    server.refusing = true
    open()
    await until('down', () => heard.includes('down'))
    expect(heard).toEqual(['down'])
  })

  it('counts the server ping as a sign of life', async () => {
    open()
    await until('up', () => heard.includes('up'))
    server.raw('2')
    await until('alive', () => heard.includes('alive'))
  })

  it('is silent once closed', async () => {
    open()
    await until('up', () => heard.includes('up'))
    connection.close()
    server.push('f', ['quotes', 'e', 1])
    await new Promise((done) => setTimeout(done, 50))
    expect(heard).toEqual(['up'])
  })
})
