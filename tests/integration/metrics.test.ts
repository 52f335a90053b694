/** Who may read the metrics, and that the alarms and the dashboard name metrics that the server has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import {
  closingsGauge,
  createMetrics,
  type Registry,
  venueGauges,
} from '#server/platform/metrics.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { read } from '../tidy/repository.ts'
import { saidBy } from '#support/visitor.ts'

const TOKEN = 'a-token-of-forty-eight-letters-that-no-one-guesses'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ config: { metricsToken: TOKEN } })
})
afterAll(() => server.close())

const statusOf = async (headers: Record<string, string>): Promise<number> =>
  (await server.visitor().ask('GET', '/metrics', { headers })).status
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

it('shows its figures to those who send the token, wherever they are', async () => {
  expect(await statusOf(bearer(TOKEN))).toBe(200)
  expect(await statusOf({ ...bearer(TOKEN), 'x-forwarded-for': '203.0.113.7' })).toBe(200)
})

it.each([
  ['no token, on this machine', {}],
  ['a part of it', bearer(TOKEN.slice(0, -1))],
  ['more than it', bearer(`${TOKEN}a`)],
  ['another one of its length', bearer(TOKEN.replace('a', 'b'))],
  ['the token without its scheme', { authorization: TOKEN }],
  ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ['an empty one', bearer('')],
])('refuses %s as a path that does not exist', async (_, headers) => {
  const asked = await server.visitor().ask('GET', '/metrics', { headers })
  const nothing = await server.visitor().get('/nothing-here')
  expect(asked.status).toBe(404)
  expect(saidBy(asked)).toBe(saidBy(nothing))
})

it('names the reason for which every order is refused', async () => {
  const { text } = await server.visitor().ask('GET', '/metrics', { headers: bearer(TOKEN) })
  // The market of this server has no tick.
  expect(text).toMatch(/^fairtick_not_ready\{reason="price_stale"\} 1$/m)
  expect(text).toMatch(/^fairtick_not_ready\{reason="stopping"\} 0$/m)
})

/** What Prometheus stores under the name of a metric. */
const SERIES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}
function seriesOf(exported: string): ReadonlySet<string> {
  const types = exported.matchAll(/^# TYPE (\w+) (\w+)$/gm)
  return new Set(
    [...types].flatMap(([, name = '', type = '']) =>
      (SERIES[type] ?? ['']).map((ending) => `${name}${ending}`),
    ),
  )
}

const WORDS = new Set(['by', 'without', 'and', 'or', 'unless', 'on', 'bool'])
/** The names of metrics in an expression of PromQL: what is no function, word, label, text or number. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[\w+\]/g, '')
    .replaceAll(/\b(by|without|on)\s*\([^)]*\)/g, ' ')
  const names = bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)
  return [...names].map(([name]) => name).filter((name) => !WORDS.has(name))
}
const labelsIn = (expression: string): [string, string][] =>
  [...expression.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(([, label = '', value = '']) => [
    label,
    value,
  ])

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().regex(/^Fairtick[A-Z]\w+$/),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
})
const alerts = () => rules.parse(parse(read('deploy/alerts.yml'))).groups.flatMap((g) => g.rules)
const dashboard = () =>
  z
    .object({
      templating: z.object({ list: z.array(z.object({ query: z.string() })) }),
      panels: z.array(
        z.object({
          title: z.string(),
          targets: z.array(z.object({ expr: z.string() })).min(1),
        }),
      ),
    })
    .parse(JSON.parse(read('deploy/dashboard.json')))
const expressions = (): string[] => [
  ...alerts().map(({ expr }) => expr),
  ...dashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard().templating.list.flatMap(({ query }) =>
    [...query.matchAll(/^label_values\((\w+),/g)].map(([, name = '']) => name),
  ),
]

/** The metrics of the running server, and those that it has with live prices only. */
async function exported(): Promise<string> {
  const live: Registry = createMetrics()
  venueGauges(live, () => [])
  closingsGauge(live, () => null)
  const { text } = await server.visitor().ask('GET', '/metrics', { headers: bearer(TOKEN) })
  return `${text}\n${await live.metrics()}`
}

it('has every metric that an alarm or the dashboard reads', async () => {
  const known = seriesOf(await exported())
  // Prometheus itself makes this one.
  const unknown = (names: string[]) => names.filter((name) => name !== 'up' && !known.has(name))
  expect(expressions().length).toBeGreaterThan(30)
  expect(expressions().filter((each) => metricsIn(each).length === 0)).toEqual([])
  expect(unknown(expressions().flatMap(metricsIn))).toEqual([])
  const renamed = 'sum by (le) (rate(fairtick_http_request_ms_bucket{route="/a"}[5m])) > 1'
  expect(unknown(metricsIn(renamed))).toEqual(['fairtick_http_request_ms_bucket'])
})

it('has an alarm or a panel for each metric of its own', async () => {
  const own = [...(await exported()).matchAll(/^# TYPE (fairtick_\w+) /gm)].map(([, name]) => name)
  const shown = expressions().join('\n')
  expect(own.filter((name) => !shown.includes(name ?? ''))).toEqual([])
})

it('has the labels that an alarm or the dashboard compares', async () => {
  const known = await exported()
  const named = expressions().flatMap(labelsIn)
  const values = new Set(named.map(([label, value]) => `${label} ${value}`))
  expect(known).toContain('reason="market_closed"')
  expect([...values].toSorted()).toEqual([
    'instance $instance',
    'job fairtick',
    'limit newcomers',
    'method POST',
    'outcome asked',
    'outcome failed',
    'outcome vetoed',
    'reason market_closed|stopping',
    'route /api/orders',
    'route /readyz',
    'status 5..',
  ])
  expect(server.app.http.hasRoute({ method: 'POST', url: '/api/orders' })).toBe(true)
  expect(server.app.http.hasRoute({ method: 'GET', url: '/readyz' })).toBe(true)
})

it('says of every alarm where to read what to do', () => {
  const headings = new Set(
    [...read('docs/OPERATIONS.md').matchAll(/^#+ (.+)$/gm)].map(([, text]) => text),
  )
  const sections = alerts().map(({ annotations }) => /See "(.+)"\.$/.exec(annotations.summary)?.[1])
  expect(sections.filter((each) => !headings.has(each ?? ''))).toEqual([])
})
