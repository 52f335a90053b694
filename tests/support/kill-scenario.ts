/**
 * The real server is killed while it answers commands and while its own jobs run, then started again on the same
 * database. Afterwards each command was carried out once and each job has done its work once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import {
  addSender,
  CANCELLATIONS,
  COMMANDS,
  type Moment,
  type Sender,
  Sending,
} from '#support/kill-commands.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { replayOf } from '#support/started-server.ts'
import { pause } from '#support/until.ts'
import type { Answer } from '#support/visitor.ts'

const MAIN = fileURLToPath(new URL('clocked-server.ts', import.meta.url))
/** A Tuesday morning on which the fund's next business day is the next day. */
const START = Date.parse('2026-03-03T10:00:00Z')
const SYMBOL = 'BTCUSDT'
const WAIT_MS = 30_000
const STEP_MS = 10
/** By then every order has expired, every review is over and the fund has paid. */
const LATER_MS = 3 * 86_400_000
const ESTABLISHED = 3
const NEWCOMERS = 2
/** The announcer notifies 100 users at a time. */
const CROWD = 300
/** Basis points from the price: some alerts are reached within seconds, others never. */
const ALERT_BPS = [1, 2, 4, 8, 5_000]

export class KillScenario {
  readonly #database: TestDatabase
  readonly #server: ServerProcess
  readonly #folder: string
  #ahead = START - performance.now()

  private constructor(database: TestDatabase, folder: string, port: number) {
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error', ...replayOf(folder) }
    this.#database = database
    this.#folder = folder
    this.#server = new ServerProcess(join(folder, 'data'), port, { main: MAIN, env })
  }

  static async open(): Promise<KillScenario> {
    const folder = mkdtempSync(join(tmpdir(), 'fairtick-kills-'))
    const scenario = new KillScenario(await testDatabase(), folder, await freePort())
    await scenario.#start()
    const { owner } = scenario.#database
    await owner.query(
      `insert into fund_rates
        values ('2026-01-01', 50, fund_day_start('2026-01-01') - 1, 'practice-curve', 'practice-curve')`,
    )
    await owner.query(
      `insert into users (account, phone, nickname, opening_code)
        select 'crowd' || n, '', '', 'crowd' || n from generate_series(1, $1::int) n`,
      [CROWD],
    )
    return scenario
  }

  /** Two kills: one while commands are under way, one while cancellations, alerts and an announcement are. */
  async round(): Promise<void> {
    const moment = await this.#moment()
    const { url } = this.#server
    const all = await Promise.all(
      Array.from({ length: ESTABLISHED + NEWCOMERS }, (_, n) =>
        addSender(this.#database, { url, established: n < ESTABLISHED, now: moment.now }),
      ),
    )
    const [patient, ...cancelling] = all.filter(({ established }) => established)
    if (patient === undefined) throw new Error('no established customer')
    const commands = await this.#commandsOf(all, moment)
    await this.#setAlerts(patient)
    const answers = await this.#killAmid(commands)
    await this.#expectMadeOnce(all)
    await this.#setAlerts(patient)
    const cancellations = cancelling.flatMap((sender) =>
      CANCELLATIONS.map(({ path }) => {
        const made = commands.findIndex(
          (command) => command.sender === sender && path.startsWith(`${command.path}/`),
        )
        return new Sending(sender, path, { id: idIn(answers[made]) })
      }),
    )
    await this.#amidAnnouncement(async () => {
      await this.#until('an alert to be reached', "select 1 from price_alerts where status = 'hit'")
      await this.#expectCancelled(cancellations, await this.#killAmid(cancellations))
    })
  }

  /** Time passes until everything is final; then the books must agree. */
  async finish(): Promise<void> {
    this.#ahead += LATER_MS
    this.#server.tell(`to ${this.#now}`)
    await this.#until('everything to be final', FINAL)
    await this.#server.stop()
    const { owner } = this.#database
    expect(await faultsOf(owner)).toEqual([])
    expect(await owner.query(NOT_ONCE)).toEqual([])
    const alerts = await owner.query<{ status: string }>('select status from price_alerts')
    expect(new Set(alerts.map(({ status }) => status))).toEqual(new Set(['hit', 'active']))
  }

  async close(): Promise<void> {
    await this.#server.kill('SIGKILL')
    await this.#database.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** The server's moment, ms. */
  get #now(): number {
    return Math.ceil(this.#ahead + performance.now())
  }

  /** Resolves once the market has prices. */
  async #start(): Promise<void> {
    const since = this.#now
    this.#server.start()
    this.#server.tell(`to ${since}`)
    await this.#server.ready()
    await this.#until(
      'a price',
      `select 1 from ticks join products on products.id = product_id
        where symbol = '${SYMBOL}' and kind = 0 and time_ms >= ${since}`,
    )
  }

  async #until(what: string, sql: string): Promise<void> {
    for (const end = performance.now() + WAIT_MS; ; await pause(STEP_MS)) {
      if ((await this.#database.owner.query(sql)).length > 0) return
      if (performance.now() > end) {
        throw new Error(`waited ${WAIT_MS} ms in vain for ${what}:\n${this.#server.output}`)
      }
    }
  }

  async #moment(): Promise<Moment> {
    const reply = await fetch(`${this.#server.url}/api/products`)
    const { products } = listProducts.reply.parse(await reply.json())
    const { terms } = products.find(({ symbol }) => symbol === SYMBOL) ?? {}
    const durationMs = terms?.durations[0]?.durationMs
    if (terms === undefined || durationMs === undefined) throw new Error(`no terms of ${SYMBOL}`)
    return { now: this.#now, termsId: terms.termsId, durationMs }
  }

  #commandsOf(senders: readonly Sender[], moment: Moment): Promise<Sending[]> {
    const each = senders.flatMap((sender) =>
      COMMANDS.filter((command) => (command.sender === 'established') === sender.established).map(
        async ({ path, body }) =>
          new Sending(sender, path, { body: await body(moment, sender.visitor) }),
      ),
    )
    return Promise.all(each)
  }

  /** Around the price, so that the next ticks reach the nearest ones. */
  async #setAlerts({ visitor }: Sender): Promise<void> {
    const [last] = await this.#database.owner.query<{ price: bigint }>(
      `select price from ticks join products on products.id = product_id
        where symbol = '${SYMBOL}' and kind = 0 order by seq desc limit 1`,
    )
    const price = Number(last?.price)
    for (const bps of ALERT_BPS) {
      const away = Math.max(1, Math.round((price * bps) / 10_000))
      const above = { symbol: SYMBOL, direction: 'at_or_above', price: price + away }
      const below = { symbol: SYMBOL, direction: 'at_or_below', price: price - away }
      for (const wish of [above, below]) await visitor.post('/api/alerts', wish)
    }
  }

  /**
   * The server is killed as the first answer arrives; the others are lost on their way or were never worked on. All
   * are sent again until each is answered.
   */
  async #killAmid(sendings: readonly Sending[]): Promise<Answer[]> {
    const tries = sendings.map((sending) => sending.once())
    await Promise.race(tries)
    await this.#server.kill('SIGKILL')
    const before = await Promise.all(tries)
    expect(before.some((answer) => answer !== null)).toBe(true)
    expect(before.some((answer) => answer === null)).toBe(true)
    await this.#start()
    const after = await Promise.all(sendings.map((sending) => sending.untilAnswered()))
    for (const [n, answer] of before.entries()) {
      if (answer === null) continue
      // What was acknowledged is answered with the same bytes. A refusal is not kept: a review may have moved on.
      if (answer.status < 400) expect(after[n]?.text).toBe(answer.text)
      else expect(after[n]?.status).toBe(answer.status)
    }
    return after
  }

  async #expectMadeOnce(senders: readonly Sender[]): Promise<void> {
    for (const { path, sender, made } of COMMANDS) {
      for (const { userId, established } of senders) {
        if ((sender === 'established') !== established) continue
        const rows = await this.#database.owner.query<{ n: number }>(made, [String(userId)])
        expect([path, rows]).toEqual([path, [{ n: 1 }]])
      }
    }
  }

  /** A cancellation is refused when a review was quicker; either way its document says the same. */
  async #expectCancelled(
    cancellations: readonly Sending[],
    answers: readonly Answer[],
  ): Promise<void> {
    for (const [n, { path, sender }] of cancellations.entries()) {
      const { table } = CANCELLATIONS.find((cancellation) => cancellation.path === path) ?? {}
      const rows = await this.#database.owner.query(
        `select 1 from ${table} where user_id = $1 and status = 'cancelled'`,
        [sender.userId],
      )
      expect([path, rows.length]).toEqual([path, answers[n]?.status === 200 ? 1 : 0])
    }
  }

  /** The work falls into the middle of an announcement: one of its second hundred users is locked until then. */
  async #amidAnnouncement(work: () => Promise<void>): Promise<void> {
    const { owner } = this.#database
    await owner.transaction(async (tx) => {
      // However long a busy machine takes to start the server again.
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      await tx.query(
        `select 1 from user_mutex
          where user_id = (select id from users where account = 'crowd150') for update`,
      )
      await owner.query(
        `insert into announcements (intent_key, texts, sent_by, sent_at, users, last_user)
          select 'key of ' || max(id), '{"zh-CN":"维护","en":"Maintenance"}', 'anna', 1,
            count(*), max(id) from users`,
      )
      await work()
      const [row] = await owner.query<{ halfway: boolean }>(
        'select told > 0 and done_at is null as halfway from announcements order by id desc limit 1',
      )
      expect(row).toEqual({ halfway: true })
    })
    await this.#until(
      'the end of the announcement',
      'select 1 where not exists (select 1 from announcements where done_at is null)',
    )
  }
}

function idIn(answer: Answer | undefined): string {
  const [, id] = /"id":\s?"(\d+)"/.exec(answer?.text ?? '') ?? []
  if (id === undefined) throw new Error(`no id in ${answer?.text}`)
  return id
}

/** A row once orders, reviews and the fund have come to their ends. */
const FINAL = `select 1 where not exists (
  select 1 from orders where status in ('open', 'live')
  union all select 1 from deposits where status in ('submitted', 'review')
  union all select 1 from withdrawals where status in ('requested', 'review', 'approved', 'paying')
  union all select 1 from fund_lots where status = 'pending'
  union all select 1 from fund_redemptions where status = 'requested')`

/** Work of the server's jobs that was done twice, not at all, or for another reason than the log gives. */
const NOT_ONCE = `
  select 'announcement' as what, a.id, u.id as user_id, count(m.id)::int as messages
    from announcements a join users u on u.id <= a.last_user
    left join messages m on m.user_id = u.id and m.announcement_id = a.id
    group by a.id, u.id having count(m.id) <> 1
  union all select 'announced', a.id, null, a.told from announcements a where a.told <> a.users
  union all select 'alert', a.id, a.user_id, j.messages from price_alerts a,
    lateral (select
      (select min(t.seq) from ticks t where t.product_id = a.product_id and t.kind = 0
        and t.seq > a.after_seq and t.seq <= m.judged_seq and case a.direction
          when 'at_or_above' then t.price >= a.price else t.price <= a.price end) as first,
      (select count(*)::int from messages s where s.user_id = a.user_id
        and s.params ->> 'alertId' = a.id::text) as messages,
      (select count(*)::int from outbox o where o.user_id = a.user_id and o.topic = 'messages'
        and o.payload like '%"alertId": "' || a.id || '"%') as pushed
      from alert_marks m where m.product_id = a.product_id) j
    where (j.first is not null and a.hit_seq is distinct from j.first)
      or j.messages <> (a.status = 'hit')::int or j.pushed <> (a.status = 'hit')::int
  union all select 'order', o.id, o.user_id, 0 from orders o
    where (select count(*) from settlements s where s.order_id = o.id) <> 1`
