/** Every endpoint as everybody who owns nothing there: what is not theirs is like what is not there. */
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { openMarket } from '#server/market/open-market.ts'
import { apiRows } from '#server/platform/api-document.ts'
import { boundRoutes } from '#support/bound-routes.ts'
import { type House, furnishedHouse, type RecordKind } from '#support/furnished-house.ts'
import { DESK_RECORDS, POLICIES, type Policy } from '#support/record-policies.ts'
import type { Answer, Visitor } from '#support/visitor.ts'
import type { FaultContext, FaultProgramme } from './runner.ts'

type Row = Endpoint & { name: string }
const TIMED = 300
/** Answered by the server for itself or for whoever runs it: not part of the contract. */
const OUTSIDE = [
  /^GET \/api\/ticks\/:symbol.*ndjson$/,
  /^GET \/(healthz|readyz|metrics)?$/,
  /^GET \/\*$/,
  /^GET \/api\/docs(\/.*)?$/,
]

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** What a caller can tell: everything but when, and how many calls are left. */
const seen = ({ status, headers, text }: Answer): string => {
  const told = [...headers].filter(([name]) => !/^(date|keep-alive|connection)$/.test(name))
  return JSON.stringify([status, told, text])
}

/** An id of the same form that nobody has. */
function unknownId(kind: RecordKind, id: string): string {
  if (/^\d+$/.test(id)) return `${BigInt(id) + 777_777n}`
  if (kind === 'orderKey') return `no-${id.slice(3)}`
  if (kind === 'account') return 'nobody_1'
  return id.split('').toReversed().join('')
}

const pathWith = (row: Row, id: string): string =>
  `/api${row.path.replace(/:\w+/, encodeURIComponent(id))}`

function ask(visitor: Visitor, row: Row, policy: Policy, id: string): Promise<Answer> {
  const cursor = typeof policy === 'object' && policy.in === 'cursor' ? `?before=${id}` : ''
  const headers = { ...(row.idempotent && { 'idempotency-key': randomUUID() }) }
  const made =
    typeof policy === 'object' && policy.in === 'body' ? policy.body(id) : DESK_BODY[row.name]
  const body =
    row.method === 'GET' || row.method === 'DELETE' ? undefined : (made ?? passwordBody(row))
  return visitor.ask(row.method, pathWith(row, id) + cursor, {
    headers,
    ...(body !== undefined && { body }),
  })
}
const passwordBody = (row: Row): object =>
  row.name === 'removePasskey' ? { password: 'correct-mule-7-stapler' } : {}
const APPROVE = { decision: 'approve' }
const DESK_BODY: Record<string, object> = {
  decideVerification: APPROVE,
  decideDeposit: APPROVE,
  decidePayoutChange: APPROVE,
  decideFundRate: APPROVE,
  moveWithdrawal: { step: 'review' },
  haltProduct: { how: 'drain' },
  proposeFundRate: { from: '2098-01-01', dailyRate: 40, why: 'a quiet month' },
  proposePayoutChange: { account: 'user_1', why: 'a reason', proposed: {} },
}

interface Room {
  house: House
  context: FaultContext
  revoked: Visitor
  revokedDesk: Visitor
  anonymous: Visitor
  passed: number
}

function same(room: Room, what: string, one: Answer, two: Answer): void {
  room.context.count('comparisons')
  if (seen(one) === seen(two)) room.passed += 1
  else room.context.fail(`${what}: ${seen(one)} against ${seen(two)}`)
}
function holds(room: Room, what: string, truth: boolean): void {
  if (truth) room.passed += 1
  else room.context.fail(what)
}

/** Of rows that change without any hand, the part that does not: prices move orders, visits their owner's session. */
const MOVES_BY_ITSELF: Partial<Record<string, string>> = {
  orders: 't.id, t.stake, t.direction, t.expires_at, t.terms_id',
  sessions: 't.id, t.revoked_at',
}

/** A sum over everything that foreign hands could have moved. */
async function ownersState({ server, owner }: House): Promise<string> {
  const tables = ['orders', 'deposits', 'withdrawals', 'photos', 'verifications', 'payout_accounts']
  const more = [
    'price_alerts',
    'push_devices',
    'payout_changes',
    'passkeys',
    'transfers',
    'sessions',
    'fund_lots',
  ]
  const fund = ['fund_redemptions', 'fund_accounts', 'fund_accruals']
  const sums: string[] = []
  for (const table of [...tables, ...more, ...fund]) {
    const row = MOVES_BY_ITSELF[table] ?? 't.*'
    const [sum] = await server.owner.query<{ sum: string | null }>(
      `select md5(string_agg(it::text, '|' order by it::text)) as sum from (
         select ${row} from ${table} t join users u on u.id = t.user_id where u.account = $1) it`,
      [owner.account],
    )
    sums.push(`${table} ${sum?.sum}`)
  }
  return sums.join(', ')
}

/** Not its owner: another user finds nothing, and nobody else is told more than that they are nobody. */
async function record(room: Room, row: Row, policy: Exclude<Policy, string>): Promise<void> {
  const { house, anonymous, revoked } = room
  const id = house.ids[policy.record]
  const none = unknownId(policy.record, id)
  const what = `${row.name} ${policy.record}`
  const theirs = await ask(house.other.visitor, row, policy, id)
  same(room, `${what}, another user`, theirs, await ask(house.other.visitor, row, policy, none))
  const nobody = await ask(anonymous, row, policy, none)
  for (const visitor of [anonymous, revoked, house.operator]) {
    same(room, `${what}, without a session`, await ask(visitor, row, policy, id), nobody)
  }
  holds(room, `${what}: nobody got ${nobody.status}`, nobody.status === 401)
}

/** The id is real: to its owner it says something else than an unknown one. */
async function owned(room: Room, row: Row, policy: Exclude<Policy, string>): Promise<void> {
  const { visitor } = room.house.owner
  const id = room.house.ids[policy.record]
  const none = await ask(visitor, row, policy, unknownId(policy.record, id))
  const own = await ask(visitor, row, policy, id)
  holds(room, `${row.name}: the owner is told ${seen(own)}`, seen(none) !== seen(own))
}

async function ownOnly(room: Room, row: Row): Promise<void> {
  const nobody = await ask(room.anonymous, row, 'own', '')
  holds(room, `${row.name}: nobody got ${nobody.status}`, nobody.status === 401)
  for (const visitor of [room.revoked, room.house.operator]) {
    same(room, `${row.name}, without a session`, await ask(visitor, row, 'own', ''), nobody)
  }
}

async function desk(room: Room, row: Row): Promise<void> {
  const { house, anonymous, revoked, revokedDesk } = room
  const kind = DESK_RECORDS[row.name]
  const id = kind === undefined ? 'EURUSD' : house.ids[kind]
  const nothing = await anonymous.ask(
    row.method,
    '/api/desk/nothing-here',
    row.method === 'GET' ? {} : { body: {} },
  )
  const ids = kind === undefined ? [id] : [id, unknownId(kind, id), 'not an id']
  for (const visitor of [
    anonymous,
    revoked,
    revokedDesk,
    house.owner.visitor,
    house.other.visitor,
  ]) {
    for (const each of ids)
      same(room, `${row.name} ${each}`, await ask(visitor, row, 'desk', each), nothing)
  }
}

function policies({ house, context }: Room): number {
  let wrong = 0
  const complain = (what: string): void => {
    wrong += 1
    context.fail(what)
  }
  const rows = new Map(apiRows().map((row) => [`${row.method} /api${row.path}`, row]))
  for (const row of rows.values()) {
    if (!(row.name in POLICIES)) complain(`${row.name} says nowhere whose records it reaches`)
    const byPath = row.access === 'user' && row.params !== undefined
    const policy = POLICIES[row.name]
    if (byPath && typeof policy !== 'object')
      complain(`${row.name} names a record, its policy none`)
  }
  const bound = boundRoutes(house.server.app.http)
  for (const route of bound) {
    if (!rows.has(route) && !OUTSIDE.some((it) => it.test(route)))
      complain(`${route} is in no contract`)
  }
  for (const route of rows.keys()) if (!bound.includes(route)) complain(`${route} is bound nowhere`)
  context.count('routes', bound.length)
  return wrong
}

/** For a reader's eyes: whether "not yours" takes as long as "not there". */
async function timing({ house, context }: Room, row: Row, policy: Exclude<Policy, string>) {
  const id = house.ids[policy.record]
  const took = { theirs: [] as number[], none: [] as number[] }
  for (let n = 0; n < TIMED; n += 1) {
    for (const which of ['theirs', 'none'] as const) {
      const from = performance.now()
      const at = which === 'none' ? unknownId(policy.record, id) : id
      await ask(house.other.visitor, row, policy, at)
      took[which].push(performance.now() - from)
    }
  }
  const [theirs, none] = [median(took.theirs), median(took.none)]
  context.log(`${row.name}: not yours ${theirs.toFixed(2)} ms, not there ${none.toFixed(2)} ms`)
}

async function walk(room: Room): Promise<void> {
  const { house, context } = room
  const before = await ownersState(house)
  const records: [Row, Exclude<Policy, string>][] = []
  for (const row of apiRows()) {
    const policy = POLICIES[row.name]
    if (policy === 'own') await ownOnly(room, row)
    else if (policy === 'desk') await desk(room, row)
    else if (typeof policy === 'object') {
      records.push([row, policy])
      await record(room, row, policy)
    }
  }
  if (context.scale === 'full') for (const [row, policy] of records) await timing(room, row, policy)
  const after = await ownersState(house)
  holds(room, `foreign hands moved something: ${before} then ${after}`, before === after)
  // What ends the owner's own things comes last.
  for (const [row, policy] of records.toSorted((a, b) => a[0].method.localeCompare(b[0].method))) {
    if (policy.in === 'path') await owned(room, row, policy)
  }
}

async function revokedOf(visitor: Visitor, fresh: Visitor, path: string): Promise<Visitor> {
  for (const [name, value] of visitor.cookies) fresh.cookies.set(name, value)
  await visitor.ask('DELETE', path)
  return fresh
}

export const run: FaultProgramme = async (context) => {
  const house = await furnishedHouse({ openMarket, config: { seed: '5'.repeat(64) } })
  const { server } = house
  try {
    const gone = await server.registerUser()
    const goneOperator = server.visitor()
    const operator = { name: 'house-operator', password: house.operatorPassword }
    await goneOperator.post('/api/desk/session', operator)
    const room: Room = {
      house,
      context,
      anonymous: server.visitor(),
      revoked: await revokedOf(gone.visitor, server.visitor(), '/api/session'),
      revokedDesk: await revokedOf(goneOperator, server.visitor(), '/api/desk/session'),
      passed: 0,
    }
    const failed = policies(room)
    await walk(room)
    return { passed: room.passed, failed }
  } finally {
    await house.close()
  }
}
