/**
 * The one place where an RxJS stream becomes a jotai atom. The stream is leased while the atom is mounted; the last
 * value is retained afterwards.
 */
import { type Atom, atom } from 'jotai/vanilla'
import {
  asyncScheduler,
  catchError,
  filter,
  map,
  type Observable,
  of,
  skip,
  type Unsubscribable,
} from 'rxjs'
import type { Delivery } from '#contract/topic-row.ts'
import {
  type Kept,
  type LastKnown,
  lastKnownAtom,
  recall,
  remember,
} from '#streams/atoms/last-known.ts'
import { frameSchedulerAtom, streamsAtom } from '#streams/atoms/streams-atom.ts'
import { type FrameScheduler, latestPerFrame } from '#streams/operators/latest-per-frame.ts'
import { staleAfter } from '#streams/operators/stale-after.ts'
import type { Streams } from '#streams/create-streams.ts'
import type { Connection, Live, Stamped } from '#streams/types.ts'

/** The stream of a live atom, and how its values reach the views. */
export interface LiveAtomOptions<T> {
  open(streams: Streams): Observable<Stamped<T>>
  /** `latest`: one write per animation frame. `every`: each value is written. */
  delivery: Delivery
  /** The server time (ms) from which a value is stale by age alone; without it, never. */
  staleAt?: (stamped: Stamped<T>) => number
  /** Whether the value belongs to one user. It is cleared when the session is renewed or ended. */
  personal?: boolean
  /** If set, the value is cached on the device, and the next visit shows it as stale. */
  kept?: Kept<T>
}

const CONNECTING: Live<never> = { status: 'connecting' }
const isLive = ({ status }: Live<unknown>): boolean => status === 'live'
const isLinked = ({ status }: Connection): boolean => status === 'live' || status === 'stale'
const isSessionChange = ({ status }: Connection): boolean =>
  status === 'connecting' || status === 'ended'

/**
 * Creates an atom with the live values of a stream. The last value survives staleness, a lost connection and unmounting
 * (as stale).
 */
export function liveAtom<T>(options: LiveAtomOptions<T>): Atom<Live<T>> {
  const held = atom<Live<T>>(CONNECTING)
  const forgetting = atom<Unsubscribable | null>(null)
  const lease = atom(
    (get): Live<T> => {
      const now = get(held)
      // A public value can be shown in the first render already. A personal one waits for the lease.
      if (now.status !== 'connecting' || options.personal === true) return now
      const before = known(get(lastKnownAtom), options)
      return before === null ? now : { status: 'stale', ...before }
    },
    (get, set) => {
      const streams = get(streamsAtom)
      if (streams === null)
        throw new Error('streamsAtom is unset: provide streams before rendering')
      const frames = get(frameSchedulerAtom)
      const write = (next: Live<T>): void => {
        set(held, next)
        if (next.status === 'live') keep(get(lastKnownAtom), next, options)
      }
      const before = get(held).status === 'connecting' ? known(get(lastKnownAtom), options) : null
      if (before !== null) set(held, { status: 'stale', ...before })
      const subscription = liveValues(streams, frames, options).subscribe(write)
      get(forgetting)?.unsubscribe()
      set(forgetting, options.personal === true ? forgetOnRenewal(streams, write) : null)
      return () => {
        subscription.unsubscribe()
        // The store retains the last value. Otherwise the next mount would show it as live.
        set(held, (last) => (last.status === 'live' ? { ...last, status: 'stale' } : last))
      }
    },
  )
  lease.onMount = (takeLease) => takeLease()
  return lease
}

const known = <T>(from: LastKnown | null, { kept, personal }: LiveAtomOptions<T>) =>
  kept === undefined ? null : recall(from, kept, personal === true)

function keep<T>(into: LastKnown | null, now: Stamped<T>, options: LiveAtomOptions<T>): void {
  const { kept, personal = false } = options
  if (kept !== undefined) remember(into, kept, { value: now.value, asOf: now.asOf, personal })
}

function liveValues<T>(
  streams: Streams,
  frames: FrameScheduler,
  options: LiveAtomOptions<T>,
): Observable<Live<T>> {
  const live$ = options.open(streams).pipe(
    staleAfter<T>({
      staleAt: (stamped) => options.staleAt?.(stamped) ?? null,
      now: () => streams.serverNow(),
      linked$: streams.connection().pipe(map(isLinked)),
      scheduler: asyncScheduler,
    }),
    catchError((error: unknown): Observable<Live<T>> => of({ status: 'failed', error })),
  )
  // Frames stop in a hidden tab, so only live values that may be skipped wait for one.
  return options.delivery === 'latest' ? live$.pipe(latestPerFrame<Live<T>>(frames, isLive)) : live$
}

/**
 * Clears a personal value when the session changes. It outlives the lease, so that the next user never sees the values
 * of another one, mounted or not. The first connection status is not a renewal, so values of the last visit remain.
 */
function forgetOnRenewal<T>(streams: Streams, write: (next: Live<T>) => void): Unsubscribable {
  return streams
    .connection()
    .pipe(skip(1), filter(isSessionChange))
    .subscribe(() => write(CONNECTING))
}
