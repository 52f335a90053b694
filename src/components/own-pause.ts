/** The user's own break: what it forbids is disabled on every page, with the end of the break. */
import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { guestAtom, loggedInAtom } from '#api/session.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { pausedUntil } from '#rules/own-limits.ts'
import { topicAtom } from '#streams'

/** Why trading is paused: the user's own break, or for guests the break of a user of their device. */
export const pauseCodeAtom = atom((get) => (get(guestAtom) ? 'device_paused' : 'trading_paused'))

/** Null for visitors, who have no limits, and until the limits are known. */
const ownLimitsAtom = atom((get) => {
  const live = get(loggedInAtom) ? get(topicAtom('limits')) : null
  return live !== null && 'value' in live ? live.value : null
})

export interface OwnPause {
  /** When orders and deposits are possible again, in ms; null while they are possible. */
  until: number | null
  /** Whether the break is a self-exclusion, which forbids practice money too. */
  excluded: boolean
}

/** Whether the user may trade and deposit, as far as their own breaks decide. */
export function useOwnPause(): OwnPause {
  const limits = useAtomValue(ownLimitsAtom)
  const now = useServerMinute()
  if (limits === null) return { until: null, excluded: false }
  const { exclusion } = limits
  return { until: pausedUntil(limits, now), excluded: exclusion !== null && exclusion > now }
}
