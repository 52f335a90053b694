import { useAtomValue } from 'jotai'
import { useSeconds } from '#lib/use-seconds.ts'
import { lastKnownAtom, streamsAtom } from '#streams'

/** Until the server was reached: the moment of what was last known, which is what is on screen then. */
function useKnownNow(): number {
  const streams = useAtomValue(streamsAtom)
  const known = useAtomValue(lastKnownAtom)
  const now = streams?.serverNow() ?? 0
  return now === 0 ? (known?.newest() ?? 0) : now
}

/** The server's clock in ms, renewed each second while mounted. The device's own has no say. */
export function useServerNow(): number {
  useSeconds()
  return useKnownNow()
}

const HALF_A_MINUTE = 30

/** As `useServerNow` for what is told in minutes: a long list need not be drawn each second. */
export function useServerMinute(): number {
  useSeconds(HALF_A_MINUTE)
  return useKnownNow()
}
