/** Every endpoint, called by everyone who owns nothing there: a record of another user looks like no record. */
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { openMarket } from '#server/market/open-market.ts'
import { apiRows } from '#server/platform/http/api-document.ts'
import { boundRoutes } from '#support/bound-routes.ts'
import { operatorLogIn } from '#support/desk.ts'
import { type House, furnishedFixture, type RecordKind } from '#support/furnished-fixture.ts'
import { DESK_RECORDS, GUEST_ROWS, POLICIES, type Policy } from '#support/record-policies.ts'
import type { Answer, Visitor } from '#support/visitor.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

type Row = Endpoint & { name: string }
const TIMED = 300
/** Routes for operations and for the page itself, which are not part of the contract. */
const OUTSIDE = [
  /^GET \/api\/ticks\/:symbol.*ndjson$/,
  /^GET \/(healthz|readyz|metrics|robots\.txt|\.well-known\/security\.txt)?$/,
  /^GET \/\*$/,
  /^GET \/api\/docs(\/.*)?$/,
  /^POST \/api\/content-policy-reports$/,
]

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** Everything in an answer that a caller can compare: all but its time, its id and the state of the connection. */
const seen = ({ status, headers, text }: Answer): string => {
  const visible = [...headers].filter(
    ([name]) => !/^(date|keep-alive|connection|x-request-id)$/.test(name),
  )
  const id = headers.get('x-request-id') ?? ''
  return JSON.stringify([status, visible, text.replace(`"requestId":"${id}"`, '')])
}

/** An id of the same form that does not exist. */
function unknownId(kind: RecordKind, id: string): string {
  if (/^\d+$/.test(id)) return `${BigInt(id) + 777_777n}`
  if (kind === 'orderKey') return `no-${id.slice(3)}`
  if (kind === 'account') return 'nobody_1'
  return id.split('').toReversed().join('')
}

const pathWith = (row: Row, id: string): string =>
  `/api${row.path.replace(':name', 'order').replace(/:\w+/, encodeURIComponent(id))}`

function ask(visitor: Visitor, row: Row, policy: Policy, id: string): Promise<Answer> {
  const cursor = typeof policy === 'object' && policy.in === 'cursor' ? `?before=${id}` : ''
  const headers = { ...(row.command !== undefined && { 'idempotency-key': randomUUID() }) }
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
  row.name === 'removePasskey' ? { password: 'correct-mule-7-stapler', lost: true } : {}
const APPROVE = { decision: 'approve' }
const DESK_BODY: Record<string, object> = {
  decideVerification: APPROVE,
  decideDeposit: APPROVE,
  decidePayoutChange: APPROVE,
  decideFundRate: APPROVE,
  moveWithdrawal: { step: 'review' },
  haltProduct: {},
  proposeFundRate: { from: '2098-01-01', dailyRate: 40, why: 'a quiet month' },
  proposePayoutChange: { account: 'user_1', why: 'a reason', proposed: {} },
}

interface Access {
  house: House
  context: FaultContext
  revoked: Visitor
  revokedDesk: Visitor
  anonymous: Visitor
  /** A guest, with nothing of its own. */
  guest: Visitor
}

function same({ context }: Access, what: string, one: Answer, two: Answer): void {
  context.count('comparisons')
  context.check(seen(one) === seen(two), `${what}: ${seen(one)} against ${seen(two)}`)
}

/** The columns to compare of tables that change without a command: prices move orders, visits touch sessions. */
const STABLE_COLUMNS: Partial<Record<string, string>> = {
  orders: 't.id, t.stake, t.direction, t.expires_at, t.terms_id',
  sessions: 't.id, t.revoked_at',
}

/** A checksum of every record of the owner's. */
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
    const row = STABLE_COLUMNS[table] ?? 't.*'
    const [sum] = await server.owner.query<{ sum: string | null }>(
      `select md5(string_agg(it::text, '|' order by it::text)) as sum from (
         select ${row} from ${table} t join users u on u.id = t.user_id where u.account = $1) it`,
      [owner.account],
    )
    sums.push(`${table} ${sum?.sum}`)
  }
  return sums.join(', ')
}

/** To another user, the owner's record looks like an unknown one; without a session, every record looks the same. */
async function record(access: Access, row: Row, policy: Exclude<Policy, string>): Promise<void> {
  const { house, anonymous, revoked } = access
  const id = house.ids[policy.record]
  const none = unknownId(policy.record, id)
  const what = `${row.name} ${policy.record}`
  const theirs = await ask(house.other.visitor, row, policy, id)
  same(access, `${what}, another user`, theirs, await ask(house.other.visitor, row, policy, none))
  const refused = await ask(anonymous, row, policy, none)
  for (const visitor of [anonymous, revoked, house.operator]) {
    same(access, `${what}, without a session`, await ask(visitor, row, policy, id), refused)
  }
  access.context.check(refused.status === 401, `${what}: without a session ${refused.status}`)
}

/** Control: the id is real, so its owner gets another answer than for an unknown one. */
async function owned(access: Access, row: Row, policy: Exclude<Policy, string>): Promise<void> {
  const { visitor } = access.house.owner
  const id = access.house.ids[policy.record]
  const none = await ask(visitor, row, policy, unknownId(policy.record, id))
  const own = await ask(visitor, row, policy, id)
  access.context.check(seen(none) !== seen(own), `${row.name}: the owner also gets ${seen(own)}`)
}

async function ownOnly(access: Access, row: Row): Promise<void> {
  const refused = await ask(access.anonymous, row, 'own', '')
  access.context.check(refused.status === 401, `${row.name}: without a session ${refused.status}`)
  for (const visitor of [access.revoked, access.house.operator]) {
    same(access, `${row.name}, without a session`, await ask(visitor, row, 'own', ''), refused)
  }
}

/**
 * A guest is refused by every row that is not open to guests, whatever it names. From the open ones it gets what
 * another user without records gets: an unknown record.
 */
async function guest(access: Access, row: Row, policy: Policy): Promise<void> {
  const { house, context, guest: visitor } = access
  const named = typeof policy === 'object'
  const ids = named
    ? [house.ids[policy.record], unknownId(policy.record, house.ids[policy.record])]
    : ['']
  const answers: Answer[] = []
  for (const id of ids) answers.push(await ask(visitor, row, policy, id))
  const [first = null, second = first] = answers
  if (first !== null && second !== null && named)
    same(access, `${row.name}, a guest`, first, second)
  const closed = first?.status === 403 && /"registration_required"/.test(first.text)
  const open = GUEST_ROWS.has(row.name)
  context.check(closed !== open, `${row.name}: a guest gets ${first?.status} ${first?.text}`)
  context.check(open === (row.access === 'guest'), `${row.name}: access ${row.access}`)
}

async function desk(access: Access, row: Row): Promise<void> {
  const { house, anonymous, revoked, revokedDesk } = access
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
    access.guest,
  ]) {
    for (const each of ids)
      same(access, `${row.name} ${each}`, await ask(visitor, row, 'desk', each), nothing)
  }
}

/** Every row has a policy, and the contract and the server name the same routes. */
function policies({ house, context: { count, fail } }: Access): void {
  const rows = new Map(apiRows().map((row) => [`${row.method} /api${row.path}`, row]))
  for (const row of rows.values()) {
    if (!(row.name in POLICIES)) fail(`${row.name} declares no policy`)
    const byPath = /^(user|guest)$/.test(row.access) && row.params !== undefined
    const policy = POLICIES[row.name]
    if (byPath && typeof policy !== 'object')
      fail(`${row.name} names a record, but its policy does not`)
  }
  const bound = boundRoutes(house.server.app.http)
  for (const route of bound) {
    if (!rows.has(route) && !OUTSIDE.some((pattern) => pattern.test(route)))
      fail(`${route} is not in the contract`)
  }
  for (const route of rows.keys()) if (!bound.includes(route)) fail(`${route} is not served`)
  count('routes', bound.length)
}

/** Logs whether "not yours" takes as long as "not there". */
async function timing({ house, context }: Access, row: Row, policy: Exclude<Policy, string>) {
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

async function walk(access: Access): Promise<void> {
  const { house, context } = access
  const before = await ownersState(house)
  const records: [Row, Exclude<Policy, string>][] = []
  for (const row of apiRows()) {
    const policy = POLICIES[row.name]
    if (policy !== undefined && policy !== 'open' && policy !== 'desk')
      await guest(access, row, policy)
    if (policy === 'own') await ownOnly(access, row)
    else if (policy === 'desk') await desk(access, row)
    else if (typeof policy === 'object') {
      records.push([row, policy])
      await record(access, row, policy)
    }
  }
  if (context.scale === 'full')
    for (const [row, policy] of records) await timing(access, row, policy)
  const after = await ownersState(house)
  context.check(before === after, `others changed the owner's records: ${before} then ${after}`)
  // Calls that end the owner's own records come last.
  for (const [row, policy] of records.toSorted((a, b) => a[0].method.localeCompare(b[0].method))) {
    if (policy.in === 'path') await owned(access, row, policy)
  }
}

async function newGuest(visitor: Visitor): Promise<Visitor> {
  const { status, text } = await visitor.post('/api/guest', { key: randomUUID() })
  if (status !== 200) throw new Error(text)
  return visitor
}

async function revokedOf(visitor: Visitor, fresh: Visitor, path: string): Promise<Visitor> {
  for (const [name, value] of visitor.cookies) fresh.cookies.set(name, value)
  await visitor.ask('DELETE', path)
  return fresh
}

export const run: FaultScenario = async (context) => {
  const house = await furnishedFixture({ openMarket, config: { seed: '5'.repeat(64) } })
  const { server } = house
  try {
    const gone = await server.registerUser()
    const goneOperator = server.visitor()
    const operator = operatorLogIn(server, 'house-operator', house.operatorPassword)
    await goneOperator.post('/api/desk/session', operator)
    const access: Access = {
      house,
      context,
      anonymous: server.visitor(),
      guest: await newGuest(server.visitor()),
      revoked: await revokedOf(gone.visitor, server.visitor(), '/api/session'),
      revokedDesk: await revokedOf(goneOperator, server.visitor(), '/api/desk/session'),
    }
    policies(access)
    await walk(access)
  } finally {
    await house.close()
  }
}
