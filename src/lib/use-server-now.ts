import { useAtomValue } from 'jotai'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

/** The server's clock in ms, renewed each second while mounted. The device's own has no say. */
export function useServerNow(): number {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  return streams?.serverNow() ?? 0
}
