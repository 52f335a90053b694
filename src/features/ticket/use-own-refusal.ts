import { useAtomValue } from 'jotai'
import { useErrorText } from '#i18n/error-text.ts'
import { ERRORS } from '#contract/errors.ts'
import { formatAmount } from '#rules/amounts.ts'
import { type OwnRefusal, ownRefusal } from '#rules/own-limits.ts'
import { topicAtom } from '#streams'

const shown = (value: bigint | number): string | number =>
  typeof value === 'bigint' ? formatAmount(value) : value

/** Why one of the user's own limits would refuse this stake; null when none does, or none is known yet. */
export function useOwnRefusal(stake: bigint | null, serverNow: number): string | null {
  const limits = useAtomValue(topicAtom('limits'))
  const balance = useAtomValue(topicAtom('balance'))
  const positions = useAtomValue(topicAtom('positions'))
  const { errorText } = useErrorText()
  if (!('value' in limits) || !('value' in balance) || !('value' in positions)) return null
  const { staked, today } = balance.value
  const refusal = ownRefusal(limits.value, {
    atMs: serverNow,
    stake: stake ?? 0n,
    profitAndLossToday: serverNow < today.endsAt ? today.profitAndLoss : 0n,
    staked,
    openPositions: positions.value.open.length,
  })
  if (refusal === null) return null
  const { code, ...values }: OwnRefusal = refusal
  const params: Record<string, string | number> = { resetsAt: today.endsAt }
  for (const [name, value] of Object.entries(values)) params[name] = shown(value)
  return errorText({ kind: 'rejected', code, status: ERRORS[code].status, params, issues: [] })
}
