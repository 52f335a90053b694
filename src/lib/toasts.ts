/** Short notices that go away by themselves. */
import { atom } from 'jotai/vanilla'

export interface ToastNotice {
  id: number
  tone: 'good' | 'bad' | 'info'
  text: string
}

const SHOWN_MS = 5_000
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
  setTimeout(() => set(closeToastAtom, id), SHOWN_MS)
})
