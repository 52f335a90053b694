/** Short notices that go away by themselves. */
import { atom } from 'jotai/vanilla'

export interface ToastNotice {
  id: number
  tone: 'good' | 'bad' | 'info'
  text: string
  /** What can be done about it; such a notice stays longer. */
  action?: { label: string; run: () => void }
}

const SHOWN_MS = 5_000
const SHOWN_WITH_ACTION_MS = 12_000
const MOST_SHOWN = 3

const held = atom<readonly ToastNotice[]>([])
const counter = atom(0)

export const toastsAtom = atom((get) => get(held))

export const closeToastAtom = atom(null, (_get, set, id: number) => {
  set(held, (all) => all.filter((toast) => toast.id !== id))
})

export const showToastAtom = atom(null, (get, set, notice: Omit<ToastNotice, 'id'>) => {
  const id = get(counter) + 1
  set(counter, id)
  set(held, (all) => [...all, { ...notice, id }].slice(-MOST_SHOWN))
  const shownMs = notice.action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS
  setTimeout(() => set(closeToastAtom, id), shownMs)
})
