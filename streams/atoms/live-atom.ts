/** The one place where an RxJS stream becomes a jotai atom: a lease while mounted, a kept value after. */
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
import type { Delivery } from '#contract/topics.ts'
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
import type { Connection, Live, Stamped, Streams } from '#streams/types.ts'

export interface LiveAtomOptions<T> {
  open(streams: Streams): Observable<Stamped<T>>
  /** `latest`: one write a frame. `every`: each value is written. */
  delivery: Delivery
  /** Server ms from which a value is stale by age alone; left out: never. */
  staleAt?: (stamped: Stamped<T>) => number
  /** Of one user: forgotten when the session is renewed or ended. */
  personal?: boolean
  /** Outlives the page: greets the next visit as stale. */
  kept?: Kept<T>
}

const CONNECTING: Live<never> = { status: 'connecting' }
const isLive = ({ status }: Live<unknown>): boolean => status === 'live'
const isLinked = ({ status }: Connection): boolean => status === 'live' || status === 'stale'
const isNobody = ({ status }: Connection): boolean => status === 'connecting' || status === 'ended'

/** Live values as an atom. The last value survives staleness, loss of the link, and unmounting (as stale). */
export function liveAtom<T>(options: LiveAtomOptions<T>): Atom<Live<T>> {
  const held = atom<Live<T>>(CONNECTING)
  const forgetting = atom<Unsubscribable | null>(null)
  const lease = atom(
    (get): Live<T> => {
      const now = get(held)
      // Nobody's in particular: it may stand in the first picture already. A user's waits for the lease.
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
        // The store keeps the last value; without this the next mount would paint it as live.
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
  // Frames stop in a hidden tab, so only live values that may be lost in between wait for one.
  return options.delivery === 'latest' ? live$.pipe(latestPerFrame<Live<T>>(frames, isLive)) : live$
}

/**
 * Outlives the lease on purpose: nobody else's balance may greet the next user, mounted or not. How the link stands
 * at the beginning is no renewal, and what is known from the last visit may stay.
 */
function forgetOnRenewal<T>(streams: Streams, write: (next: Live<T>) => void): Unsubscribable {
  return streams
    .connection()
    .pipe(skip(1), filter(isNobody))
    .subscribe(() => write(CONNECTING))
}
