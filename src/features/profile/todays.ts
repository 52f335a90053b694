import { useAtomValue } from 'jotai'
import type { Balance } from '#contract/account.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

/** The figure was of one business day: zero again once the server's clock has passed that day's end. */
export const todaysAt = ({ today }: Balance, serverNow: number): bigint =>
  serverNow < today.endsAt ? today.profitAndLoss : 0n

/** Today's profit and loss, which a new day sets back without a word from the server. */
export function useTodays(balance: Balance): bigint {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  return todaysAt(balance, streams?.serverNow() ?? 0)
}
