/** A real server whose time, prices, connections and process a sequence of calls disturbs, and its users. */
import { openGuest } from '#contract/endpoints/guests.ts'
import { cashierVisit, userIdOf } from '#support/cashier-visit.ts'
import { FAKE_PRODUCTS, type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { addShares } from '#support/fund-room.ts'
import type { LegalUser } from '#support/legal-calls.ts'
import type { Call } from '#support/legal-fates.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { tick } from '#support/records.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { signingDevice } from '#support/signing-device.ts'
import { until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'

const START_MS = 1_700_000_000_000
const STEP_MS = 500
const SHARES = 100_000n
/** As many as the largest pool has connections. */
const POOL_QUERIES = 10
const PASSWORDS = { password: 'correct-mule-7-stapler', tradingPassword: 'another-mule-8-stapler' }

export class LegalRoom {
  readonly server: TestServer
  readonly market: FakeMarket
  readonly clock: ManualClock
  readonly #database: TestDatabase
  #price = 100
  #names = 0

  private constructor(
    parts: Pick<LegalRoom, 'server' | 'market' | 'clock'>,
    database: TestDatabase,
  ) {
    this.server = parts.server
    this.market = parts.market
    this.clock = parts.clock
    this.#database = database
  }

  static async open(): Promise<LegalRoom> {
    const database = await testDatabase()
    const clock = manualClock(START_MS)
    const market = fakeMarket()
    const server = await testServer({ clock, openMarket: roomOf(market), database })
    const room = new LegalRoom({ server, market, clock }, database)
    await room.pass(2 * STEP_MS, () => 1)
    return room
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.#database.close()
  }

  newKey(): string {
    this.#names += 1
    return `legal-key-${`${this.#names}`.padStart(8, '0')}`
  }

  async #user(visitor: Visitor, account: string, logIn: LegalUser['logIn']): Promise<LegalUser> {
    const userId = await userIdOf(this.server, account)
    const device = signingDevice()
    await visitor.post('/api/device-keys', { publicKey: device.publicKey })
    return { userId, logIn, visitor, device, orders: [], sent: [], documents: [] }
  }

  /** Registered and verified, with practice money, a payout account and shares of the fund. */
  async addMember(): Promise<LegalUser> {
    const { account, password, visitor, userId } = await cashierVisit(this.server)
    await addShares(this.server.owner, { userId, amount: SHARES, at: this.clock.now() })
    return this.#user(visitor, account, { account, password })
  }

  async addGuest(): Promise<LegalUser> {
    const visitor = this.server.visitor()
    const { body } = await visitor.post('/api/guest', { key: this.newKey() })
    return this.#user(visitor, openGuest.reply.parse(body).me.account, null)
  }

  /** A guest becomes a registered user, who has to log in. */
  async register(user: LegalUser): Promise<Answer> {
    const account = `late_${user.userId}`
    const { openingCode } = this.server
    const info = { account, phone: '+8613812345678', openingCode, ...PASSWORDS }
    const answer = await user.visitor.post('/api/registration', info)
    if (answer.status === 200) user.logIn = { account, password: PASSWORDS.password }
    return answer
  }

  /** Null without an answer. */
  ask({ visitor }: LegalUser, { method, path, body, command }: Call): Promise<Answer | null> {
    const sent = method === 'POST' && { body }
    const headers = command === null ? {} : { 'idempotency-key': command.key }
    return visitor.ask(method, path, { ...sent, headers }).catch(() => null)
  }

  /** Time passes; `moves` says by how much each tick moves the price, null: no tick comes. */
  async pass(ms: number, moves: () => number | null): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await playTime(this.clock, Math.min(STEP_MS, left))
      const moved = moves()
      if (moved === null) continue
      this.#price = Math.max(1, this.#price + moved)
      for (const { id } of FAKE_PRODUCTS) this.market.push(id, tick(this.clock.now(), this.#price))
      await this.clock.idle()
    }
  }

  /** The connections of statements and transactions that are under way die. Resolves with how many. */
  async killConnections(): Promise<number> {
    const killed = await this.server.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename <> current_user and state <> 'idle'`,
    )
    return killed.length
  }

  /** The pools have noticed which connections are gone. */
  async connected(): Promise<void> {
    await until('connections', async () => {
      const asked = Object.values(this.#database.pools).flatMap((pool) =>
        Array.from({ length: POOL_QUERIES }, () => pool.query('select 1')),
      )
      const answers = await Promise.allSettled(asked)
      return answers.every(({ status }) => status === 'fulfilled')
    })
  }

  /** What the invariants find, and the keys that were both bought and refused. */
  async faults(): Promise<string[]> {
    const { first } = await selectFaults(this.server.db, 5)
    const both = await this.server.owner.query<{ key: string }>(
      `select o.intent_key as key from orders o join order_refusals using (user_id, intent_key)
        left join settlements s on s.order_id = o.id where s.void_reason is distinct from 'too_late'`,
    )
    return [
      ...first.map(({ invariant, detail }) => `${invariant}: ${detail}`),
      ...both.map(({ key }) => `key ${key} was bought and refused`),
    ]
  }

  /** The keys of the orders that these users bought, as `user key`, without those undone as too late. */
  async boughtKeys(users: readonly LegalUser[]): Promise<string[]> {
    const rows = await this.server.owner.query<{ id: bigint; key: string }>(
      `select o.user_id as id, o.intent_key as key from orders o
        left join settlements s on s.order_id = o.id
        where o.user_id = any ($1) and s.void_reason is distinct from 'too_late'`,
      [users.map(({ userId }) => userId)],
    )
    return rows.map(({ id, key }) => `${id} ${key}`)
  }
}
