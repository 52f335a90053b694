/** Odd requests at every endpoint of a real server: none may break it, hang it, or be answered undeclared. */
import { z } from 'zod'
import { type Endpoint, errorsOf } from '#contract/endpoint.ts'
import { type ErrorCode, problem } from '#contract/errors.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { openMarket } from '#server/market/open-market.ts'
import { apiRows } from '#server/platform/http/api-document.ts'
import { setPassword } from '#support/credentials.ts'
import { type BluntAnswer, BluntClient } from '#support/blunt-client.ts'
import { operatorLogIn, renewCodes } from '#support/desk.ts'
import { proposeRaw } from '#support/fund-room.ts'
import { furnishedFixture, type House, ok } from '#support/furnished-fixture.ts'
import { type OddRequest, OddRequests, type RowSchemas } from '#support/odd-requests.ts'
import { makePhoto } from '#support/photos.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { Pick } from '#support/settle-scenarios.ts'
import type { TestUser } from '#support/server.ts'
import { HANG_MS } from '#support/until.ts'
import type { Visitor } from '#support/visitor.ts'
import type { FaultContext, FaultScenario } from './runner.ts'

const REQUESTS = { short: 1_200, ci: 5_000, full: 1_000_000 } as const
const AT_ONCE = 24
/** An archive takes about forty queries, beside those of all other requests. */
const ARCHIVE_MS = 4 * HANG_MS
/** After this many requests, users who were logged out are logged in again. */
const RESTORE_EVERY = 500
/** Endpoints with heavy work: pictures, passwords, archives. Each is called once in this many of its turns. */
const HEAVY: Record<string, number> = { downloadEverything: 30, uploadPhoto: 6, register: 4 }
/** Endpoints that end the sessions which the others need. Each is called once in this many of its turns. */
const ENDING: Record<string, number> = { logOut: 60, deskLogOut: 60, logIn: 20, deskLogIn: 20 }
const rarityOf = ({ name }: Row): number => HEAVY[name] ?? ENDING[name] ?? 1

type Row = ReturnType<typeof apiRows>[number]

const schemaOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input' })
function schemasOf(row: Endpoint): RowSchemas {
  return {
    ...(row.params && { params: schemaOf(row.params) }),
    ...(row.query && { query: schemaOf(row.query) }),
    ...(row.body && { body: schemaOf(row.body) }),
  }
}

/** Rates that another operator proposed, so that the scenario's operator may publish them. */
async function proposalsOf({ server }: House, today: Day): Promise<string[]> {
  const ids: string[] = []
  for (const ahead of [10, 11, 30]) {
    const from = addDays(today, ahead)
    const intent = { from, dailyRate: 50, at: server.clock.now(), by: 'another-operator' }
    ids.push(`${await proposeRaw(server.owner, intent)}`)
  }
  return ids
}

async function knownOf(house: House): Promise<Map<string, readonly unknown[]>> {
  const { ids, owner, server } = house
  const today = dayOf(server.clock.now())
  const days = [
    today,
    addDays(today, 1),
    addDays(today, 12),
    fundDates(server.clock.now()).settleDay,
  ]
  const rates = [ids.rateProposal, ...(await proposalsOf(house, today))]
  const documents = [ids.order, ids.deposit, ids.withdrawal, ids.verification, ids.payoutChange]
  const numbers = [...documents, ids.fundLot, ids.redemption, ...rates]
  const { account, password, tradingPassword } = owner
  const card = { kind: 'bank_card', holder: 'A B', nationality: 'DE', bank: 'Bank' }
  const number = { number: '4111 1111 1111 1111', address: 'A street' }
  return new Map<string, readonly unknown[]>([
    ['id', numbers],
    ['before', [...numbers, ...days]],
    ['after', numbers],
    ['from', days],
    ['confirmDay', days],
    ['payDay', days],
    ['symbol', ['EURUSD', 'BTCUSDT', 'GC']],
    ['account', [account, { ...card, ...number }]],
    ['password', [password]],
    ['oldPassword', [password, tradingPassword]],
    ['tradingPassword', [tradingPassword]],
    ['method', ['bank_transfer']],
    ['amount', ['50', '100.00', '13.13', '0.01']],
    ['stake', ['10', '1']],
    ['fee', ['1', '1.00']],
    ['frontPhoto', [ids.photo]],
    ['backPhoto', [ids.photo]],
    ['proof', [null, ids.photo]],
    ['key', [ids.orderKey]],
    ['search', [account]],
    ['nationality', ['CN', 'DE']],
    ['photo bytes', [await makePhoto({ width: 120, height: 80 })]],
  ])
}

/** What is wrong with an answer; undefined when it is as its row declares it. */
function faultOf(row: Row, { status, type, body }: BluntAnswer): string | undefined {
  if (status >= 500) return `${status} ${body.toString().slice(0, 200)}`
  if (status < 300) {
    if (row.download !== undefined) return type === row.download ? undefined : `type ${type}`
    if (row.reply === null) return body.length === 0 ? undefined : 'a body where none is declared'
    const parsed = row.reply.safeParse(JSON.parse(body.toString()))
    return parsed.success ? undefined : `reply: ${z.prettifyError(parsed.error)}`
  }
  if (!type.startsWith('application/problem+json')) return `${status} ${type} ${body.toString()}`
  const told = problem.safeParse(JSON.parse(body.toString()))
  if (!told.success) return `problem: ${body.toString()}`
  const allowed: readonly ErrorCode[] = errorsOf(row)
  if (!allowed.includes(told.data.code)) return `${told.data.code} is not declared`
  return told.data.status === status ? undefined : `${status} says ${told.data.status}`
}

const shown = ({ method, path, headers, body }: OddRequest): string =>
  [method, path, JSON.stringify({ ...headers, cookie: undefined }), body?.toString() ?? '']
    .map((part) => part.slice(0, 250))
    .join(' ')

interface Hashes {
  password_hash: string
  trading_password_hash: string
}
/** Both users have the same passwords. */
async function hashesOf({ server, owner }: House): Promise<Hashes> {
  const [row] = await server.owner.query<Hashes>(
    'select password_hash, trading_password_hash from users where account = $1',
    [owner.account],
  )
  if (row === undefined) throw new Error('the user is gone')
  return row
}

/** Users whose requests may log them out or change their passwords; `restore` undoes both. */
class Users {
  readonly #users: readonly TestUser[]
  readonly #house: House
  readonly #operator: Visitor
  readonly #hashes: Hashes

  constructor(house: House, hashes: Hashes) {
    this.#house = house
    this.#users = [house.owner, house.other]
    this.#operator = house.operator
    this.#hashes = hashes
  }

  cookieFor(row: Row, pick: Pick): string | undefined {
    const kind = pick(10)
    if (kind === 0) return undefined
    if (kind === 1)
      return ['fairtick=x', 'fairtick=a; fairtick=b', ';;=', `fairtick=${'a'.repeat(43)}`][pick(4)]
    const user = this.#users[pick(this.#users.length)]?.visitor.cookieHeader
    if (kind === 2) return row.access === 'operator' ? user : this.#operator.cookieHeader
    return row.access === 'operator' ? this.#operator.cookieHeader : user
  }

  /** Resets passwords, second factors, locks, closings and rate limits, and logs everyone in again. */
  async restore(): Promise<void> {
    const { server, operatorPassword } = this.#house
    const { password_hash, trading_password_hash } = this.#hashes
    const users = await server.owner.query<{ id: bigint }>(
      'update users set factor_at_log_in = false where account = any ($1) returning id',
      [this.#users.map(({ account }) => account)],
    )
    for (const { id: userId } of users) {
      await setPassword(server.owner, { userId, kind: 'login', hash: password_hash })
      await setPassword(server.owner, { userId, kind: 'trading', hash: trading_password_hash })
    }
    await server.owner.query(`delete from throttle_buckets;
      update account_locks set unlocked_at = locked_at, unlocked_by = 0 where unlocked_at is null;
      update account_closings set kept_at = asked_at where kept_at is null and closed_at is null`)
    for (const { account, password, visitor } of this.#users) {
      if ((await visitor.get('/api/me')).status === 200) continue
      ok(await visitor.post('/api/session', { account, password }), 'log-in')
    }
    if ((await this.#operator.get('/api/desk/me')).status === 200) return
    await renewCodes(server)
    const credentials = operatorLogIn(server, 'house-operator', operatorPassword)
    ok(await this.#operator.post('/api/desk/session', credentials), 'desk log-in')
  }
}

interface Fuzz {
  client: BluntClient
  users: Users
  odd: OddRequests
  rows: { row: Row; schemas: RowSchemas }[]
  context: FaultContext
}

/** Sends the request that this number stands for: the same seed sends the same requests, whatever answers first. */
async function sendOne(fuzz: Fuzz, number: number): Promise<void> {
  const { odd, users, client, context, rows } = fuzz
  const pick = choicesOf(context.seed + number)
  let chosen = rows[pick(rows.length)]
  while (chosen !== undefined && pick(rarityOf(chosen.row)) > 0) chosen = rows[pick(rows.length)]
  if (chosen === undefined) throw new Error('the API has no endpoints')
  const { row, schemas } = chosen
  const request = odd.of(row, schemas, pick)
  const cookie = users.cookieFor(row, pick)
  if (cookie !== undefined) request.headers['cookie'] = cookie
  let fault: string | undefined
  try {
    const patience = row.name === 'downloadEverything' ? ARCHIVE_MS : HANG_MS
    const answer = await client.send(request, patience)
    fault = answer === null ? `no answer in ${patience} ms` : faultOf(row, answer)
    context.count(`${answer?.status ?? 'hang'}`)
  } catch (error) {
    fault = String(error)
  }
  context.check(fault === undefined, `${row.name}: ${fault} | ${shown(request)}`)
}

async function sendAll(fuzz: Fuzz, requests: number): Promise<void> {
  for (let first = 1; first <= requests; first += RESTORE_EVERY) {
    await fuzz.users.restore()
    const count = Math.min(RESTORE_EVERY, requests - first + 1)
    const waiting = Array.from({ length: count }, (_, n) => first + n)
    const sendInTurn = async (): Promise<void> => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await sendOne(fuzz, n)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn))
  }
}

const PROBLEM = 'application/problem+json'
/** Answers to GET /api/me that must be found faulty. */
const FAULTY_ANSWERS: Record<string, Omit<BluntAnswer, 'body'> & { body: object }> = {
  'an internal error': { status: 500, type: PROBLEM, body: {} },
  'a reply without its fields': { status: 200, type: 'application/json', body: {} },
  'an error page': { status: 404, type: 'text/html', body: {} },
  'an error that is not declared': {
    status: 409,
    type: PROBLEM,
    body: { type: 'about:blank', title: 'Conflict', status: 409, code: 'practice_taken' },
  },
}

function controls({ rows, context }: Fuzz): void {
  const row = rows.find((each) => each.row.name === 'getMe')?.row
  if (row === undefined) throw new Error('the API has no getMe')
  for (const [name, { status, type, body }] of Object.entries(FAULTY_ANSWERS)) {
    const fault = faultOf(row, { status, type, body: Buffer.from(JSON.stringify(body)) })
    context.check(fault !== undefined, `${name} would not be seen`)
  }
}

export const run: FaultScenario = async (context) => {
  const config = { rateFactor: 1_000_000, seed: '6'.repeat(64) }
  const house = await furnishedFixture({ openMarket, config })
  const client = new BluntClient(house.server.url, AT_ONCE)
  const fuzz: Fuzz = {
    client,
    users: new Users(house, await hashesOf(house)),
    odd: new OddRequests(context.seed, await knownOf(house)),
    rows: apiRows().map((row) => ({ row, schemas: schemasOf(row) })),
    context,
  }
  try {
    controls(fuzz)
    const requests = REQUESTS[context.scale]
    const startedAt = performance.now()
    await sendAll(fuzz, requests)
    const seconds = (performance.now() - startedAt) / 1_000
    context.log(`${Math.round(requests / seconds)} requests per second`)
    const [faults] = await house.server.owner.query<{ n: bigint }>(
      'select count(*) as n from ledger_faults',
    )
    context.check(faults?.n === 0n, `${faults?.n} broken invariants`)
  } finally {
    client.close()
    await house.close()
  }
}
