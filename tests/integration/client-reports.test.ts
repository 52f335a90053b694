/** What browsers report, from honest senders and from twenty hostile ones. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClientFault, ReportGroup } from '#contract/client-reports.ts'
import { deskClientReports } from '#contract/endpoints/client-reports.ts'
import { RETENTION_MS } from '#contract/retention.ts'
import { createRetention } from '#server/retention/open-retention.ts'
import { createLogger } from '#server/platform/logging.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { logInOperator } from '#support/desk.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const START_MS = 1_800_000_000_000
const BUILD = 'aB3_-xYz'
const FILES = ['index-aB3_-xYz.js', 'detail-12345678.js']

let built: string
let clock: ManualClock
let its: TestServer
let operator: Visitor
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'fairtick-reports-'))
  mkdirSync(join(built, 'assets'))
  const page = `<!doctype html><script type="module" src="/assets/${FILES[0]}"></script>`
  writeFileSync(join(built, 'index.html'), page)
  for (const file of FILES) writeFileSync(join(built, 'assets', file), '')
  clock = manualClock(START_MS)
  const config = { trustProxy: ['127.0.0.1'], rateFactor: 1 }
  its = await testServer({ clock, appFolder: built, config })
  operator = await logInOperator(its, 'bertha')
})
afterAll(async () => {
  await its.close()
  rmSync(built, { recursive: true, force: true })
})

const place = (column: number, file = FILES[1] ?? '') => ({ file, line: 1, column })
const fault = (column: number, more: Partial<ClientFault> = {}): ClientFault => ({
  kind: 'error',
  name: 'TypeError',
  stack: [place(column)],
  ...more,
})
const report = (more: object = {}) => ({ page: 'app', build: BUILD, faults: [], ...more })
/** As from another network each. */
const send = (from: string, body: unknown): Promise<Answer> =>
  its.visitor().ask('POST', '/api/client-reports', { body, headers: { 'x-forwarded-for': from } })
async function shown(): Promise<ReportGroup[]> {
  await clock.advance(2_000)
  // The write has begun; the next one waits for it.
  await its.owner.query('select 1')
  await new Promise((resolve) => setTimeout(resolve, 200))
  return (await operator.read(deskClientReports.reply, '/api/desk/client-reports')).groups
}

let net = 0
const network = (): string => {
  net += 1
  return `198.51.${100 + Math.floor(net / 250)}.${net % 250}`
}
beforeEach(() => its.owner.query('delete from client_reports'))

describe('a report', () => {
  it('is counted by build, kind and place, with the first and the last time', async () => {
    const [a, b] = [network(), network()]
    for (const from of [a, a, b]) {
      expect((await send(from, report({ faults: [fault(7)] }))).status).toBe(204)
      await clock.advance(500)
    }
    await send(a, report({ faults: [fault(8, { kind: 'chunk', stack: [] })] }))
    const groups = await shown()
    expect(groups).toMatchObject([
      { kind: 'chunk', build: BUILD, stack: [], reports: 1, networks: 1 },
      { kind: 'error', name: 'TypeError', page: 'app', stack: [place(7)], reports: 3, networks: 2 },
    ])
    expect(groups[1]?.lastAt).toBeGreaterThan(groups[1]?.firstAt ?? 0)
    // A network that was counted before the last write.
    await send(a, report({ faults: [fault(7)] }))
    expect((await shown())[0]).toMatchObject({ stack: [place(7)], reports: 4, networks: 2 })
  })

  it('has its vitals rated as web.dev does, and measured', async () => {
    await send(network(), report({ vitals: { lcp: 2_500, inp: 501, cls: 0.2 } }))
    const rated = (await shown()).map(({ kind, name }) => `${kind} ${name}`)
    expect(rated.toSorted()).toEqual(['cls middling', 'inp poor', 'lcp good'])
    const { text } = await its.visitor().get('/metrics')
    expect(text).toContain('fairtick_client_lcp_seconds_bucket{le="2.5",page="app"} 1')
    expect(text).toContain('fairtick_client_reports_total{page="app",kind="inp"} 1')
  })

  it('of a build or a file that this server has not is counted without it, or not at all', async () => {
    await send(network(), report({ build: 'CALL-911', faults: [fault(7)] }))
    await send(network(), report({ faults: [fault(7, { stack: [place(7, 'call-anna.js')] })] }))
    expect(await shown()).toMatchObject([{ build: null, stack: [], name: 'TypeError' }])
    const stored = await its.owner.query('select * from client_reports, client_builds')
    expect(JSON.stringify(stored, (_, value) => `${value}`)).not.toMatch(/CALL|anna/)
  })

  it('with a text, an unknown field, too many errors or too many bytes is refused', async () => {
    const bodies: [number, object][] = [
      [400, report({ faults: [{ ...fault(1), message: 'Anna Example owes 500' }] })],
      [400, report({ faults: [{ ...fault(1), name: 'Anna Example' }] })],
      [400, report({ faults: [fault(1, { stack: [place(1, 'a.js?token=secret')] })] })],
      [400, report({ faults: Array.from({ length: 6 }, (_, n) => fault(n)) })],
      [400, report({ page: 'phone' })],
      [400, report({ vitals: { lcp: -1 } })],
      [413, report({ faults: [{ ...fault(1), name: 'x'.repeat(5_000) }] })],
    ]
    for (const [status, body] of bodies) {
      expect([body, (await send(network(), body)).status]).toEqual([body, status])
    }
    expect(await shown()).toEqual([])
  })

  it('needs no log-in and reads none, and only operators see it', async () => {
    const { visitor } = await its.registerUser()
    const refused = await visitor.get('/api/desk/client-reports')
    expect(refused.status).toBe(404)
  })

  it('of the content policy is counted in words of the server', async () => {
    const from = network()
    const post = (effectiveDirective: string, blockedURL: string) =>
      fetch(`${its.url}/api/content-policy-reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/reports+json', 'x-forwarded-for': from },
        body: JSON.stringify([
          { body: { documentURL: `${its.url}/?name=Anna`, effectiveDirective, blockedURL } },
        ]),
      })
    await post('script-src-elem', 'https://anna.example/x?token=1')
    await post('script-src', 'inline')
    await post('Anna Example', 'Anna Example')
    const names = (await shown()).map(({ kind, name }) => `${kind} ${name}`)
    expect(names.toSorted()).toEqual([
      'policy other elsewhere',
      'policy script-src inline',
      'policy script-src-elem elsewhere',
    ])
  })

  it('is removed once it has not been repeated for thirty days', async () => {
    await send(network(), report({ faults: [fault(7)] }))
    expect(await shown()).toHaveLength(1)
    const run = createRetention({
      db: its.db,
      clock,
      log: createLogger('silent'),
      metrics: createMetrics(),
    }).run
    const checkpoint = (at: number) =>
      its.owner.query(
        `create or replace function market_now() returns bigint language sql stable
          as 'select ${at}::bigint'`,
      )
    await checkpoint(START_MS + RETENTION_MS.reports - 60_000)
    await run()
    expect(await shown()).toHaveLength(1)
    await checkpoint(clock.now() + RETENTION_MS.reports + 1)
    await run()
    expect(await shown()).toEqual([])
  })
})

describe('twenty hostile senders', () => {
  it('neither fill the database nor hide what honest pages report', async () => {
    const honest = fault(4_242, { name: 'RangeError' })
    for (let n = 0; n < 3; n += 1) await send(network(), report({ faults: [honest] }))
    const hostile = Array.from({ length: 20 }, network)
    const statuses = new Map<number, number>()
    let made = 0
    // Each sends as often and as much as it can, for several hours of the most that an hour admits.
    for (let round = 0; round < 15; round += 1) {
      const sent = hostile.map((from) => {
        const faults = Array.from({ length: 5 }, () => fault((made += 1)))
        return send(from, report({ faults, vitals: { lcp: 600_000, inp: 600_000, cls: 1_000 } }))
      })
      for (const { status } of await Promise.all(sent))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 204: 20 * 10, 429: 20 * 5 })
    const groups = await shown()
    expect(groups.length).toBeLessThanOrEqual(20 * 12 + 4)
    expect(groups.length).toBeLessThanOrEqual(300)
    const found = groups.find(({ name }) => name === 'RangeError')
    expect(found).toMatchObject({ reports: 3, networks: 3 })
    // What the desk shows unfolded: what several networks report, and few of the rest.
    expect(groups.filter(({ kind, networks }) => kind === 'error' && networks > 1)).toEqual([found])
  })

  it('cannot displace it in many hours either, by any number of groups', async () => {
    const row = (n: number, networks: number) => ({
      build: BUILD,
      page: 'app',
      kind: 'error',
      name: 'TypeError',
      place: `${FILES[1]}:1:${n}`,
      stack: [place(n)],
      reports: 9,
      networks,
      first_at: START_MS,
      last_at: START_MS + n,
    })
    const note = (rows: object[]) =>
      its.db.query('select note_client_reports($1)', [JSON.stringify(rows)])
    await note([row(0, 2)])
    for (let hour = 0; hour < 20; hour += 1)
      await note(Array.from({ length: 240 }, (_, n) => row(1 + hour * 240 + n, 1)))
    const [{ rows, kept } = { rows: 0, kept: false }] = await its.owner.query<{
      rows: number
      kept: boolean
    }>('select count(*)::int as rows, bool_or(networks = 2) as kept from client_reports')
    expect([rows, kept]).toEqual([300, true])
  })

  it('do not slow the others down: what is sent beyond the limit of all is dropped', async () => {
    const from = Array.from({ length: 400 }, network)
    await Promise.all(from.map((each) => send(each, report({ faults: [fault(99)] }))))
    const { text } = await its.visitor().get('/metrics')
    const [, flood] = /dropped_total\{why="flood"\} (\d+)/.exec(text) ?? []
    expect(Number(flood)).toBeGreaterThan(50)
    const [group] = await shown()
    expect(group?.reports).toBeLessThan(400)
  })
})
