/** What the edge refuses before any area hears of it, and what the log says of it. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { problem } from '#contract/errors.ts'
import { createLogger } from '#server/platform/logging.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { databaseIdle } from '#support/database-work.ts'
import { logInOperator } from '#support/desk.ts'
import { testDatabase } from '#support/postgres.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'

type Line = Record<string, unknown>

const lines: Line[] = []
let its: TestServer
let user: TestUser
beforeAll(async () => {
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  its = await testServer({ log, config: { allowedHosts: ['app.example'], rateFactor: 1 } })
  user = await its.registerUser()
})
afterAll(() => its.close())

const rows = (): Endpoint[] =>
  Object.values(ENDPOINTS).flatMap((area) => Object.values<Endpoint>(area))
/** New lines of the log since then. */
const linesOf = async (work: () => Promise<unknown>): Promise<Line[]> => {
  const before = lines.length
  await work()
  return lines.slice(before)
}

/** With headers that fetch does not let through. */
function withHost(host: string, path: string): Promise<number> {
  const { hostname, port } = new URL(its.url)
  return new Promise((resolve, reject) => {
    plainRequest({ hostname, port, path, headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })
}

describe('a body', () => {
  const post = async (body: string, path = '/api/session'): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const cookie = user.visitor.cookieHeader
    const init = { method: 'POST', body, headers: { ...headers, cookie, origin: its.url } }
    const { code, issues } = problem.parse(await (await fetch(its.url + path, init)).json())
    return issues === undefined ? code : [code, issues]
  }

  it('with two values under one name is refused, however the name is spelt', async () => {
    expect(await post('{"account":"a","account":"b","password":"x"}')).toBe('validation_failed')
    expect(await post('{"account":"a","acco\\u0075nt":"b","password":"x"}')).toBe(
      'validation_failed',
    )
  })

  it('with a field that no row knows is refused, and the field is named', async () => {
    const orders = JSON.stringify({
      method: 'bank',
      amount: '100.00',
      proof: null,
      status: 'approved',
    })
    expect(await post(orders, '/api/deposits')).toEqual([
      'validation_failed',
      [{ path: 'status', code: 'format' }],
    ])
  })

  it('is not the only part: a query is held to its fields too', async () => {
    const open = rows().filter(({ access, method }) => access === 'public' && method === 'GET')
    const served = open.filter(({ method, path }) =>
      its.app.http.hasRoute({ method, url: `/api${path}` }),
    )
    for (const takesQuery of [true, false]) {
      const alike = served.filter(({ query }) => (query !== undefined) === takesQuery)
      expect(alike.length).toBeGreaterThan(0)
      for (const { method, path } of alike) {
        const { status } = await its.visitor().ask(method, `/api${path}?surplus=1`)
        expect([path, status]).toEqual([path, 400])
      }
    }
  })

  it('is refused where a row takes none', async () => {
    expect(await post('{"all":true}', '/api/alerts/1/cancel')).toEqual([
      'validation_failed',
      [{ path: 'all', code: 'format' }],
    ])
  })
})

describe('the name that a request is sent to', () => {
  it.each(['/', '/api/app-info', '/metrics', '/healthz', '/api/docs'])(
    'must be ours: %s',
    async (path) => {
      const { host } = new URL(its.url)
      expect(await withHost('rebound.evil.example', path)).toBe(421)
      for (const own of [host, 'localhost', 'app.example:443', '[::1]']) {
        expect(await withHost(own, path)).not.toBe(421)
      }
    },
  )

  it('must be ours for a socket too', async () => {
    const { port } = new URL(its.url)
    const handshake = (host: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const line = connect(Number(port), '127.0.0.1').once('error', reject)
        line.setEncoding('utf8').once('data', (text: string) => {
          line.destroy()
          resolve(text.split('\r\n')[0] ?? '')
        })
        line.write(
          `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n` +
            'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
        )
      })
    expect(await handshake('127.0.0.1')).toContain('101')
    const found = await linesOf(async () =>
      expect(await handshake('rebound.evil.example')).not.toContain('101'),
    )
    expect(found).toMatchObject([{ security: 'socket_refused', why: 'host', address: '127.0.0.1' }])
  })
})

it('a command without an origin is refused when the browser says that another site sent it', async () => {
  const send = async (site: string | undefined): Promise<string> => {
    const headers = {
      'content-type': 'application/json',
      ...(site !== undefined && { 'sec-fetch-site': site }),
    }
    const answer = await fetch(`${its.url}/api/session`, { method: 'POST', headers, body: '{}' })
    return problem.parse(await answer.json()).code
  }
  expect(await send('cross-site')).toBe('origin_refused')
  expect(await send('same-site')).toBe('origin_refused')
  expect(await send('same-origin')).toBe('validation_failed')
  expect(await send(undefined)).toBe('validation_failed')
})

it('behind a proxy, one address is one bucket, however it is written', async () => {
  const behind = await testServer({ config: { trustProxy: ['127.0.0.1'], rateFactor: 1 } })
  try {
    const spellings = (n: number): string =>
      [`203.0.113.7:${5000 + n}`, '203.0.113.7', '::ffff:203.0.113.7', '::FFFF:CB00:7107'][n % 4] ??
      ''
    const codes: number[] = []
    for (let n = 0; n < 21; n += 1) {
      const headers = { 'x-forwarded-for': spellings(n) }
      const answer = await behind
        .visitor()
        .ask('POST', '/api/registration/check', { body: {}, headers })
      codes.push(answer.status)
    }
    expect(codes.indexOf(429)).toBe(20)
  } finally {
    await behind.close()
  }
})

describe('the security log', () => {
  const security = (all: Line[]): Line[] =>
    all
      .filter((line) => 'security' in line)
      .map((line) => ({ ...line, time: undefined, requestId: undefined }))
  const where = { level: 'warn', msg: 'refused', address: '127.0.0.1' }

  it('has one line for a refused log-in, without what was typed', async () => {
    const password = 'secret-that-was-typed'
    const found = await linesOf(() =>
      its.visitor().post('/api/session', { account: user.account, password }),
    )
    expect(security(found)).toEqual([
      { ...where, security: 'login_failed', method: 'POST', route: '/api/session' },
    ])
    expect(JSON.stringify(found)).not.toMatch(/secret-that|user_1/)
  })

  it('has one for what needs a log-in, for the desk, for another origin and for another name', async () => {
    const found = await linesOf(async () => {
      await its.visitor().get('/api/balance')
      await user.visitor.get('/api/desk/log')
      await its
        .visitor()
        .ask('DELETE', '/api/session', { headers: { origin: 'https://x.example' } })
      await withHost('x.example', '/api/app-info')
    })
    expect(security(found).map(({ security: code, route }) => [code, route])).toEqual([
      ['not_logged_in', '/api/balance'],
      ['desk_refused', '/api/desk/log'],
      ['origin_refused', '/api/session'],
      ['host_refused', '/api/app-info'],
    ])
  })

  it('has one for each throttle, with the number of the user who ran into it', async () => {
    const found = await linesOf(async () => {
      for (let n = 0; n < 21; n += 1) await user.visitor.command('/api/practice-money', {})
    })
    const [row] = await its.db.query<{ id: bigint }>('select id from users where account = $1', [
      user.account,
    ])
    expect(security(found)).toEqual([
      {
        ...where,
        security: 'rate_limited',
        method: 'POST',
        route: '/api/practice-money',
        user: `${row?.id}`,
      },
    ])
  })

  it('has one for each log-in, password change and log-out, with the user and the time in UTC', async () => {
    const { account, password, visitor } = await its.registerUser()
    const [row] = await its.db.query<{ id: bigint }>('select id from users where account = $1', [
      account,
    ])
    const found = await linesOf(async () => {
      await visitor.post('/api/session', { account, password })
      const newPassword = 'a-third-mule-9-stapler'
      await visitor.post('/api/password', { kind: 'login', oldPassword: password, newPassword })
      await visitor.ask('DELETE', '/api/session')
    })
    const done = { level: 'info', msg: 'done', address: '127.0.0.1', user: `${row?.id}` }
    expect(security(found)).toEqual([
      { ...done, security: 'logged_in', method: 'POST', route: '/api/session' },
      { ...done, security: 'password_changed', method: 'POST', route: '/api/password' },
      { ...done, security: 'logged_out', method: 'DELETE', route: '/api/session' },
    ])
    for (const { time } of found) expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
  })

  it('has one for a log-in at the desk, with the name of the operator', async () => {
    const found = await linesOf(() => logInOperator(its, 'bertha'))
    const last = security(found).at(-1)
    expect([last?.['security'], last?.['operator']]).toEqual(['logged_in', 'bertha'])
  })

  it('has one for what a user asks for that is not theirs, and for what no form would send', async () => {
    const found = await linesOf(async () => {
      await user.visitor.get('/api/orders/1')
      await user.visitor.command('/api/orders', { stake: 'drop table' })
    })
    expect(security(found).map(({ security: code, route }) => [code, route])).toEqual([
      ['not_found', '/api/orders/:id'],
      ['validation_failed', '/api/orders'],
    ])
    expect(JSON.stringify(found)).not.toContain('drop table')
  })

  it('puts what a request forged into one line, as text', async () => {
    const found = await linesOf(() =>
      its.visitor().ask('POST', '/api/photos/%0a%7b%22level%22%3a%22forged%22%7d', { body: {} }),
    )
    expect(found.filter((line) => line['level'] === 'forged')).toEqual([])
    expect(found.length).toBeLessThanOrEqual(1)
  })

  it('has one for what the content policy stopped, without the query of the page', async () => {
    const page = `${its.url}/?account=secret#x`
    const told = async (type: string, body: unknown): Promise<number> =>
      (
        await fetch(`${its.url}/api/content-policy-reports`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: JSON.stringify(body),
        })
      ).status
    const found = await linesOf(async () => {
      const old = { 'document-uri': page, 'violated-directive': 'img-src', 'blocked-uri': 'x:y' }
      expect(await told('application/csp-report', { 'csp-report': old })).toBe(204)
      const body = { documentURL: page, effectiveDirective: 'script-src', blockedURL: 'inline' }
      expect(await told('application/reports+json', [{ type: 'csp-violation', body }])).toBe(204)
      expect(await told('application/reports+json', { odd: 1 })).toBe(204)
      expect(await told('application/csp-report', 'x'.repeat(20_000))).toBe(413)
    })
    expect(security(found).map(({ security: code, page: on, rule }) => [code, on, rule])).toEqual([
      ['content_policy', `${its.url}/`, 'img-src'],
      ['content_policy', `${its.url}/`, 'script-src'],
    ])
  })

  it('is not filled by a flood: lines beyond the limit are counted', async () => {
    const found: Line[] = []
    let asked = 0
    const ask = () => its.visitor().get('/api/balance')
    await until('fifty that are only counted', async () => {
      found.push(...(await linesOf(() => Promise.all(Array.from({ length: 50 }, ask)))))
      asked += 50
      return security(found).length <= asked - 50
    })
    await until('a line again', async () => {
      const more = await linesOf(ask)
      asked += 1
      found.push(...more)
      return more.length > 0
    })
    const unlogged = security(found).map((line) => Number(line['unlogged'] ?? 0))
    expect(unlogged.reduce((sum, n) => sum + n + 1, 0)).toBe(asked)
  })
})

describe('an upload that stops half-way', () => {
  it('is one line in the log, without a stack', async () => {
    const { port } = new URL(its.url)
    const found = await linesOf(async () => {
      const line = connect(Number(port), '127.0.0.1')
      line.write(
        `POST /api/photos?purpose=avatar HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${its.url}\r\n` +
          `Cookie: ${user.visitor.cookieHeader}\r\nContent-Type: image/png\r\nContent-Length: 5000\r\n\r\nhalf`,
      )
      await once(its.app.http.server, 'request')
      // The session was read, and the upload waits for its bytes.
      await databaseIdle(its.owner)
      line.destroy()
      await until('a line', () => lines.at(-1)?.['msg'] === 'not now')
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ level: 'warn', msg: 'not now', url: /photos/ })
    expect(JSON.stringify(found)).not.toMatch(/stack|\\n/)
  })
})

describe('while the database is away', () => {
  it('every endpoint says "not now" or refuses for another reason; none breaks', async () => {
    const database = await testDatabase()
    const { pathname } = new URL(database.url)
    const url = Object.assign(new URL(database.url), { pathname: '/postgres' }).href
    const admin = openDatabase(url, { connections: 1 })
    const own = await testServer({ database })
    const { visitor } = await own.registerUser()
    const desk = await logInOperator(own, 'anna')
    const name = pathname.slice(1)
    const askAll = async (): Promise<string[]> => {
      const asked = rows().map(async (row) => {
        const who = row.access === 'operator' ? desk : visitor
        const path = `/api${row.path.replace(/:\w+/g, '1')}`
        const headers = row.command !== undefined ? { 'idempotency-key': randomUUID() } : {}
        const body = row.method === 'GET' ? {} : { body: {} }
        const { status } = await who.ask(row.method, path, { headers, ...body })
        return `${status} ${row.method} ${row.path}`
      })
      return Promise.all(asked)
    }
    const underWay = askAll()
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    const answers = [...(await underWay), ...(await askAll())]
    await admin.query(`alter database ${name} allow_connections true`)
    await own.close()
    await Promise.all([database.close(), admin.close()])
    expect(answers.filter((answer) => answer.startsWith('500'))).toEqual([])
    const away = answers.filter((answer) => answer.startsWith('503')).length
    expect(away).toBeGreaterThan(rows().length / 2)
  })
})
