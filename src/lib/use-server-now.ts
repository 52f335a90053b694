import { useAtomValue } from 'jotai'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

/** The server's clock in ms, renewed each second while mounted. The device's own has no say. */
export function useServerNow(): number {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  return streams?.serverNow() ?? 0
}

const HALF_A_MINUTE = 30

/** As `useServerNow` for what is told in minutes: a long list need not be drawn each second. */
export function useServerMinute(): number {
  const streams = useAtomValue(streamsAtom)
  useSeconds(HALF_A_MINUTE)
  return streams?.serverNow() ?? 0
}
