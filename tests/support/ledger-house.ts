/** The real areas of one ledger sequence, and how they are compared with the model. */
import { type Cashier, createCashier } from '#server/cashier/cashier.ts'
import { methodsFrom } from '#server/cashier/deposit-methods.ts'
import { createDeposits, type Deposits } from '#server/cashier/deposits.ts'
import { type CashierReview, createCashierReview } from '#server/cashier/review.ts'
import { createWithdrawals, type Withdrawals } from '#server/cashier/withdrawals.ts'
import { createFundDays } from '#server/fund/days.ts'
import { createFund, type Fund } from '#server/fund/fund.ts'
import { createRates, type Rates } from '#server/fund/rates.ts'
import { selectBalance } from '#server/cashier/cashier-store.ts'
import { appendOutbox } from '#server/ledger/outbox-store.ts'
import type { Trading } from '#server/trading/trading.ts'
import { trusting } from '#support/cashier-races.ts'
import type { ModelDocument } from '#support/ledger-documents.ts'
import type { LedgerModel } from '#support/ledger-model.ts'
import { addTicks, grant } from '#support/ledger-room.ts'
import type { Planned } from '#support/records.ts'
import type { TradingRoom } from '#support/trading-room.ts'
import { pause } from '#support/until.ts'

export const EURUSD = 9
const POOL_NOTICES_MS = 5

/** The real side of one sequence. */
export class House {
  readonly users: bigint[] = []
  /** Answers by key, and how to ask for them again. */
  readonly answers = new Map<string, { json: string; again: () => Promise<string> }>()
  readonly room: TradingRoom
  readonly count: (what: string) => void
  trading: Trading
  cashier: Cashier
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly review: CashierReview
  readonly fund: Fund
  readonly rates: Rates
  keys = 0

  constructor(room: TradingRoom, count: (what: string) => void) {
    this.room = room
    this.count = count
    this.trading = room.another()
    this.cashier = createCashier({ ...room, practice: true })
    const parts = { ...room, desk: { changed: () => undefined } }
    const method = { id: 'wire', kind: 'bank', currency: null, details: [], qr: null }
    this.deposits = createDeposits({ ...parts, methods: methodsFrom([method]) })
    this.withdrawals = createWithdrawals({ ...parts, stepUp: trusting })
    this.review = createCashierReview(parts)
    this.fund = createFund({ ...room, stepUp: trusting })
    this.rates = createRates({ ...room, bell: parts.desk, practice: false })
  }

  newKey(): string {
    this.keys += 1
    return `sequence-key-${`${this.keys}`.padStart(8, '0')}`
  }
  userId(index: number): bigint {
    return this.users[index % this.users.length] ?? 0n
  }
  async #row({ kind, id }: ModelDocument): Promise<{ user_id: bigint; status: string }> {
    const [row] = await this.room.owner.query<{ user_id: bigint; status: string }>(
      `select user_id, status from ${kind}s where id = $1`,
      [id],
    )
    if (row === undefined) throw new Error(`no ${kind} ${id}`)
    return row
  }
  async ownerOf(it: ModelDocument): Promise<bigint> {
    return (await this.#row(it)).user_id
  }
  /** Whether it stands elsewhere than the model says. */
  async hasMoved(it: ModelDocument): Promise<boolean> {
    return (await this.#row(it)).status !== it.status
  }
  /** Records are durable before the areas hear of them, as in the real market. */
  async push(...planned: Planned[]): Promise<void> {
    await addTicks(this.room.owner, EURUSD, planned)
    this.room.market.push(EURUSD, ...planned)
  }
  async idle(): Promise<void> {
    await this.trading.settlement.idle()
  }
  async restart(): Promise<void> {
    await this.trading.settlement.stop()
    this.trading = this.room.another()
    await this.trading.settlement.start()
    await this.idle()
  }
  /** Time leaps while no server runs; the market is back with one tick. */
  async sleep(ms: number): Promise<void> {
    await this.trading.settlement.stop()
    this.room.clock.jump(ms)
    await this.push({ kind: 'tick', at: this.room.clock.now(), price: 100 })
    await this.restart()
  }
  /** A round of the fund's job by each of so many servers at once, for everybody in the database. */
  async beginDays(servers: number): Promise<void> {
    const clock = { ...this.room.clock, every: () => () => undefined }
    const faults: unknown[] = []
    const log = { error: (what: unknown) => void faults.push(what) }
    const begin = async (): Promise<void> => {
      const days = createFundDays({ ...this.room, rates: this.rates, clock, log })
      days.start()
      await days.run()
      await days.stop()
    }
    await Promise.all(Array.from({ length: servers }, begin))
    same('what the job logged', faults, [])
  }
  async giveMoney(userId: bigint, amount: bigint): Promise<void> {
    await this.room.owner.transaction(async (tx) => {
      await grant(tx, userId, amount)
      const payload = await selectBalance(tx, userId)
      await appendOutbox(tx, [{ userId, topic: 'balance', payload }])
    })
  }
  /** Every connection to this database but the killer's own dies; waits until the pools have noticed. */
  async killConnections(): Promise<void> {
    const { db, owner } = this.room
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    for (let tries = 0; ; tries++) {
      await pause(POOL_NOTICES_MS)
      const asked = [db, owner].flatMap((it) =>
        Array.from({ length: 3 }, () => it.query('select 1')),
      )
      const answers = await Promise.allSettled(asked)
      if (answers.every(({ status }) => status === 'fulfilled')) return
      if (tries > 100) throw new Error('the connections do not come back')
    }
  }
}

export function same(what: string, real: unknown, model: unknown): void {
  const [is, must] = [real, model].map((it) =>
    JSON.stringify(it, (_, x) => (typeof x === 'bigint' ? `${x}` : x)),
  )
  if (is !== must) throw new Error(`${what}: is ${is}, must be ${must}`)
}

interface Standing {
  cash: bigint
  staked: bigint
  held: bigint
  version: bigint
  told: bigint | null
  fates: string | null
  documents: string | null
}

export async function compare(model: LedgerModel, house: House): Promise<void> {
  const { owner } = house.room
  const rows = await owner.query<Standing>(
    `select c.balance as cash, s.balance as staked, h.balance as held,
      (select sum(version) from accounts a where a.user_id = c.user_id)::bigint as version, (
        select (payload::json ->> 'version')::bigint from outbox e
        where e.user_id = c.user_id and topic = 'balance' order by seq desc limit 1
      ) as told, (
        select string_agg(case when o.status in ('open', 'live') then '-' else o.status end
          || coalesce(' ' || x.void_reason, ''), ',' order by o.id)
        from orders o left join settlements x on x.order_id = o.id where o.user_id = c.user_id
      ) as fates, (
        select string_agg(d.id || ' ' || d.status, ',' order by d.id) from (
          select id, status, user_id from deposits union all
          select id, status, user_id from withdrawals
        ) d where d.user_id = c.user_id
      ) as documents
      from accounts c join accounts s on s.user_id = c.user_id and s.kind = 'stake'
      join accounts h on h.user_id = c.user_id and h.kind = 'withdrawal_hold'
      where c.kind = 'cash' and c.user_id = any ($1) order by c.user_id`,
    [house.users],
  )
  const inOrder = (it: readonly ModelDocument[]): ModelDocument[] =>
    it.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
  const listed = (it: readonly string[]): string | null => (it.length === 0 ? null : it.join(','))
  const expected = model.users.map(({ cash, staked, held, version, orders, documents }) => ({
    cash,
    staked,
    held,
    version: BigInt(version),
    told: version === 0 ? null : BigInt(version),
    fates: listed(orders.map((it) => (it.outcome ?? '-') + (it.reason ? ` ${it.reason}` : ''))),
    documents: listed(inOrder(documents).map(({ id, status }) => `${id} ${status}`)),
  }))
  same('accounts', rows, expected)
}
