/** Writes the promises of simulated hours into the public chain `seeds`, more than a day before the hours start. */
import {
  readSeedRecord,
  SEED_HOUR_MS,
  type SeedChain,
  type SeedRecord,
  seedRecordText,
} from '#rules/seed-chain.ts'
import { roundFor } from '#rules/beacon.ts'
import type { BeaconInfo } from '#contract/beacon.ts'
import { appendRecord, readSeedRules } from '#server/market/chain-store.ts'
import { commitmentOf, HashChain, rootOf, seedOf } from '#server/market/feeds/seeds.ts'
import { closeLost, insertHour, readEpoch, readLastEpoch } from '#server/market/seed-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Hours are promised this far ahead. After an outage of up to 12 h, each hour is still promised a day ahead. */
const HOURS_AHEAD = 36
/** The length of a hash chain: five years. */
const CHAIN_HOURS = 43_830
/** The series of an hour that is promised while it runs starts a little after the promise was written. */
const LATE_START_MS = 500

export interface PromiseParts {
  db: Database<'market'>
  clock: MarketClock
  master: string
  /** The beacon of new promises; null for none. */
  beacon: BeaconInfo | null
  /** The length of new chains, for tests. */
  hours?: number
}

interface State {
  /** The chains since the last public break, oldest first. */
  chains: readonly SeedChain[]
  beacon: string | null
  /** The last promised epoch; −1 before the first. */
  lastEpoch: number
}

/** The first epoch that no chain covers. */
const endOfChains = ({ chains }: State): number => {
  const newest = chains.at(-1)
  return newest === undefined ? 0 : newest.first + newest.hours
}

/** The promises of one database and master seed. */
export class SeedPromises {
  readonly #parts: PromiseParts
  #state: State = { chains: [], beacon: null, lastEpoch: -1 }
  #isStale = true
  readonly #computed = new Map<number, HashChain>()

  constructor(parts: PromiseParts) {
    this.#parts = parts
  }

  /** Reads what is promised. Returns whether it was promised under this master seed. */
  async load(): Promise<boolean> {
    const { db, master } = this.#parts
    const lastEpoch = (await readLastEpoch(db)) ?? -1
    let state: State = { chains: [], beacon: null, lastEpoch }
    for (const text of await readSeedRules(db)) {
      const record = readSeedRecord(text)
      if (record === null) throw new StartRefused(`The chain of seeds has the record "${text}".`)
      state = afterRecord(state, record)
    }
    this.#state = state
    this.#isStale = false
    const newest = state.chains.at(-1)
    if (newest !== undefined) return this.#links(newest).anchor === newest.anchor
    const last = await readEpoch(db, lastEpoch)
    return last === null || commitmentOf(seedOf(master, String(lastEpoch))) === last.commitment
  }

  /** Gives up the promised hours and starts a new hash chain, in public. */
  break(reason: string): Promise<void> {
    return this.#write((tx, state) => this.#newChain(tx, state, { broken: reason }))
  }

  /** Promises the hours that are not promised yet. */
  async promise(): Promise<void> {
    if (this.#isStale) await this.load()
    const { beacon, lastEpoch } = this.#state
    const until = this.#currentEpoch() + HOURS_AHEAD
    const isDone = lastEpoch >= until && beacon === (this.#parts.beacon?.hash ?? null)
    if (!isDone) await this.#write((tx, state) => this.#promiseUntil(tx, state, until))
  }

  /** The link of an hour. Null if its chain is lost. */
  link(number: number, epoch: number): string | null {
    const chain = this.#state.chains.find((each) => each.number === number)
    return chain === undefined ? null : this.#links(chain).link(epoch - chain.first + 1)
  }

  #currentEpoch(): number {
    return Math.floor(this.#parts.clock.now() / SEED_HOUR_MS)
  }

  #links(chain: SeedChain): HashChain {
    const known = this.#computed.get(chain.number)
    if (known !== undefined) return known
    const links = new HashChain(rootOf(this.#parts.master, chain), chain.hours)
    this.#computed.set(chain.number, links)
    return links
  }

  async #write(work: (tx: Queryable<'market'>, state: State) => Promise<State>): Promise<void> {
    const before = this.#state
    // If the answer is lost, what was written is not known.
    this.#isStale = true
    this.#state = await this.#parts.db.transaction((tx) => work(tx, before))
    this.#isStale = false
  }

  async #append(
    tx: Queryable<'market'>,
    state: State,
    record: SeedRecord,
  ): Promise<[State, number]> {
    const timeMs = this.#parts.clock.now()
    const { seq } = await appendRecord(tx, 'seeds', { timeMs, text: seedRecordText(record) })
    return [afterRecord(state, record), seq]
  }

  async #newChain(
    tx: Queryable<'market'>,
    state: State,
    { broken }: { broken: string | null },
  ): Promise<State> {
    const newest = state.chains.at(-1)
    const { master, beacon, hours = CHAIN_HOURS } = this.#parts
    const first =
      newest === undefined || broken !== null
        ? Math.max(this.#currentEpoch(), state.lastEpoch + 1)
        : endOfChains(state)
    const number = (newest?.number ?? 0) + 1
    const links = new HashChain(rootOf(master, { number, first }), hours)
    this.#computed.set(number, links)
    if (broken !== null) await closeLost(tx)
    const { anchor } = links
    const drand = beacon?.hash ?? null
    const chain = { kind: 'chain', number, first, hours, anchor, drand, broken } as const
    const [next] = await this.#append(tx, state, chain)
    return next
  }

  async #promiseUntil(tx: Queryable<'market'>, before: State, until: number): Promise<State> {
    const drand = this.#parts.beacon?.hash ?? null
    let state = before
    if (state.chains.length === 0) state = await this.#newChain(tx, state, { broken: null })
    if (state.beacon !== drand) [state] = await this.#append(tx, state, { kind: 'drand', drand })
    const from = Math.max(this.#currentEpoch(), state.lastEpoch + 1)
    for (let epoch = from; epoch <= until; epoch++) {
      while (epoch >= endOfChains(state)) {
        state = await this.#newChain(tx, state, { broken: null })
      }
      state = await this.#promiseHour(tx, state, epoch)
    }
    return state
  }

  async #promiseHour(tx: Queryable<'market'>, state: State, epoch: number): Promise<State> {
    const chain = state.chains.at(-1)
    const { beacon, clock } = this.#parts
    const promisedAt = clock.now()
    const opensAt = epoch * SEED_HOUR_MS
    const endsAt = opensAt + SEED_HOUR_MS
    const startsAt = opensAt > promisedAt ? opensAt : promisedAt + LATE_START_MS
    if (chain === undefined || epoch < chain.first || startsAt >= endsAt) return state
    const round = beacon === null ? null : roundFor(beacon, { startsAt, promisedAt })
    const from = startsAt === opensAt ? null : startsAt
    const hour = { kind: 'hour', epoch, chain: chain.number, round, from } as const
    const [next, promise] = await this.#append(tx, state, hour)
    await insertHour(tx, { ...hour, startsAt, endsAt, promise, beacon: state.beacon })
    return next
  }
}

function afterRecord(state: State, record: SeedRecord): State {
  switch (record.kind) {
    case 'hour':
      return { ...state, lastEpoch: record.epoch }
    case 'drand':
      return { ...state, beacon: record.drand }
    case 'chain': {
      const before = record.broken === null ? state.chains : []
      return { ...state, chains: [...before, record], beacon: record.drand }
    }
  }
}
