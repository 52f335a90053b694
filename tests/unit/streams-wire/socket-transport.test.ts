import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SocketOptions, socketTransport } from '#streams/wire/socket-transport.ts'
import type { TransportConnection } from '#streams/wire/transport.ts'
import { type MockSocketServer, startMockSocketServer } from '#support/mock-websocket.ts'
import { until } from '#support/until.ts'

const URL = 'http://fairtick.test'
let server: MockSocketServer
let connection: TransportConnection
let heard: string[]

function open(options: SocketOptions = {}): void {
  heard = []
  const handlers = {
    up: () => void heard.push('up'),
    down: () => void heard.push('down'),
    frame: (data: unknown) => void heard.push(`frame ${JSON.stringify(data)}`),
    alive: () => void heard.push('alive'),
    ended: () => void heard.push('ended'),
  }
  connection = socketTransport({ url: URL, ...options })(handlers, 0)
}
beforeEach(() => {
  server = startMockSocketServer(URL)
})
afterEach(() => {
  connection.close()
  server.stop()
  vi.useRealTimers()
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
    // The client takes the timers as it opens.
    vi.useFakeTimers()
    open()
    await vi.advanceTimersByTimeAsync(100)
    server.drop()
    await vi.advanceTimersByTimeAsync(100)
    expect(heard).toEqual(['up', 'down'])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(heard).toEqual(['up', 'down'])
    expect(server.handshakes).toBe(1)
  })

  it('asks the server as an operator only on a page of the desk', async () => {
    open({ desk: true })
    await until('up', () => heard.includes('up'))
    connection.close()
    open()
    await until('up', () => heard.includes('up'))
    expect(server.greetings).toEqual(['40{"desk":true}', '40'])
  })

  it('gives each attempt a connection of its own', async () => {
    open()
    await until('up', () => heard.includes('up'))
    const first = connection
    open()
    await until('up', () => heard.includes('up'))
    expect(server.handshakes).toBe(2)
    first.close()
    server.push('f', 1)
    await until('the frame', () => heard.length === 2)
    expect(heard).toEqual(['up', 'frame 1'])
  })

  it('is lost to a packet that cannot be read, and not the page with it', async () => {
    open()
    await until('up', () => heard.includes('up'))
    server.raw('42["f",')
    await until('down', () => heard.includes('down'))
    expect(heard).toEqual(['up', 'down'])
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
