/** The server behind nginx, HAProxy and Caddy as `deploy` sets them up, over TLS. */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTicks } from '#contract/endpoints/history.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { uploadPhoto } from '#contract/endpoints/verification.ts'
import { symbol as symbolOf, timeMs } from '#contract/scalars.ts'
import { productPath } from '#lib/paths.ts'
import { parseAmount } from '#rules/amounts.ts'
import { type LocalCertificate, localCertificate } from '#support/local-certificate.ts'
import { makePhoto, sendPhoto } from '#support/photos.ts'
import { type Proxy, PROXIES, type ProxyName, startProxy } from '#support/proxies.ts'
import { signingDevice } from '#support/signing-device.ts'
import { openPage } from '#support/socket-page.ts'
import { replayOf, type ServerProcess, startServer } from '#support/started-server.ts'
import { until } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'
import { CHROMIUM_FLAGS, CHROMIUM_PATH } from '../e2e/support/chromium.ts'

const PATIENT = 120_000
const TOKEN = 'a-token-of-forty-eight-letters-that-no-one-guesses'
const NAMES = ['localhost', 'desk.localhost']
const SYMBOL = symbolOf.parse('BTCUSDT')
/** More than the 1 MB that nginx permits by default, and less than the 8 MiB that the server does. */
const LARGE_PHOTO = { width: 3_000, height: 2_400 }

let folder: string
let certificate: LocalCertificate
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-proxies-'))
  // As root the database runs as another user, who must get in.
  chmodSync(folder, 0o755)
  certificate = localCertificate(folder, NAMES)
  server = await startServer(join(folder, 'data'), {
    ...replayOf(folder),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '127.0.0.1',
    SECURE_COOKIES: 'on',
    DESK_HOSTS: 'desk.localhost',
    METRICS_TOKEN: TOKEN,
  })
}, PATIENT)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const upstream = (): number => Number(new URL(server.url).port)

interface RawAsk {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** The address that the request comes from, of this machine. */
  from?: string
}
interface RawAnswer {
  status: number
  headers: Record<string, unknown>
  text: string
}

/** A request with the headers and from the address that it names, which `fetch` does not permit. */
function ask(port: number, secure: boolean, wish: RawAsk): Promise<RawAnswer> {
  const { path, method = 'GET', body, from = '127.0.0.1' } = wish
  const headers = { host: 'localhost', ...wish.headers }
  const options = { host: '127.0.0.1', port, path, method, headers, localAddress: from }
  const servername = NAMES.find((name) => name === headers.host) ?? 'localhost'
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const call: ClientRequest = secure
    ? secureRequest({ ...options, servername, ca: certificate.cert, agent: false })
    : plainRequest(options)
  call.once('error', reject)
  call.once('response', (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => (text += part))
    answer.once('end', () =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
    )
  })
  call.end(body)
  return promise
}

/** The addresses of refused requests that the server has logged. */
const loggedAddresses = (security: string): string[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"security":"${security}"`))
    .map((line): string => JSON.parse(line).address)

async function signedOrder(visitor: Visitor) {
  const device = signingDevice()
  await visitor.post('/api/device-keys', { publicKey: device.publicKey })
  const { products, serverTime } = await visitor.read(listProducts.reply, '/api/products')
  const terms = products.find(({ symbol }) => symbol === SYMBOL)?.terms
  const from = `/api/ticks/${SYMBOL}?fromMs=${serverTime - 3_000}`
  const newest = (await visitor.read(listTicks.reply, from)).records.at(-1)
  if (terms === undefined || newest === undefined) throw new Error('the market has no price')
  const wish = {
    symbol: SYMBOL,
    direction: 'up' as const,
    durationMs: 30_000,
    termsId: terms.termsId,
  }
  const key = randomUUID()
  const signed = device.signOrder({
    ...wish,
    key,
    stake: parseAmount('10.00') ?? 0n,
    head: { seq: newest.seq, hash: newest.hash },
    tappedAt: serverTime,
    uncertaintyMs: 20,
    startsAt: timeMs.parse(serverTime + 2_500),
  })
  const answer = await visitor.command('/api/orders', { ...wish, stake: '10.00', signed }, key)
  if (answer.status !== 200) throw new Error(`the order: ${answer.status} ${answer.text}`)
  return placeOrder.reply.parse(answer.body)
}

const NAME_LIST = Object.keys(PROXIES) as ProxyName[]

describe.each(NAME_LIST)('behind %s', { timeout: PATIENT }, (name) => {
  let proxy: Proxy
  let visitor: Visitor
  /** Addresses of this machine that no other proxy's test uses. */
  const network = `127.0.${NAME_LIST.indexOf(name) + 1}`
  const secure = (wish: RawAsk): Promise<RawAnswer> => ask(proxy.https, true, wish)
  const plain = (wish: RawAsk): Promise<RawAnswer> => ask(proxy.http, false, wish)
  beforeAll(async () => {
    proxy = await startProxy(name, { folder, certificate, upstream: upstream() })
    visitor = new Visitor(proxy.url)
    const { account, password } = server
    const answer = await visitor.post('/api/session', { account, password })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  })
  afterAll(() => proxy.stop())

  it('logs a user in with a cookie that is sent over TLS only', () => {
    expect([...visitor.cookies.keys()]).toContain('__Host-fairtick')
  })

  it('takes an order that a device signed, and pushes it over a WebSocket', async () => {
    const page = await openPage(proxy.url, { cookie: visitor.cookieHeader, origin: proxy.url })
    expect(page.socket.io.engine.transport.name).toBe('websocket')
    await page.watch('positions')
    const { order } = await signedOrder(visitor)
    const pushed = await until('the order on the socket', () =>
      page.of('positions').find(([, , , kind]) => kind === 'delta'),
    )
    expect(pushed[5]).toMatchObject({ id: order.id })
    page.close()
  })

  it('keeps a socket open and its prices coming', async () => {
    const page = await openPage(proxy.url, { origin: proxy.url })
    const { products } = await visitor.read(listProducts.reply, '/api/products')
    page.visible({ list: [], detail: products.map(({ id }) => id) })
    await page.subscribe('quotes')
    const deltas = () => page.of('quotes').filter(([, , , kind]) => kind === 'delta').length
    await until('prices', () => deltas() >= 5)
    expect(page.socket.connected).toBe(true)
    page.close()
  })

  it('takes a photo as large as phones make them', async () => {
    const photo = await makePhoto(LARGE_PHOTO)
    expect(photo.length).toBeGreaterThan(2_000_000)
    const answer = await sendPhoto(visitor, 'id_front', photo)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    expect(uploadPhoto.reply.parse(answer.body).width).toBeGreaterThan(0)
  })

  it('draws the first picture of a product before the app is loaded', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS })
    try {
      const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' }
      const options = { ...phone, ignoreHTTPSErrors: true, serviceWorkers: 'block' } as const
      const page = await (await browser.newContext(options)).newPage()
      // The code of the app never arrives, so all that is shown is the page itself and its early socket.
      await page.route('**/assets/*.js', () => undefined)
      await page.goto(`${proxy.url}/#${productPath(SYMBOL)}`, { waitUntil: 'commit' })
      const price = page.locator('[data-quote=live]').first()
      await price.waitFor()
      expect(await price.textContent()).toMatch(/^(59|60),\d{3}\.\d\d$/)
    } finally {
      await browser.close()
    }
  })

  it('counts each client by the address that it has, and believes no other', async () => {
    const body = (): string => JSON.stringify({ key: randomUUID() })
    const guest = (from: string, n: number): Promise<RawAnswer> => {
      const said = `203.0.113.${n}`
      return secure({
        path: '/api/guest',
        method: 'POST',
        from,
        body: body(),
        headers: {
          host: `localhost:${proxy.https}`,
          origin: proxy.url,
          'content-type': 'application/json',
          'x-forwarded-for': said,
          'x-real-ip': said,
          forwarded: `for=${said}`,
        },
      })
    }
    const statuses: number[] = []
    for (let n = 1; n <= 21; n += 1) statuses.push((await guest(`${network}.2`, n)).status)
    expect(statuses.slice(0, 20)).toEqual(statuses.slice(0, 20).map(() => 200))
    expect(statuses.at(-1)).toBe(429)
    await until('the line of the log', () =>
      loggedAddresses('rate_limited').includes(`${network}.2`),
    )
    expect((await guest(`${network}.3`, 1)).status).toBe(200)
    expect(loggedAddresses('rate_limited').filter((each) => each.startsWith('203.'))).toEqual([])
  })

  it('serves nothing of the app under a foreign name', async () => {
    const { status, text } = await secure({
      path: '/api/app-info',
      headers: { host: 'other.example' },
    })
    // Caddy itself answers a name that it does not know, with nothing.
    expect(name === 'caddy' ? [200, ''] : [421, text]).toEqual([status, text])
  })

  it('serves the desk under its own name alone', async () => {
    const pages = async (host: string): Promise<number[]> => {
      const asked = ['/', '/desk.html'].map((path) => secure({ path, headers: { host } }))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    expect(await pages('localhost')).toEqual([200, 404])
    expect(await pages('desk.localhost')).toEqual([404, 200])
  })

  it('lets no cache keep the page, and any keep its files', async () => {
    const page = await secure({ path: '/' })
    expect(page.headers['cache-control']).toBe('no-cache')
    const [, file = ''] = /"(\/assets\/[\w.-]+\.js)"/.exec(page.text) ?? []
    expect((await secure({ path: file })).headers['cache-control']).toMatch(/immutable/)
    expect(page.headers['strict-transport-security']).toMatch(/max-age=31536000/)
  })

  it('shows the metrics to those alone who have the token', async () => {
    expect((await secure({ path: '/metrics' })).status).toBe(404)
    const authorization = `Bearer ${TOKEN}`
    expect((await secure({ path: '/metrics', headers: { authorization } })).status).toBe(200)
  })

  it('redirects the page alone from plain HTTP, and refuses all else there', async () => {
    const page = await plain({ path: '/' })
    expect([301, 308]).toContain(page.status)
    expect(page.headers['location']).toMatch(/^https:\/\/localhost\/$/)
    for (const path of ['/api/app-info', '/api/session', '/assets/a.js', '/socket.io/']) {
      expect([path, (await plain({ path })).status]).toEqual([path, 403])
    }
  })

  it('speaks TLS 1.2 and 1.3 with forward secrecy, and nothing older', async () => {
    const speaks = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', ciphers: string) =>
      new Promise<string>((resolve) => {
        const versions = { minVersion: version, maxVersion: version } as const
        const options = { host: '127.0.0.1', port: proxy.https, servername: 'localhost' }
        const socket = connectTls(
          { ...options, ...versions, ciphers, ca: certificate.cert },
          () => {
            resolve(socket.getCipher().name)
            socket.destroy()
          },
        )
        socket.once('error', () => resolve('refused'))
      })
    expect(await speaks('TLSv1.3', 'TLS_AES_128_GCM_SHA256')).toBe('TLS_AES_128_GCM_SHA256')
    expect(await speaks('TLSv1.2', 'ECDHE')).toMatch(/^ECDHE-/)
    expect(await speaks('TLSv1.2', 'kRSA')).toBe('refused')
    // OpenSSL itself speaks TLS 1.1 only at this level.
    expect(await speaks('TLSv1.1', 'ALL@SECLEVEL=0')).toBe('refused')
  })

  it('logs no path of a shared receipt', async () => {
    const marks = ['logged-path', 'shared-path-code'] as const
    await secure({ path: `/api/${marks[0]}` })
    await secure({ path: `/api/shared/${marks[1]}` })
    const logged = (): string =>
      name === 'nginx' ? readFileSync(join(folder, 'nginx/access.log'), 'utf8') : proxy.output()
    // Caddy has no access log.
    if (name !== 'caddy') await until('the log', () => logged().includes(marks[0]))
    expect(logged()).not.toContain(marks[1])
  })

  it('answers 502 or 503 while the server is away', async () => {
    const away = mkdtempSync(join(folder, 'away-'))
    const lonely = await startProxy(name, { folder: away, certificate, upstream: 1 })
    const { status } = await ask(lonely.https, true, { path: '/healthz' })
    await lonely.stop()
    expect([502, 503]).toContain(status)
  })
})

it('believes a proxy that it trusts: the control for the forged addresses', async () => {
  const headers = {
    host: 'localhost',
    origin: 'http://localhost',
    'content-type': 'application/json',
    'x-forwarded-for': '203.0.113.77',
  }
  const body = JSON.stringify({ account: 'no_such_user', password: 'wrong-mule-7-stapler' })
  await ask(upstream(), false, { path: '/api/session', method: 'POST', headers, body })
  await until('the line of the log', () => loggedAddresses('login_failed').includes('203.0.113.77'))
})
