/** The brand in force. It is held in memory, because every page names it; a change is in the next page. */
import {
  type Brand,
  BRAND_CHANGES_A_DAY,
  type BrandChange,
  brandChange,
  type BrandInForce,
  DEFAULT_BRAND,
} from '#contract/brand.ts'
import { BRAND_THEMES, colourFault, MIN_CONTRAST } from '#rules/brand-colours.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import * as store from '#server/brand/brand-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

const LISTED = 20

export interface BrandParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
}

/** A change that an operator asks for. */
interface BrandIntent {
  /** The revision that the operator saw. */
  replaces: string | null
  brand: Brand
  actor: Actor
}

export interface Brands {
  current(): BrandInForce
  /** The newest changes, the newest first. */
  changes(): Promise<BrandChange[]>
  /** Throws `colour_unreadable`, `validation_failed`, `document_moved_on`, `daily_count_reached`. */
  set(intent: BrandIntent): Promise<BrandChange>
}

const changeOf = (row: store.BrandRow): BrandChange =>
  brandChange.parse({
    revision: row.id.toString(),
    brand: row.brand,
    setBy: row.set_by,
    setAt: Number(row.set_at),
  })

/** Refuses accents that cannot be read, with the figure, and those that are read as a result. */
function checkColours({ colours }: Brand): void {
  if (colours === null) return
  for (const theme of BRAND_THEMES) {
    const fault = colourFault(colours[theme], theme)
    const issues = [{ path: `brand.colours.${theme}`, code: 'unsupported' as const }]
    if (fault?.kind === 'unreadable')
      throw new Rejected('colour_unreadable', { ratio: fault.ratio, needed: MIN_CONTRAST }, issues)
    if (fault?.kind === 'like_results') throw new Rejected('validation_failed', {}, issues)
  }
}

/** Reads the brand in force. */
export async function openBrands({ db, clock, deskChanges }: BrandParts): Promise<Brands> {
  const [newest] = await store.selectChanges(db, 1)
  let current: BrandInForce = { revision: null, brand: DEFAULT_BRAND }
  const hold = (row: store.BrandRow): BrandChange => {
    const change = changeOf(row)
    current = { revision: change.revision, brand: change.brand }
    return change
  }
  if (newest !== undefined) hold(newest)
  return {
    current: () => current,
    changes: async () => (await store.selectChanges(db, LISTED)).map(changeOf),
    set: async ({ replaces, brand, actor }) => {
      checkColours(brand)
      const atMs = clock.now()
      const row = await db.transaction(async (tx) => {
        await store.lockChanges(tx)
        const today = dayOf(atMs)
        if ((await store.countSince(tx, dayStart(today))) >= BRAND_CHANGES_A_DAY) {
          const resetsAt = dayStart(addDays(today, 1))
          throw new Rejected('daily_count_reached', { limit: BRAND_CHANGES_A_DAY, resetsAt })
        }
        return store.insertChange(tx, { replaces: BigInt(replaces ?? 0), brand, actor, atMs })
      })
      const change = hold(row)
      deskChanges.changed()
      return change
    },
  }
}
