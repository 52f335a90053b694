/**
 * Toasts: short notices that disappear automatically. On a phone they are shown one at a time, because two would
 * cover too much.
 */
import { atom } from 'jotai/vanilla'

export interface ToastNotice {
  id: number
  tone: 'good' | 'bad' | 'info'
  text: string
  /** An action that the user can take. */
  action?: { label: string; run: () => void }
}

const SHOWN_MS = 5_000
/** The minimum time on screen while another toast is waiting. */
const SHOWN_AT_LEAST_MS = 2_000
const MAX_WAITING = 3

/** The last notice, shown as a toast or not, to be repeated outside the screen. */
export const noticeAtom = atom<{ text: string } | null>(null)

const held = atom<readonly ToastNotice[]>([])
const counter = atom(0)
/** When the current toast was shown, in ms of `performance.now`. */
const since = atom(0)

/** The toast on screen, then those that are waiting. */
export const toastsAtom = atom((get) => get(held))

const beginAtom = atom(null, (get, set) => {
  const [shown, next] = get(held)
  if (shown === undefined) return
  set(since, performance.now())
  setTimeout(() => set(closeToastAtom, shown.id), next === undefined ? SHOWN_MS : SHOWN_AT_LEAST_MS)
})

export const closeToastAtom = atom(null, (get, set, id: number) => {
  const [shown] = get(held)
  set(held, (all) => all.filter((toast) => toast.id !== id))
  if (shown?.id === id) set(beginAtom)
})

/** A toast speaks to the user of the session in which it appeared. */
export const clearToastsAtom = atom(null, (_get, set) => set(held, []))

export const showToastAtom = atom(null, (get, set, notice: Omit<ToastNotice, 'id'>) => {
  const id = get(counter) + 1
  set(counter, id)
  set(noticeAtom, { text: notice.text })
  const [shown, ...waiting] = get(held)
  if (shown === undefined) {
    set(held, [{ ...notice, id }])
    return set(beginAtom)
  }
  set(held, [shown, ...[...waiting, { ...notice, id }].slice(-MAX_WAITING)])
  const leftMs = SHOWN_AT_LEAST_MS - (performance.now() - get(since))
  setTimeout(() => set(closeToastAtom, shown.id), Math.max(0, leftMs))
})
