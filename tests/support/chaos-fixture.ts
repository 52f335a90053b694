/** A server with one user whose messages and balance change all the time, and a page that checks what it receives. */
import { asyncScheduler } from 'rxjs'
import { TOPICS } from '#contract/topics.ts'
import { formatAmount } from '#rules/amounts.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import { foldSnapshot, present } from '#streams/operators/fold-snapshot.ts'
import { STATE_TOPICS } from '#streams/topics/table.ts'
import { quotesTopic } from '#streams/topics/quotes.ts'
import { createVisibleSet } from '#streams/topics/visible-set.ts'
import type { Connection } from '#streams/types.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { createAlarm, systemTiming, type Timing } from '#streams/wire/timing.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import type { Transport } from '#streams/wire/transport.ts'
import { createWire } from '#streams/wire/wire.ts'
import { type HubServer, startHubServer } from '#support/hub-server.ts'
import { addUser } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

const CHAOS_PRODUCT = 1
const LATEST = 50
const FIRST_PRICE = 100_000

/** The amount available in the balance with this version, in minor units. */
const availableAt = (version: number): bigint => BigInt(version) * 7n

export interface ChaosServer {
  url: string
  /** Commits and publishes the next `count` messages and balances, and one tick. */
  commit(count: number): Promise<void>
  /** How many messages were committed so far, and as many balances. */
  committed(): number
  errors: readonly unknown[]
  close(): Promise<void>
}

const messageJson = (number: number): string =>
  JSON.stringify({ id: `${number}`, kind: 'welcome', params: {}, sentAt: number, readAt: null })

function balanceJson(version: number): string {
  const amount = formatAmount(availableAt(version))
  const rest = { staked: '0.00', held: '0.00', fund: '0.00', profitAndLoss: '0.00' }
  const today = { profitAndLoss: '0.00', endsAt: 0 }
  return JSON.stringify({
    version,
    available: amount,
    total: amount,
    ...rest,
    today,
    practiceNextAt: null,
  })
}

interface Stored {
  seq: bigint
  payload: string
}
const newestOf = (db: Queryable, userId: bigint, topic: string, count: number): Promise<Stored[]> =>
  db.query<Stored>(
    `select seq, payload from outbox where user_id = $1 and topic = $2 order by seq desc limit $3`,
    [userId, topic, count],
  )

function addTopics({ hub }: HubServer, { db }: TestDatabase): void {
  hub.addPrivate({
    name: 'messages',
    snapshot: async (id) => {
      const rows = await newestOf(db, id, 'messages', LATEST)
      const latest = rows.map(({ payload }) => payload).join()
      const seq = rows[0]?.seq ?? 0n
      return { seq, json: `{"unread":${seq},"latest":[${latest}]}` }
    },
  })
  hub.addPrivate({
    name: 'balance',
    snapshot: async (id) => {
      const [newest] = await newestOf(db, id, 'balance', 1)
      return { seq: newest?.seq ?? 0n, json: newest?.payload ?? balanceJson(0) }
    },
  })
}

export async function openChaosServer(): Promise<ChaosServer> {
  const database = await testDatabase()
  const userId = await addUser(database.owner)
  const server = await startHubServer({ database: database.db })
  // A page under Node sends no cookie: every caller is this user.
  server.sessions.set('', { userId, sessionId: 1n, handle: 'chaos', guest: false })
  addTopics(server, database)
  let committed = 0
  return {
    url: server.url,
    errors: server.errors,
    committed: () => committed,
    commit: async (count) => {
      const numbers = Array.from({ length: count }, (_, n) => committed + n + 1)
      const payloads = numbers.flatMap((number) => [messageJson(number), balanceJson(number)])
      const rows = await database.owner.query<OutboxEvent & { user_id: bigint }>(
        `select user_id, topic, seq, payload from outbox_append(
          array_fill($1::bigint, array[cardinality($2::text[])]), $2, $3)`,
        [userId, payloads.map((_, n) => (n % 2 === 0 ? 'messages' : 'balance')), payloads],
      )
      committed += count
      server.hub.deliver(rows.map(({ topic, seq, payload }) => ({ userId, topic, seq, payload })))
      server.tick(CHAOS_PRODUCT, FIRST_PRICE + committed)
    },
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}

/** Checks events numbered 1, 2, 3, …: each may come once and in order; a snapshot replaces those before it. */
export class Witness {
  readonly faults: string[] = []
  last = 0
  events = 0
  /** Events that came only in a snapshot. */
  skipped = 0

  event(number: number): void {
    if (number !== this.last + 1) this.faults.push(`event ${number} after ${this.last}`)
    this.last = number
    this.events += 1
  }
  /** `newest` begins with the newest. */
  snapshot(newest: readonly number[]): void {
    const top = newest[0] ?? 0
    const whole = newest.every((number, at) => number === top - at)
    if (!whole) this.faults.push(`a snapshot with holes: ${newest.join(' ')}`)
    if (top < this.last) this.faults.push(`a snapshot went back from ${this.last} to ${top}`)
    this.skipped += Math.max(0, top - this.last)
    this.last = top
  }
}

export interface ChaosReader {
  messages: Witness
  /** Of the balance as it was shown. */
  balanceFaults: string[]
  version(): number
  status(): Connection['status']
  /** How many frames reached the page. */
  frames(): number
  /** When the last one did, by the monotonic clock. */
  heardAt(): number
  /** How often the page was still live when the control of its silence ran out. */
  silencesMissed(): number
  close(): void
}

/** Of this many frames one is lost on the way, and one comes twice. */
const SPOILT_ONE_IN = 400

/** Loses and doubles frames, which TCP itself does not, so that the page has to handle both. */
const spoiling =
  (transport: Transport, pick: (count: number) => number, onHeard: () => void): Transport =>
  (handlers, attempt) =>
    transport(
      {
        ...handlers,
        frame: (data) => {
          const fate = pick(SPOILT_ONE_IN)
          if (fate === 0) return
          onHeard()
          handlers.frame(data)
          if (fate === 1) handlers.frame(data)
        },
      },
      attempt,
    )

export interface ReaderParts {
  url: string
  pick: (count: number) => number
  /** The share of the usual wait before a reconnection, which would take most of the scenario's time. */
  reconnectShare: number
  /** Of the control: no frame for this long, and the page must have shown the silence. */
  silentAfterMs: number
}

export function openReader(parts: ReaderParts): ChaosReader {
  const { url, pick, reconnectShare, silentAfterMs } = parts
  let frames = 0
  let heardAt = 0
  let version = 0
  let status: Connection['status'] = 'connecting'
  const messages = new Witness()
  const balanceFaults: string[] = []
  const random = (): number => (reconnectShare * pick(1_000)) / 1_000
  const timing: Timing = { ...systemTiming, random }
  // Timers of one process run in the order in which they are due, however late a busy machine makes them.
  const control = createAlarm(systemTiming)
  let silencesMissed = 0
  const restartControl = (): void =>
    control.set(silentAfterMs, () => {
      if (status === 'live') silencesMissed += 1
    })
  const transport = spoiling(socketTransport({ url }), pick, () => {
    frames += 1
    heardAt = performance.now()
    restartControl()
  })
  const wire = createWire({ transport, timing })
  wire.connection$.subscribe((next) => {
    status = next.status
    // A page that comes back to a silent line has three seconds as well, though no frame came.
    if (status === 'live') restartControl()
  })
  const exact = { mode: 'exact', personal: true } as const
  wire.open({ topic: 'messages', codec: codecOf(TOPICS.messages), ...exact }).subscribe((event) => {
    if (event.kind === 'snapshot') messages.snapshot(event.data.latest.map(({ id }) => Number(id)))
    if (event.kind === 'delta' && 'id' in event.data) messages.event(Number(event.data.id))
  })
  wire
    .open({ topic: 'balance', codec: codecOf(TOPICS.balance), ...exact })
    .pipe(foldSnapshot(STATE_TOPICS.balance.fold), present())
    .subscribe(({ value }) => {
      if (value.version < version) balanceFaults.push(`back from ${version} to ${value.version}`)
      if (value.available !== availableAt(value.version)) {
        balanceFaults.push(`${value.available} at ${value.version}`)
      }
      version = value.version
    })
  const visible = createVisibleSet(timing, (request) => wire.setVisible(request))
  quotesTopic(wire, asyncScheduler, visible)(CHAOS_PRODUCT, 'detail').subscribe()
  return {
    messages,
    balanceFaults,
    version: () => version,
    status: () => status,
    frames: () => frames,
    heardAt: () => heardAt,
    silencesMissed: () => silencesMissed,
    close: () => {
      control.clear()
      wire.close()
    },
  }
}
