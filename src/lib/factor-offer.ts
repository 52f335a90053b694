/** When the app may offer a second factor again: after a log-in, at most once in 30 days on one device. */
import { atom } from 'jotai/vanilla'
import { storedAtom } from '#lib/stored.ts'

export const OFFER_EVERY_MS = 30 * 86_400_000

/** Ms since 1970; 0: never. */
const offeredAtAtom = storedAtom<number>({
  key: 'factorOfferedAt',
  initial: 0,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
})

const dueAtom = atom(false)
/** Whether the offer may be on the screen now. */
export const factorOfferDueAtom = atom((get) => get(dueAtom))

/** To be called after each log-in. */
export const considerFactorOfferAtom = atom(null, (get, set) => {
  const agoMs = Date.now() - get(offeredAtAtom)
  // A clock that was put back must not silence the offer for ever.
  set(dueAtom, agoMs >= OFFER_EVERY_MS || agoMs < 0)
})

/** It is on the screen: the 30 days begin. */
export const factorOfferedAtom = atom(null, (_get, set) => set(offeredAtAtom, Date.now()))

export const closeFactorOfferAtom = atom(null, (_get, set) => set(dueAtom, false))
