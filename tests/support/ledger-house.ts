/** The real areas of one ledger sequence, and how they are compared with the model. */
import { type Cashier, createCashier } from '#server/cashier/cashier.ts'
import type { Trading } from '#server/trading/trading.ts'
import type { LedgerModel } from '#support/ledger-model.ts'
import { addTicks } from '#support/ledger-room.ts'
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
  keys = 0

  constructor(room: TradingRoom, count: (what: string) => void) {
    this.room = room
    this.count = count
    this.trading = room.another()
    this.cashier = createCashier({ ...room, practice: true })
  }

  newKey(): string {
    this.keys += 1
    return `sequence-key-${`${this.keys}`.padStart(8, '0')}`
  }
  userId(index: number): bigint {
    return this.users[index % this.users.length] ?? 0n
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

export async function compare(model: LedgerModel, house: House): Promise<void> {
  const { owner } = house.room
  const rows = await owner.query<{
    cash: bigint
    staked: bigint
    version: bigint
    told: bigint | null
    fates: string | null
  }>(
    `select c.balance as cash, s.balance as staked, c.version + s.version as version, (
        select (payload::json ->> 'version')::bigint from outbox e
        where e.user_id = c.user_id and topic = 'balance' order by seq desc limit 1
      ) as told, (
        select string_agg(case when o.status in ('open', 'live') then '-' else o.status end
          || coalesce(' ' || x.void_reason, ''), ',' order by o.id)
        from orders o left join settlements x on x.order_id = o.id where o.user_id = c.user_id
      ) as fates
      from accounts c join accounts s on s.user_id = c.user_id and s.kind = 'stake'
      where c.kind = 'cash' and c.user_id = any ($1) order by c.user_id`,
    [house.users],
  )
  const expected = model.users.map(({ cash, staked, version, orders }) => ({
    cash,
    staked,
    version: BigInt(version),
    told: version === 0 ? null : BigInt(version),
    fates:
      orders.length === 0
        ? null
        : orders.map((it) => (it.outcome ?? '-') + (it.reason ? ` ${it.reason}` : '')).join(','),
  }))
  same('accounts', rows, expected)
}
