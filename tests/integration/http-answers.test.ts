/** What every answer carries, from any part of the server: pages, files, the API, refusals and broken requests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#support/server.ts'
import { HANG_MS } from '#support/until.ts'

const APP = 'app.example'
const DESK = 'desk.example'

let built: string
let its: TestServer
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'fairtick-built-'))
  mkdirSync(join(built, 'assets'))
  writeFileSync(join(built, 'index.html'), '<!doctype html><title>Fairtick</title>')
  writeFileSync(join(built, 'desk.html'), '<!doctype html><title>Desk</title>')
  writeFileSync(join(built, 'assets', 'main-abc123.js'), 'export const answer = 42\n')
  writeFileSync(join(built, 'assets', 'main-abc123.css'), 'body { margin: 0 }\n')
  its = await testServer({
    appFolder: built,
    config: {
      secureCookies: true,
      allowedHosts: [APP, DESK],
      deskHosts: [DESK],
      securityContact: 'https://app.example/report',
    },
  })
})
afterAll(async () => {
  await its.close()
  rmSync(built, { recursive: true, force: true })
})

interface Got {
  status: number
  header(name: string): string
}
function ask(path: string, { method = 'GET', host = APP, headers = {}, body = '' } = {}) {
  const { hostname, port } = new URL(its.url)
  return new Promise<Got>((resolve, reject) => {
    plainRequest({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      answer.resume()
      const header = (name: string): string => String(answer.headers[name] ?? '')
      resolve({ status: answer.statusCode ?? 0, header })
    })
      .once('error', reject)
      .end(body)
  })
}
const JSON_TYPE = { 'content-type': 'application/json' }

/** The answer to bytes that no client library would send, after which the server ends the line. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const line = connect(Number(new URL(its.url).port), '127.0.0.1').once('error', reject)
    let got = ''
    line.setEncoding('utf8').on('data', (more: string) => {
      got += more
    })
    line.once('close', () => resolve(got))
    line.write(text)
    line.setTimeout(HANG_MS, () => line.destroy(new Error('the server leaves the line open')))
  })
}

describe('every answer', () => {
  const KINDS: [string, number, Parameters<typeof ask>[1]?][] = [
    ['/', 200],
    ['/assets/main-abc123.js', 200],
    ['/assets/main-abc123.css', 200],
    ['/api/app-info', 200],
    ['/api/docs/json', 200],
    ['/healthz', 200],
    ['/.well-known/security.txt', 200],
    ['/api/balance', 401],
    ['/api/nothing-here', 404],
    ['/nothing-here.png', 404],
    ['/%zz', 400],
    ['/api/app-info', 421, { host: 'other.example' }],
    ['/api/session', 400, { method: 'POST', headers: JSON_TYPE, body: '{' }],
    [
      '/api/session',
      403,
      { method: 'POST', headers: { ...JSON_TYPE, origin: 'https://x.example' } },
    ],
  ]

  it.each(KINDS)('carries the headers that browsers obey: %s, %i', async (path, status, how) => {
    const answer = await ask(path, how)
    expect(answer.status).toBe(status)
    const policy = answer.header('content-security-policy')
    expect(policy).toMatch(/^default-src '(self|none)';/)
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe-eval')
    expect(answer.header('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(answer.header('x-content-type-options')).toBe('nosniff')
    expect(answer.header('referrer-policy')).toBe('same-origin')
    expect(answer.header('access-control-allow-origin')).toBe('')
    expect(answer.header('x-powered-by') + answer.header('server')).toBe('')
  })

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/assets/main-abc123.js', 'application/javascript; charset=utf-8'],
    ['/assets/main-abc123.css', 'text/css; charset=utf-8'],
    ['/api/app-info', 'application/json; charset=utf-8'],
    ['/api/nothing-here', 'application/problem+json; charset=utf-8'],
    ['/healthz', 'application/json; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ])('says what it is, and text its encoding: %s', async (path, type) => {
    expect((await ask(path)).header('content-type')).toBe(type)
  })

  it('sends nobody elsewhere, whatever is asked for, and never from HTTP to HTTPS', async () => {
    for (const path of [
      '//evil.example/',
      '/\\evil.example',
      '/?next=https://evil.example',
      '/api',
    ]) {
      const { status, header } = await ask(path)
      expect([path, status >= 300 && status < 400, header('location')]).toEqual([path, false, ''])
    }
  })

  it('lists no folder and gives no file of the repository', async () => {
    for (const path of ['/assets', '/.git/config', '/.git/HEAD', '/package.json']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
    expect((await ask('/assets/')).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a request', () => {
  it.each(['TRACE', 'CONNECT'])('by %s gets nothing back of what it sent', async (method) => {
    const answer = await raw(
      `${method} / HTTP/1.1\r\nHost: ${APP}\r\nX-Secret: do-not-echo\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toContain('do-not-echo')
    expect(answer).not.toContain(' 200 ')
  })

  it.each([
    ['a length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 6\r\n'],
    ['an odd transfer coding', 'Transfer-Encoding: xchunked\r\n'],
  ])('whose end can be read in two ways is refused: %s', async (_, headers) => {
    const hidden = 'GET /healthz HTTP/1.1\r\nHost: app.example\r\n\r\n'
    const answer = await raw(
      `POST /api/session HTTP/1.1\r\nHost: ${APP}\r\nContent-Type: application/json\r\n` +
        `${headers}\r\n0\r\n\r\n${hidden}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  it('that names a prototype is no body', async () => {
    for (const body of [
      '{"__proto__":{"admin":true}}',
      '{"account":"a","password":"b","constructor":{"prototype":{"admin":true}}}',
    ]) {
      const answer = await ask('/api/session', { method: 'POST', headers: JSON_TYPE, body })
      expect(answer.status).toBe(400)
    }
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })

  it('with one parameter twice is refused, not read by its first or last value', async () => {
    const once = await ask('/api/public/voids?before=1700000000000')
    const twice = await ask('/api/public/voids?before=1700000000000&before=1800000000000')
    expect([once.status, twice.status]).toEqual([200, 400])
  })
})

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt'

  it('names the contact, and expires in less than a year, by the server’s clock', async () => {
    const { text, headers } = await its.visitor().get(PATH)
    const lines = text.trimEnd().split('\n')
    const fields = new Map(lines.map((line) => [line.split(': ')[0], line.split(': ')[1] ?? '']))
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages'])
    expect(fields.get('Contact')).toBe('https://app.example/report')
    expect(fields.get('Expires')).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)
    const days = (Date.parse(fields.get('Expires') ?? '') - its.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(178.9)
    expect(days).toBeLessThanOrEqual(180)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it('is the same under the name of the desk', async () => {
    expect((await ask(PATH, { host: DESK })).status).toBe(200)
  })
})

describe('the desk under a name of its own', () => {
  it.each(['/desk.html', '/%64esk.html', '/api/desk/me', '/api/%64esk/me'])(
    'is not there under the name of the app: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
      expect((await ask(path, { host: '127.0.0.1' })).status).toBe(404)
    },
  )

  it('has its page there, and the page of the app is not there', async () => {
    expect((await ask('/desk.html', { host: DESK })).status).toBe(200)
    for (const path of ['/', '//', '/index.html', '/%69ndex.html']) {
      expect([path, (await ask(path, { host: DESK })).status]).toEqual([path, 404])
    }
    expect((await ask('/assets/main-abc123.js', { host: DESK })).status).toBe(200)
  })

  it('logs in there alone', async () => {
    const body = JSON.stringify({ name: 'anna', password: 'not-her-password' })
    const how = { method: 'POST', headers: JSON_TYPE, body }
    expect((await ask('/api/desk/session', how)).status).toBe(404)
    expect((await ask('/api/desk/session', { ...how, host: DESK })).status).not.toBe(404)
  })
})
