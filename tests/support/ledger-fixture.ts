/** The real areas of one ledger sequence, and what a command of the sequence is. */
import type fc from 'fast-check'
import { type Cashier, createCashier } from '#server/cashier/cashier.ts'
import { methodsFrom } from '#server/cashier/deposit-methods.ts'
import { createDeposits, type Deposits } from '#server/cashier/deposits.ts'
import { createWithdrawals, type Withdrawals } from '#server/cashier/withdrawals.ts'
import type { Documents } from '#server/documents/move.ts'
import { createFundDays } from '#server/fund/days.ts'
import { createFund, type Fund } from '#server/fund/fund.ts'
import { createRates, type Rates } from '#server/fund/rates.ts'
import { balanceEvent, tellUsers } from '#server/ledger/outbox-store.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Trading } from '#server/trading/trading.ts'
import { trusting } from '#support/cashier-races.ts'
import { documentsOn } from '#support/documents.ts'
import { compare, compareFund, same } from '#support/ledger-compare.ts'
import type { LedgerModel, ModelDocument } from '#support/ledger-model.ts'
import { grant } from '#support/ledger-room.ts'
import type { Planned } from '#support/records.ts'
import type { TradingFixture } from '#support/trading-fixture.ts'
import { pause } from '#support/until.ts'

export const EURUSD = 9
const POOL_NOTICES_MS = 5
/** As many as the largest pool has connections, so that each of them is tried. */
const POOL_QUERIES = 10

/** The real side of one sequence. */
export class LedgerFixture {
  readonly users: bigint[] = []
  /** Answers by key, and how to ask for them again. */
  readonly answers = new Map<string, { json: string; again: () => Promise<string> }>()
  readonly room: TradingFixture
  readonly count: (what: string) => void
  trading: Trading
  cashier: Cashier
  readonly deposits: Deposits
  readonly withdrawals: Withdrawals
  readonly documents: Documents
  readonly fund: Fund
  readonly rates: Rates
  keys = 0

  constructor(room: TradingFixture, count: (what: string) => void) {
    this.room = room
    this.count = count
    this.trading = room.another()
    this.cashier = createCashier({ ...room, practice: true })
    const deskChanges = { changed: () => undefined }
    this.documents = documentsOn(room)
    const parts = { ...room, deskChanges, documents: this.documents }
    const method = { id: 'wire', kind: 'bank', currency: null, details: [], qr: null }
    this.deposits = createDeposits({ ...parts, methods: methodsFrom([method]) })
    this.withdrawals = createWithdrawals({ ...parts, stepUp: trusting })
    this.fund = createFund({ ...room, stepUp: trusting })
    this.rates = createRates({ ...room, practice: false })
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
  async ownerOf(document: ModelDocument): Promise<bigint> {
    return (await this.#row(document)).user_id
  }
  /** Whether it stands elsewhere than the model says. */
  async hasMoved(document: ModelDocument): Promise<boolean> {
    return (await this.#row(document)).status !== document.status
  }
  push(...planned: Planned[]): void {
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
    this.push({ kind: 'tick', at: this.room.clock.now(), price: 100 })
    await this.restart()
  }
  /** A round of the fund's job by each of so many servers at once, for everyone in the database. */
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
      await tellUsers(tx, [balanceEvent(userId, this.room.clock.now())])
    })
  }
  /** Every connection to this database but the killer's own dies; waits until the pools have noticed. */
  async killConnections(): Promise<void> {
    const { owner, pools } = this.room
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    for (let tries = 0; ; tries++) {
      await pause(POOL_NOTICES_MS)
      const asked = [owner, ...Object.values(pools)].flatMap((database) =>
        Array.from({ length: POOL_QUERIES }, () => database.query('select 1')),
      )
      const answers = await Promise.allSettled(asked)
      if (answers.every(({ status }) => status === 'fulfilled')) return
      if (tries > 100) throw new Error('the connections do not come back')
    }
  }
}

type Run = (model: LedgerModel, fixture: LedgerFixture) => Promise<void>
export type Step = fc.AsyncCommand<LedgerModel, LedgerFixture>
export const step = (
  name: string,
  run: Run,
  check: (model: Readonly<LedgerModel>) => boolean = ({ users }) => users.length > 0,
): Step => ({
  toString: () => name,
  check,
  run: async (model, fixture) => {
    fixture.count('commands')
    await run(model, fixture)
    await fixture.idle()
    model.settle(fixture.room.market.log(EURUSD), (outcome) => fixture.count(outcome))
    await compare(model, fixture)
  },
})

/** A command that may change a user's fund. Effects of other commands on funds are compared here and at the end. */
export const fundStep = (name: string, run: Run): Step =>
  step(name, async (model, fixture) => {
    await run(model, fixture)
    await compareFund(model, fixture)
  })

/** The code of a refusal; any other error is thrown. */
export const codeOf = (error: unknown): string => {
  if (error instanceof Rejected) return error.code
  throw error
}
