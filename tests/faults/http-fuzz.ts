/** Odd requests at every endpoint of a real server: none may break it, hang it, or be answered undeclared. */
import { z } from 'zod'
import { COMMON_ERRORS, type Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, problem } from '#contract/errors.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { openMarket } from '#server/market/open-market.ts'
import { apiRows } from '#server/platform/api-document.ts'
import { type BluntAnswer, BluntClient } from '#support/blunt-client.ts'
import { proposeRaw } from '#support/fund-room.ts'
import { furnishedHouse, type House, ok } from '#support/furnished-house.ts'
import { type OddRequest, OddRequests, type RowSchemas } from '#support/odd-requests.ts'
import { makePhoto } from '#support/photos.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { Pick } from '#support/settle-scenarios.ts'
import type { TestUser } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import type { FaultContext, FaultProgramme } from './runner.ts'

const REQUESTS = { ci: 50_000, full: 1_000_000 } as const
const AT_ONCE = 24
const HANG_MS = 5_000
/** An archive is some forty questions to a database that all others ask as well. */
const ARCHIVE_MS = 60_000
/** Every so many requests somebody sees to it that the users are still logged in. */
const TEND_EVERY = 500
/** These do heavy work by right: pictures, passwords, archives. One in so many of their turns. */
const HEAVY: Record<string, number> = { downloadEverything: 30, uploadPhoto: 6, register: 4 }
/** They would end what the others need, every time. */
const ENDING: Record<string, number> = { logOut: 60, deskLogOut: 60, logIn: 20, deskLogIn: 20 }

type Row = ReturnType<typeof apiRows>[number]

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
function schemasOf(row: Endpoint): RowSchemas {
  return {
    ...(row.params && { params: schemaOf(row.params) }),
    ...(row.query && { query: schemaOf(row.query) }),
    ...(row.body && { body: schemaOf(row.body) }),
  }
}

/** Rates that another operator proposed, so that the one who is here may publish them. */
async function proposalsOf({ server }: House, today: Day): Promise<string[]> {
  const ids: string[] = []
  for (const ahead of [10, 11, 30]) {
    const from = addDays(today, ahead)
    const it = { from, dailyRate: 50, at: server.clock.now(), by: 'another-operator' }
    ids.push(`${await proposeRaw(server.owner, it)}`)
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

/** Undefined: an answer as the row declares it. */
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
  const allowed: readonly ErrorCode[] = [...row.errors, ...COMMON_ERRORS]
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

/** People who may be logged out by what they send, and are let in again. */
class Crowd {
  readonly #people: readonly TestUser[]
  readonly #house: House
  readonly #operator: Visitor
  readonly #hashes: Hashes

  constructor(house: House, hashes: Hashes) {
    this.#house = house
    this.#people = [house.owner, house.other]
    this.#operator = house.operator
    this.#hashes = hashes
  }

  cookieFor(row: Row, pick: Pick): string | undefined {
    const kind = pick(10)
    if (kind === 0) return undefined
    if (kind === 1)
      return ['fairtick=x', 'fairtick=a; fairtick=b', ';;=', `fairtick=${'a'.repeat(43)}`][pick(4)]
    const user = this.#people[pick(this.#people.length)]?.visitor.cookieHeader
    if (kind === 2) return row.access === 'operator' ? user : this.#operator.cookieHeader
    return row.access === 'operator' ? this.#operator.cookieHeader : user
  }

  /** What they guessed right may have changed, what they guessed wrong is counted: back to how it was. */
  async tend(): Promise<void> {
    const { server, operatorPassword } = this.#house
    const { password_hash, trading_password_hash } = this.#hashes
    await server.owner.query(
      'update users set password_hash = $1, trading_password_hash = $2 where account = any ($3)',
      [password_hash, trading_password_hash, this.#people.map(({ account }) => account)],
    )
    await server.owner.query('delete from throttle_buckets')
    for (const { account, password, visitor } of this.#people) {
      if ((await visitor.get('/api/me')).status === 200) continue
      ok(await visitor.post('/api/session', { account, password }), 'log-in')
    }
    if ((await this.#operator.get('/api/desk/me')).status === 200) return
    const credentials = { name: 'house-operator', password: operatorPassword }
    ok(await this.#operator.post('/api/desk/session', credentials), 'desk log-in')
  }
}

interface Fuzz {
  client: BluntClient
  crowd: Crowd
  odd: OddRequests
  pick: Pick
  rows: { row: Row; schemas: RowSchemas }[]
  context: FaultContext
  passed: number
  failed: number
}

async function one(it: Fuzz): Promise<void> {
  const { pick, odd, crowd, client, context } = it
  const chosen = it.rows[pick(it.rows.length)]
  if (chosen === undefined) return
  const { row, schemas } = chosen
  if (pick(HEAVY[row.name] ?? ENDING[row.name] ?? 1) > 0) return one(it)
  const request = odd.of(row, schemas)
  const cookie = crowd.cookieFor(row, pick)
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
  if (fault === undefined) it.passed += 1
  else {
    it.failed += 1
    context.fail(`${row.name}: ${fault} | ${shown(request)}`)
  }
}

async function bombard(it: Fuzz, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += TEND_EVERY) {
    await it.crowd.tend()
    let left = Math.min(TEND_EVERY, requests - sent)
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        await one(it)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
}

export const run: FaultProgramme = async (context) => {
  const config = { rateFactor: 1_000_000, seed: '6'.repeat(64) }
  const house = await furnishedHouse({ openMarket, config })
  const client = new BluntClient(house.server.url, AT_ONCE)
  const pick = choicesOf(context.seed)
  const it: Fuzz = {
    client,
    crowd: new Crowd(house, await hashesOf(house)),
    pick,
    odd: new OddRequests(context.seed, pick, await knownOf(house)),
    rows: apiRows().map((row) => ({ row, schemas: schemasOf(row) })),
    context,
    passed: 0,
    failed: 0,
  }
  try {
    const from = performance.now()
    await bombard(it, REQUESTS[context.scale])
    const seconds = (performance.now() - from) / 1_000
    context.log(`${Math.round(REQUESTS[context.scale] / seconds)} requests a second`)
    const [fault] = await house.server.owner.query<{ n: bigint }>(
      'select count(*) as n from ledger_faults',
    )
    if (fault?.n !== 0n) context.fail(`${fault?.n} broken invariants`)
  } finally {
    client.close()
    await house.close()
  }
  return { passed: it.passed, failed: it.failed }
}
