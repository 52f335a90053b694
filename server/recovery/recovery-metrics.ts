/** Metrics of recoveries: those under way, and what became of others in 24 hours. Read when they are scraped. */
import { DAY_MS } from '#contract/time.ts'
import { Gauge, type Registry } from 'prom-client'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'

const STATES = ['pictures', 'review', 'waiting', 'opened'] as const
const OUTCOMES = ['asked', 'approved', 'rejected', 'vetoed', 'done', 'lapsed'] as const
/** Longer than the life of any recovery: an hour, three days, the wait of two days, and seven. */
const LIFE_MS = 14 * DAY_MS

type Figures = Record<(typeof STATES)[number] | (typeof OUTCOMES)[number], number> & {
  /** The moment at which the oldest request came to the operators, ms. Null if none is in review. */
  oldest: bigint | null
}

const COUNTS = [
  ...STATES.map((state) => `count(*) filter (where status = '${state}')::int as ${state}`),
  ...(['rejected', 'vetoed', 'done', 'lapsed'] as const).map(
    (end) => `count(*) filter (where status = '${end}' and ended_at > $1)::int as ${end}`,
  ),
].join(', ')

/** Requests without an account are counted as asked and lapsed, because an attacker makes them. */
async function selectFigures(db: Queryable, nowMs: number): Promise<Figures | undefined> {
  const [row] = await db.query<Figures>(
    `select ${COUNTS}, count(*) filter (where asked_at > $1)::int as asked,
      count(*) filter (where ready_at is not null and decided_at > $1)::int as approved,
      min(review_at) filter (where status = 'review') as oldest
    from account_recoveries where asked_at > $2`,
    [nowMs - DAY_MS, nowMs - LIFE_MS],
  )
  return row
}

export function recoveryMetrics(
  registry: Registry,
  db: Database,
  clock: Pick<MarketClock, 'now'>,
): void {
  const figures = (): Promise<Figures | undefined> =>
    selectFigures(db, clock.now()).catch(() => undefined)
  const registers = [registry]
  const gauge = (
    { name, label, help }: { name: string; label: string; help: string },
    names: readonly (keyof Figures)[],
  ): unknown =>
    new Gauge({
      name: `fairtick_recoveries_${name}`,
      help,
      labelNames: [label],
      registers,
      async collect() {
        const row = await figures()
        if (row !== undefined)
          for (const each of names) this.set({ [label]: each }, Number(row[each]))
      },
    })
  gauge({ name: 'open', label: 'state', help: 'Recoveries of accounts that are under way' }, STATES)
  gauge(
    { name: 'day', label: 'outcome', help: 'What became of recoveries in the last 24 hours' },
    OUTCOMES,
  )
  void new Gauge({
    name: 'fairtick_recoveries_oldest_seconds',
    help: 'How long the oldest recovery has waited for operators',
    registers,
    async collect() {
      const row = await figures()
      if (row === undefined) return
      this.set(row.oldest === null ? 0 : (clock.now() - Number(row.oldest)) / 1000)
    },
  })
}
