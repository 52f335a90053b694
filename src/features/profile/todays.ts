import { useAtomValue } from 'jotai'
import type { Balance } from '#contract/account.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'

/** Today's figure belongs to one business day: it is zero once the server's clock has passed the end of that day. */
export const todaysAt = ({ today }: Balance, serverNow: number): bigint =>
  serverNow < today.endsAt ? today.profitAndLoss : 0n

/** Today's profit and loss. A new day resets it without a message from the server. */
export function useTodays(balance: Balance): bigint {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  return todaysAt(balance, streams?.serverNow() ?? 0)
}
