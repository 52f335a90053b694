import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#support/server.ts'
import { HANG_MS } from '#support/until.ts'

/** The limit is shortened while a test runs; how often the server looks is as it is for users. */
const SHORT_MS = 200
/** A line that is left alone is watched for this long. */
const WATCHED_MS = 5_000

let its: TestServer
beforeAll(async () => {
  its = await testServer()
})
afterAll(() => its.close())

/** Sends these bytes and nothing more; answers whether the server closed the connection, and what it said. */
async function holdOpen(bytes: string, waitMs: number): Promise<{ closed: boolean; said: string }> {
  const { hostname, port } = new URL(its.url)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  socket.on('error', () => undefined)
  if (bytes !== '') socket.write(bytes)
  const closes = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  const stays = new Promise<boolean>((resolve) => setTimeout(resolve, waitMs, false).unref())
  const closed = await Promise.race([closes, stays])
  socket.destroy()
  return { closed, said }
}

describe('the HTTP server', () => {
  it('gives a client 10 to 15 s for its header, a minute for a request, and idle lines a little longer', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = its.app.http.server
    expect(headersTimeout).toBeGreaterThanOrEqual(10_000)
    expect(headersTimeout).toBeLessThanOrEqual(15_000)
    expect(requestTimeout).toBeGreaterThan(headersTimeout)
    expect(requestTimeout).toBeLessThanOrEqual(60_000)
    expect(keepAliveTimeout).toBeGreaterThan(60_000)
    expect(keepAliveTimeout).toBeLessThanOrEqual(75_000)
  })

  it.each([
    ['half a header', 'GET /api/app-info HTTP/1.1\r\nHost: fairtick\r\nX-Slow: a'],
    [
      'half an upgrade to a socket',
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: fairtick\r\nUpgrade: websocket\r\n',
    ],
    ['nothing at all', ''],
  ])('closes a connection that sends %s', async (_what, bytes) => {
    const { server } = its.app.http
    const usual = server.headersTimeout
    server.headersTimeout = SHORT_MS
    const { closed, said } = await holdOpen(bytes, HANG_MS)
    server.headersTimeout = usual
    expect(closed).toBe(true)
    expect(said.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
  })

  it('leaves a line alone whose request was complete', async () => {
    const { server } = its.app.http
    const usual = server.headersTimeout
    server.headersTimeout = SHORT_MS
    const { closed, said } = await holdOpen(
      'GET /api/app-info HTTP/1.1\r\nHost: fairtick\r\n\r\n',
      WATCHED_MS,
    )
    server.headersTimeout = usual
    expect(said).toMatch(/^HTTP\/1\.1 /)
    expect(said).not.toContain('408')
    expect(closed).toBe(false)
  })
})
