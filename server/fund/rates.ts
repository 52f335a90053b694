/** The fund's rates: published once and before they begin, the same for everybody, and told to everybody at once. */
import { pageLimit } from '#contract/endpoint.ts'
import type { FundRate, RateProposal } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { proposalOfRow, rateOfRow } from '#server/fund/documents.ts'
import { CURVE_DAYS_AHEAD } from '#server/fund/limits.ts'
import { dayPageOf } from '#server/fund/lists.ts'
import { createProposals, knownProposal, type Proposals } from '#server/fund/proposals.ts'
import * as store from '#server/fund/rate-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { SocketHub } from '#server/platform/hub.ts'
import { rejectedFrom } from '#server/platform/sql-errors.ts'

/** What the topic's snapshot shows. */
const LATEST = 60

export interface RateParts {
  db: Database
  hub: Pick<SocketHub, 'addPublic' | 'broadcast'>
  clock: Pick<MarketClock, 'now'>
  bell: DeskBell
  /** Whether the example curve is published as long as no operator publishes. */
  practice: boolean
}

export interface Rates extends Proposals {
  /** Throws `not_found`, `document_moved_on`, `same_operator`, `rate_day_taken`, `rate_too_late`. */
  publish(proposalId: string, actor: string): Promise<RateProposal>
  /** Published, newest first, those ahead included. */
  latest(): Promise<FundRate[]>
  page(before: Day | undefined): Promise<{ rates: FundRate[]; next: Day | null }>
  /** In practice mode, up to the days that the curve stands ahead; otherwise nothing. */
  publishCurve(): Promise<void>
}

interface Published {
  /** How many rates there are with these. */
  count: number
  /** Oldest first. */
  rates: FundRate[]
}

/** What this transaction published: its lock on the table says that nothing has come after. */
async function published(tx: Queryable, many: number): Promise<Published> {
  const rows = await store.selectRates(tx, { before: null, limit: many })
  return { count: await store.countRates(tx), rates: rows.map(rateOfRow).reverse() }
}

/** The rates topic, numbered by how many there are; returns what tells of new ones. */
function openTopic({ db, hub }: RateParts): (made: Published) => void {
  hub.addPublic({
    name: 'rates',
    snapshot: (params) =>
      db.snapshot(async (tx) => {
        if (params.length > 0) return null
        const rows = await store.selectRates(tx, { before: null, limit: LATEST })
        return { seq: await store.countRates(tx), data: rows.map(rateOfRow) }
      }),
  })
  return ({ count, rates }) => {
    for (const [i, rate] of rates.entries()) {
      hub.broadcast('rates', count - rates.length + 1 + i, rate)
    }
  }
}

type Publishing = <T>(work: (tx: Queryable) => Promise<[T, Published]>) => Promise<T>
/** One publication after the other, so that they are told in the order in which they were made. */
function onePublication({ db }: RateParts, tell: (made: Published) => void): Publishing {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(async () => {
      const [value, made] = await db.transaction(work)
      tell(made)
      return value
    })
    last = mine.catch(() => undefined)
    return mine
  }
}

export function createRates(parts: RateParts): Rates {
  const { db, clock, bell, practice } = parts
  const publishing = onePublication(parts, openTopic(parts))
  const publish = async (proposalId: string, actor: string): Promise<RateProposal> => {
    try {
      const row = await publishing(async (tx) => {
        const { id } = await knownProposal(tx, proposalId, { lock: false })
        const made = await store.publishProposal(tx, { id, actor, atMs: clock.now() })
        return [made, await published(tx, 1)]
      })
      bell.changed()
      return proposalOfRow(row)
    } catch (error) {
      throw rejectedFrom(error) ?? error
    }
  }
  const publishCurve = (): Promise<void> =>
    publishing(async (tx) => {
      const atMs = clock.now()
      const ahead = Array.from({ length: CURVE_DAYS_AHEAD }, (_, i) => i + 1)
      const days = ahead.map((n) => addDays(dayOf(atMs), n))
      const made = await store.publishCurve(tx, { days, rates: days.map(exampleRate), atMs })
      return [undefined, await published(tx, made.length)]
    })
  return {
    ...createProposals(parts),
    publish,
    latest: async () =>
      (await store.selectRates(db, { before: null, limit: LATEST })).map(rateOfRow),
    page: async (before) => {
      const rows = await store.selectRates(db, { before: before ?? null, limit: pageLimit + 1 })
      const { items, next } = dayPageOf(rows, rateOfRow, ({ from }) => from)
      return { rates: items, next }
    },
    publishCurve: async () => {
      if (practice) await publishCurve()
    },
  }
}
