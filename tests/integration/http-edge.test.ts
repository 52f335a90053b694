import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { problem } from '#contract/errors.ts'
import { pageSnapshot } from '#contract/page-snapshot.ts'
import { PAGE_SNAPSHOT_ID } from '#contract/page-elements.ts'
import { logInOperator } from '#support/desk.ts'
import { type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

const START_MS = 1_700_000_000_000
let clock: ManualClock
let market: FakeMarket
let built: string
let its: TestServer
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'fairtick-built-'))
  mkdirSync(join(built, 'assets'))
  writeFileSync(join(built, 'index.html'), '<!doctype html><title>Fairtick</title>')
  const script = 'export const answer = 42\n'.repeat(100)
  writeFileSync(join(built, 'assets', 'main-abc123.js'), script)
  writeFileSync(join(built, 'assets', 'main-abc123.js.gz'), gzipSync(script))
  clock = manualClock(START_MS)
  market = fakeMarket()
  its = await testServer({ clock, openMarket: roomOf(market), appFolder: built })
})
afterAll(async () => {
  await its.close()
  rmSync(built, { recursive: true, force: true })
})

const codeOf = (answer: Answer): string => problem.parse(answer.body).code

describe('the built app', () => {
  it('is a page that is always fresh and files that never change', async () => {
    const page = await its.visitor().get('/')
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(page.text).toContain('Fairtick')
    const script = await its.visitor().get('/assets/main-abc123.js')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-encoding')).toBe('gzip')
    expect(script.text).toContain('answer = 42')
  })

  it('may run nothing that is not its own and stand in no frame', async () => {
    const { headers } = await its.visitor().get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toMatch(/;img-src 'self' blob:;/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src|unsafe-eval/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('turns text into HTML or scripts by one named policy only, and browsers report what else tries', async () => {
    const { headers } = await its.visitor().get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toMatch(/;trusted-types fairtick;/)
    const [, where = ''] = /report-uri ([^;]+)/.exec(policy) ?? []
    expect(headers.get('reporting-endpoints')).toContain(`"${where}"`)
    expect(policy).toContain('report-to policy')
  })

  it('gives no source map away', async () => {
    writeFileSync(join(built, 'assets', 'main-abc123.js.map'), '{"sources":[]}')
    expect((await its.visitor().get('/assets/main-abc123.js.map')).status).toBe(404)
  })

  it('gives no file from outside its folder', async () => {
    for (const path of ['/..%2f..%2fetc/passwd', '/%2e%2e/package.json', '/.source-digest']) {
      expect((await its.visitor().get(path)).status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('the page before any code has come', () => {
  const SCRIPT = 'document.title += 1'
  const page = (id: string): string =>
    `<!doctype html><title>Fairtick</title><script type="application/json" id="${id}">null</script>` +
    `<script>${SCRIPT}</script>`
  beforeAll(() => writeFileSync(join(built, 'index.html'), page(PAGE_SNAPSHOT_ID)))

  it('holds the products and the server’s time, and nothing that could end its element', async () => {
    const { text } = await its.visitor().get('/')
    const [, json = ''] = new RegExp(`id="${PAGE_SNAPSHOT_ID}">([^<]*)<`).exec(text) ?? []
    const known = pageSnapshot.parse(JSON.parse(json))
    expect(known.at).toBe(clock.now())
    const { products } = listProducts.reply.parse(known.products)
    expect(products.map(({ symbol }) => symbol)).toEqual(['GC', 'EURUSD'])
  })

  it('may run its own scripts by their hashes, and no others', async () => {
    const { headers } = await its.visitor().get('/')
    const hash = createHash('sha256').update(SCRIPT).digest('base64')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('is kept by the worker without prices of any moment, under the same policy', async () => {
    const kept = await its.visitor().get('/index.html')
    const sent = await its.visitor().get('/')
    expect(kept.text).toBe(page(PAGE_SNAPSHOT_ID))
    const policy = 'content-security-policy'
    expect(kept.headers.get(policy)).toBe(sent.headers.get(policy))
  })
})

describe('the API', () => {
  it('says which server this is', async () => {
    const info = await its.visitor().read(getAppInfo.reply, '/api/app-info')
    expect(info).toEqual({
      version: '1.0.0',
      versionCode: 100,
      practice: true,
      practiceReviewer: false,
      source: 'simulated',
      speed: 1,
      serverTime: clock.now(),
      guests: true,
      supportContact: null,
    })
  })

  it('answers what it does not know as a problem, not as a page', async () => {
    const answer = await its.visitor().get('/api/nothing')
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found'])
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })

  it('has no security.txt unless the operator named a contact', async () => {
    const answer = await its.visitor().get('/.well-known/security.txt')
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found'])
  })

  it('refuses bodies that are no JSON, too large, or of another type', async () => {
    const post = async (body: string, type = 'application/json'): Promise<[number, string]> => {
      const headers = { 'content-type': type }
      const answer = await fetch(`${its.url}/api/session`, { method: 'POST', body, headers })
      return [answer.status, problem.parse(await answer.json()).code]
    }
    expect(await post('{"account":')).toEqual([400, 'validation_failed'])
    expect(await post(JSON.stringify({ account: 'x'.repeat(70_000) }))).toEqual([
      413,
      'payload_too_large',
    ])
    expect(await post('account=x', 'application/x-www-form-urlencoded')).toEqual([
      400,
      'validation_failed',
    ])
  })

  it('refuses a malformed content type on every route that reads a body', async () => {
    const { visitor } = await its.registerUser()
    const desk = await logInOperator(its, 'types')
    const rows = Object.values(ENDPOINTS).flatMap((area) => Object.values<Endpoint>(area))
    const reading = rows.filter(({ body, upload }) => body !== undefined || upload !== undefined)
    expect(reading.length).toBeGreaterThan(40)
    for (const row of reading) {
      const known = row.upload === undefined ? 'application/json' : 'image/png'
      const who = row.access === 'operator' ? desk : visitor
      for (const garbage of [' garbage', '; charset=utf-8; x', '; charset=utf-16']) {
        const headers = { 'content-type': known + garbage, 'idempotency-key': randomUUID() }
        const path = `/api${row.path.replace(/:\w+/g, 'x')}`
        const { status, body } = await who.ask(row.method, path, { body: {}, headers })
        expect([row.path, garbage, status, problem.parse(body).code]).toEqual([
          row.path,
          garbage,
          ...(row.upload === undefined ? [400, 'validation_failed'] : [415, 'photo_unsupported']),
        ])
      }
    }
    const report = { headers: { 'content-type': 'application/csp-report; x' }, body: {} }
    const refused = await its.visitor().ask('POST', '/api/content-policy-reports', report)
    expect([refused.status, codeOf(refused)]).toEqual([400, 'validation_failed'])
    const good = { headers: { 'content-type': 'application/json; charset=UTF-8' }, body: {} }
    const taken = await visitor.ask('POST', '/api/practice-money', good)
    expect(codeOf(taken)).toBe('key_missing')
  })

  it('tells nobody what went wrong inside', async () => {
    const { visitor } = await its.registerUser()
    market.broken = true
    await its.owner.query('alter table users rename column nickname to broken')
    const answer = await visitor.get('/api/me')
    await its.owner.query('alter table users rename column broken to nickname')
    market.broken = false
    expect([answer.status, codeOf(answer)]).toEqual([500, 'internal'])
    expect(answer.text).not.toMatch(/nickname|column|select/i)
  })
})

describe('a money command', () => {
  it('needs a key, and answers the same bytes for the same key', async () => {
    const { visitor } = await its.registerUser()
    const without = await visitor.post('/api/practice-money')
    expect([without.status, codeOf(without)]).toEqual([400, 'key_missing'])
    const odd = await visitor.command('/api/practice-money', {}, 'short')
    expect([odd.status, codeOf(odd)]).toEqual([400, 'validation_failed'])

    const key = 'one-intent-0000001'
    const all = await Promise.all(
      [1, 2, 3].map(() => visitor.command('/api/practice-money', {}, key)),
    )
    expect(new Set(all.map((answer) => answer.text)).size).toBe(1)
    expect(takePracticeMoney.reply.parse(all[0]?.body).balance.available).toBe(1_000_000n)
    const second = await visitor.command('/api/practice-money', {})
    expect([second.status, codeOf(second)]).toEqual([409, 'practice_taken'])
  })
})

describe('limits', () => {
  it('count users apart where a session is needed, and addresses where it is not', async () => {
    const limited = await testServer({
      config: { rateFactor: 1 },
      openMarket: roomOf(fakeMarket()),
    })
    try {
      const first = await limited.registerUser()
      const second = await limited.registerUser()
      const codes: number[] = []
      for (let i = 0; i < 22; i += 1) {
        codes.push((await first.visitor.command('/api/practice-money', {})).status)
      }
      expect(codes.indexOf(429)).toBe(20)
      expect((await second.visitor.command('/api/practice-money', {})).status).toBe(200)
      const checks: Answer[] = []
      for (let i = 0; i < 21; i += 1) {
        checks.push(await limited.visitor().post('/api/registration/check', {}))
      }
      const last = checks.at(-1)
      expect(last?.status).toBe(429)
      expect(problem.parse(last?.body)).toMatchObject({
        code: 'rate_limited',
        params: { retryAfterMs: expect.any(Number) },
      })
      expect(last?.headers.get('retry-after')).toMatch(/^\d+$/)
    } finally {
      await limited.close()
    }
  })

  it('count readers of security.txt by their address', async () => {
    const limited = await testServer({
      config: { rateFactor: 1, securityContact: 'mailto:holes@fairtick.example' },
      openMarket: roomOf(fakeMarket()),
    })
    try {
      const codes: number[] = []
      for (let i = 0; i < 61; i += 1) {
        codes.push((await limited.visitor().get('/.well-known/security.txt')).status)
      }
      expect(codes.indexOf(429)).toBe(60)
    } finally {
      await limited.close()
    }
  })

  it('refuse a flood at a limited pace', async () => {
    const limited = await testServer({
      config: { rateFactor: 1 },
      openMarket: roomOf(fakeMarket()),
    })
    try {
      const ask = async (): Promise<[status: number, tookMs: number]> => {
        const began = performance.now()
        const { status } = await limited.visitor().post('/api/registration/check', {})
        return [status, performance.now() - began]
      }
      for (let i = 0; i < 20; i += 1) await ask()
      const flood = await Promise.all(Array.from({ length: 150 }, ask))
      expect(flood.every(([status]) => status === 429)).toBe(true)
      // 150 refusals of which 50 do not wait, and 200 a second.
      expect(Math.max(...flood.map(([, tookMs]) => tookMs))).toBeGreaterThan(450)
    } finally {
      await limited.close()
    }
  })
})

it('lets nobody keep an answer of the API', async () => {
  const { headers } = await its.visitor().get('/api/app-info')
  expect(headers.get('cache-control')).toBe('no-store')
})

describe('health', () => {
  it('says that the process runs', async () => {
    expect((await its.visitor().get('/healthz')).status).toBe(200)
  })

  it('keeps its figures to this machine', async () => {
    const here = await its.visitor().get('/metrics')
    expect(here.text).toContain('fairtick_http_request_seconds_count')
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await its.visitor().ask('GET', '/metrics', { headers })).status).toBe(404)
  })
})

describe('the socket', () => {
  it('of a session closes with its log-out, and waits for no clock', async () => {
    const { visitor } = await its.registerUser()
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    expect(await page.subscribe('balance')).toEqual({ ok: true })
    await visitor.ask('DELETE', '/api/session')
    await until('the end of the socket', () => page.ended && page.socket.disconnected)
  })

  it('hears nothing new after the log-out, not even until it closes', async () => {
    const { visitor } = await its.registerUser()
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    await visitor.ask('DELETE', '/api/session')
    await until('the end of the session', () => page.ended)
    const refused = { ok: false, code: 'not_logged_in' }
    expect(await Promise.all([page.subscribe('balance'), page.subscribe('messages')])).toEqual([
      refused,
      refused,
    ])
    page.close()
  })

  it('is refused to a page of another origin', async () => {
    await expect(openPage(its.url, { origin: 'https://evil.example' })).rejects.toThrow()
  })

  it('brings a new balance to all pages of the user', async () => {
    const { visitor } = await its.registerUser()
    const page = await openPage(its.url, { cookie: visitor.cookieHeader })
    await page.watch('balance')
    await visitor.command('/api/practice-money', {})
    const told = await until('the delta', () =>
      page.of('balance').find(([, , , kind]) => kind === 'delta'),
    )
    expect(told[5]).toMatchObject({ available: '10000.00' })
    page.close()
  })
})
