/** Data that is fetched once and shared by many views. The last value survives a failed or running refresh. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import { type Answer, type ApiError, answered } from '#api/api-error.ts'
import { type Kept, lastKnownAtom, recall, remember } from '#streams'

export type Resource<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T; refreshing: boolean; error: ApiError | null }
  | { status: 'failed'; error: ApiError }

/**
 * Loads when first mounted; setting the atom loads again. Concurrent loads share one request. The value of `kept` from
 * the last visit is available at once, and remains when loading fails.
 */
export function resourceAtom<T>(
  load: () => Promise<Answer<T>>,
  kept?: Kept<T>,
): WritableAtom<Resource<T>, [], Promise<void>> {
  const held = atom<Resource<T>>({ status: 'loading' })
  const before = atom((get) =>
    kept === undefined ? null : recall(get(lastKnownAtom), kept, false),
  )
  /** A value that is known before anything is loaded is part of the first render. */
  const shown = atom((get): Resource<T> => {
    const now = get(held)
    const known = now.status === 'loading' ? get(before) : null
    if (known === null) return now
    return { status: 'ready', value: known.value, refreshing: false, error: null }
  })
  const running = atom<{ load: Promise<void> | null }>({ load: null })
  const resource = atom(
    (get) => get(shown),
    (get, set): Promise<void> => {
      const current = get(running).load
      if (current !== null) return current
      const last = get(shown)
      // The first load of a value that is already known is not shown as a refresh, because no user requested it.
      const refreshing = get(held).status === 'ready'
      set(held, last.status === 'ready' ? { ...last, refreshing } : { status: 'loading' })
      const finish = async (): Promise<void> => {
        const answer = await answered(load)
        set(running, { load: null })
        if (answer.ok && kept !== undefined) {
          const { value } = answer
          remember(get(lastKnownAtom), kept, { value, asOf: 0, personal: false })
        }
        set(held, (last): Resource<T> => {
          if (answer.ok)
            return { status: 'ready', value: answer.value, refreshing: false, error: null }
          if (last.status === 'ready') return { ...last, refreshing: false, error: answer.error }
          return { status: 'failed', error: answer.error }
        })
      }
      const next = finish()
      set(running, { load: next })
      return next
    },
  )
  const mounted = atom(false)
  const first = atom(null, (get, set) => {
    if (get(mounted)) return
    set(mounted, true)
    void set(resource)
  })
  const view = atom(
    (get) => get(resource),
    (_get, set, how: 'first' | 'again'): Promise<void> =>
      how === 'first' ? Promise.resolve(set(first)) : set(resource),
  )
  view.onMount = (act) => void act('first')
  return atom(
    (get) => get(view),
    (_get, set) => set(view, 'again'),
  )
}
