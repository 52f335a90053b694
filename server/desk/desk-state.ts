/** What waits at the desk, live: one small state for all who sit there, told once however often the bell rings. */
import { DESK_IDLE_MS, type DeskState, deskState } from '#contract/desk.ts'
import type { DocumentKind } from '#rules/documents.ts'
import type { ListenedBell } from '#server/platform/desk-bell.ts'
import { deskSessionsEnded } from '#server/desk/operator-store.ts'
import { waitingList } from '#server/documents/documents-store.ts'
import { KINDS } from '#server/documents/kinds.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

const kinds = Object.keys(KINDS) as DocumentKind[]
const counted = kinds.map((kind) => {
  const { table, queue } = KINDS[kind]
  const list = waitingList(kind)
  return `(select count(*)::int from ${table} where status in (${list})) as ${queue}`
})
const WAITING = `select ${counted.join(', ')},
  (select count(*)::int from support_threads where waiting_since is not null) as support`
/** Many changes at once are one piece of news. */
const GATHER_MS = 150
/** Sessions also end on the command line and of age: their sockets within a second or two. */
const ENDED_CHECK_MS = 1_000

/** Who of the customers is typing just now. */
export interface DeskTyping {
  accounts(): string[]
  onChange(listener: () => void): void
}

export interface DeskStateParts {
  db: Database
  clock: MarketClock
  bell: ListenedBell
  typing: DeskTyping
  onError(error: unknown): void
}

export interface DeskWatch {
  state(): Promise<DeskState>
  attach(hub: SocketHub): void
  close(): void
}

export function createDeskWatch({ db, clock, bell, typing, onError }: DeskStateParts): DeskWatch {
  // Begins with the time: after a restart it still only grows.
  let revision = clock.now()
  let seq = 0
  let gathering: Cancel | null = null
  let watching: Cancel | null = null

  const state = async (): Promise<DeskState> => {
    const at = revision
    const [waiting] = await db.query<DeskState['waiting']>(WAITING)
    if (waiting === undefined) throw new Error('the queues were not counted')
    return deskState.parse({ revision: at, waiting, typing: typing.accounts() })
  }
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
    bell.onRing(() => {
      revision += 1
      tellSoon()
    })
    // No list at the desk has changed by that: its revision stays.
    typing.onChange(tellSoon)
    // By what is known, not by when it says it ended: the command line has another clock.
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
        watching = clock.every(ENDED_CHECK_MS, () => void endSockets().catch(onError))
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
      // Requests that still run may ring: nobody is told any more.
      watching = null
    },
  }
}
