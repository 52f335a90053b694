import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Balance } from '#contract/balance.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { resultTone } from '#components/result-tone.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

export type AssetName = 'profitAndLoss' | 'today' | 'available' | 'staked' | 'held' | 'fund'

interface Props {
  names: readonly AssetName[]
  /** Null when it is not known yet. */
  balance: Balance | null
}

/** Figures in two columns: labels are shown at once, amounts fill in when they are known. */
export function AssetFigures({ names, balance }: Props) {
  const { t } = useTranslation('user')
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
      {names.map((name) => (
        <div key={name} className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-0">
          <dt className="text-xs text-ink-2">{t(`assets.${name}`)}</dt>
          {balance === null ? (
            <dd className="h-6 py-1">
              <Skeleton className="h-4 w-20 max-w-full" />
            </dd>
          ) : (
            <Amount name={name} balance={balance} />
          )}
        </div>
      ))}
    </dl>
  )
}

/** Today's figure belongs to one business day: it is zero once the server's clock has passed the end of that day. */
const todaysAt = ({ today }: Balance, serverNow: number): bigint =>
  serverNow < today.endsAt ? today.profitAndLoss : 0n

/** Today's profit and loss. A new day resets it without a message from the server. */
function useTodays(balance: Balance): bigint {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  return todaysAt(balance, streams?.serverNow() ?? 0)
}

/** A profit or loss has a sign and a colour, unless amounts are hidden. */
function Amount({ name, balance }: { name: AssetName; balance: Balance }) {
  const { amount, signedAmount, hidden } = useAmounts()
  const today = useTodays(balance)
  const signed = name === 'today' || name === 'profitAndLoss'
  const minor = name === 'today' ? today : balance[name]
  const tone = signed && !hidden ? resultTone(minor) : ''
  return (
    <dd className={`figures font-semibold break-words ${tone}`}>
      {signed ? signedAmount(minor) : amount(minor)}
    </dd>
  )
}
