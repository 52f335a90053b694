import { useTranslation } from 'react-i18next'
import { pictureToneOf } from '#components/order-picture/picture-lines.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'

interface Moment {
  at: number
  text: string
  /** The dot in the colour that it has in the picture. */
  dot: string
}

const OPEN_DOT = 'border-2 border-line-strong bg-surface'

/** In the colour of the result. */
const EXIT_DOTS = { gain: 'bg-up', loss: 'bg-down', level: 'bg-ink-2' } as const

function useMoments({ order, device }: SettledReceipt, decimals: number): Moment[] {
  const { t } = useTranslation(['proof', 'common'])
  const format = useFormat()
  const { direction, stake, acceptedAt, startsAt, expiresAt, entry, exit, status } = order
  const start = device === undefined ? 'proof:story.given' : 'proof:story.starts'
  const bought = { direction: t(`common:direction.${direction}`), amount: format.money(stake) }
  const price = (spot: { price: number }) => ({ price: format.price(spot.price, decimals) })
  const moments: (Moment | null)[] = [
    { at: acceptedAt, text: t('proof:story.bought', bought), dot: OPEN_DOT },
    startsAt === undefined ? null : { at: startsAt, text: t(start), dot: OPEN_DOT },
    entry && { at: entry.timeMs, text: t('proof:story.entry', price(entry)), dot: 'bg-ink' },
    exit && {
      at: exit.timeMs,
      text: t('proof:story.exit', price(exit)),
      dot: EXIT_DOTS[pictureToneOf(status)],
    },
    {
      at: expiresAt,
      text: t(status === 'void' ? 'proof:story.void' : 'proof:story.ended'),
      dot: OPEN_DOT,
    },
  ]
  return moments.filter((moment) => moment !== null)
}

/** A timeline from the purchase to the end. */
export function Moments({ receipt, decimals }: { receipt: SettledReceipt; decimals: number }) {
  const format = useFormat()
  const moments = useMoments(receipt, decimals)
  return (
    <ol className="flex flex-col text-sm">
      {moments.map(({ at, text, dot }, index) => (
        <li key={text} className="relative flex gap-3 pb-3 last:pb-0">
          {index < moments.length - 1 && (
            <span aria-hidden className="absolute start-[5.5px] top-4 -bottom-1 w-px bg-line" />
          )}
          <span aria-hidden className={join('mt-1 size-3 shrink-0 rounded-full', dot)} />
          <span className="min-w-0 flex-1">{text}</span>
          <time dateTime={new Date(at).toISOString()} className="figures shrink-0 text-ink-2">
            {format.time(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
