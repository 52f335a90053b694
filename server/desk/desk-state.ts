/** The state of the desk's queues: one small topic for all operators, published once for many changes. */
import { DESK_IDLE_MS } from '#contract/desk.ts'
import { type DeskState, deskState } from '#contract/desk-state.ts'
import type { DocumentKind } from '#rules/documents.ts'
import type { ObservedDeskChanges } from '#server/platform/desk-changes.ts'
import { deskSessionsEnded } from '#server/desk/operator-store.ts'
import { waitingList } from '#server/documents/documents-store.ts'
import { KINDS } from '#server/documents/kinds.ts'
import type { Market } from '#server/market/market.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { selectRestoreHold } from '#server/desk/restore-hold.ts'
import type { FreeSpace } from '#server/platform/free-space.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

const kinds = Object.keys(KINDS) as DocumentKind[]
const counted = kinds.map((kind) => {
  const { table, queue } = KINDS[kind]
  const list = waitingList(kind)
  return `(select count(*)::int from ${table} where status in (${list})) as ${queue}`
})
const WAITING = `select ${counted.join(', ')},
  (select count(*)::int from support_threads where waiting_since is not null) as support,
  (select count(*)::int from frozen where ended_at is null) as frozen`
/** Changes within this time are published together. */
const GATHER_MS = 150
/** Sessions also end by the command line and by age. Their sockets close within a second or two. */
const ENDED_CHECK_MS = 1_000

/** How often the health of venues is published while an operator looks. */
const VENUES_EVERY_MS = 5_000

/** Which customers are typing now. */
export interface DeskTyping {
  accounts(): string[]
  onChange(listener: () => void): void
}

export interface DeskStateParts {
  db: Database
  clock: MarketClock
  deskChanges: ObservedDeskChanges
  typing: DeskTyping
  market: Pick<Market, 'venueHealth' | 'closings'>
  space: Pick<FreeSpace, 'level' | 'onChange'>
  onError(error: unknown): void
}

/** Publishes the state of the desk. */
export interface DeskWatch {
  state(): Promise<DeskState>
  attach(hub: SocketHub): void
  close(): void
}

async function readState(
  { db, typing, market, space }: Pick<DeskStateParts, 'db' | 'typing' | 'market' | 'space'>,
  revision: number,
): Promise<DeskState> {
  const [waiting] = await db.query<DeskState['waiting']>(WAITING)
  if (waiting === undefined) throw new Error('the queues were not counted')
  const venues = market.venueHealth() ?? undefined
  const closingsUntil = market.closings()?.until
  const counted = { revision, waiting, typing: typing.accounts() }
  const restoreHold = await selectRestoreHold(db)
  return deskState.parse({ ...counted, space: space.level(), restoreHold, venues, closingsUntil })
}

const NOTHING: Cancel = () => undefined
const both = (one: Cancel, other: Cancel): Cancel => {
  return () => {
    one()
    other()
  }
}

/** Creates the publisher of the desk's state. */
export function createDeskWatch({
  db,
  clock,
  deskChanges,
  typing,
  market,
  space,
  onError,
}: DeskStateParts): DeskWatch {
  // Starts with the time, so that it increases also over a restart.
  let revision = clock.now()
  let seq = 0
  let gathering: Cancel | null = null
  let watching: Cancel | null = null

  const state = (): Promise<DeskState> => readState({ db, typing, market, space }, revision)
  const attach = (hub: SocketHub): void => {
    const tell = async (): Promise<void> => {
      const data = await state()
      seq += 1
      hub.broadcast('desk', seq, data)
    }
    const tellSoon = (): void => {
      if (watching === null) return
      gathering ??= clock.at(clock.now() + GATHER_MS, () => {
        gathering = null
        tell().catch(onError)
      })
    }
    deskChanges.onChange(() => {
      revision += 1
      tellSoon()
    })
    // Typing changes no list of the desk, so its revision stays the same.
    typing.onChange(tellSoon)
    space.onChange(tellSoon)
    // Compares known sessions instead of times, because the command line has another clock.
    let known = new Set<bigint>()
    const endSockets = async (): Promise<void> => {
      const nowMs = clock.now()
      const activeAfter = nowMs - DESK_IDLE_MS
      const ended = new Set(await deskSessionsEnded(db, { nowMs, activeAfter }))
      for (const id of ended) if (!known.has(id)) hub.endDesk(id)
      known = ended
    }
    hub.addPublic({
      name: 'desk',
      snapshot: async (params) => (params.length > 0 ? null : { seq, data: await state() }),
      watched: () => {
        const ending = clock.every(ENDED_CHECK_MS, () => void endSockets().catch(onError))
        const isLive = market.venueHealth() !== null
        watching = both(ending, isLive ? clock.every(VENUES_EVERY_MS, tellSoon) : NOTHING)
      },
      unwatched: () => {
        watching?.()
        watching = null
      },
    })
  }
  return {
    state,
    attach,
    close: () => {
      watching?.()
      gathering?.()
      // Requests in progress may still report changes. They are no longer published.
      watching = null
    },
  }
}
