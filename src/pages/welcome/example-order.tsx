import { useTranslation } from 'react-i18next'
import { OrderDrawing } from '#components/order-picture/order-picture.tsx'
import { resultTone } from '#components/result-tone.ts'
import type { Product } from '#contract/product.ts'
import { useServerNow } from '#data/use-server-now.ts'
import {
  amountIf,
  countdown,
  DIRECTION_SIGNS,
  type ProvisionalResult,
  provisionalResultOf,
  resultAmountText,
} from '#features/orders/presentation.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { payoutOf } from '#rules/payout.ts'
import { join } from '#ui/join.ts'
import { exampleAt, type ExampleOrder as Example, examplePicture, keptMs } from './example-round.ts'
import { useRecentPrices } from './use-recent-prices.ts'

const STAKE = 1_000n
/** As wide and high as the place of the example in the frame of the page. */
const EXAMPLE_BOX = { width: 320, height: 90, air: 12 }
const ENDS = { winning: 'won', losing: 'lost', level: 'draw' } as const
const TONES = { winning: 'gain', losing: 'loss', level: 'level' } as const

/** The example order of a product's shortest duration on its live price. */
export function ExampleOrder({ product }: { product: Product }) {
  const [terms] = [...product.terms.durations].sort((a, b) => a.durationMs - b.durationMs)
  const durationMs = terms?.durationMs ?? 0
  const { first, points } = useRecentPrices(product, keptMs(durationMs))
  const serverNow = useServerNow()
  const last = points.at(-1)
  if (terms === undefined || first === null || last === undefined) return null
  const now = Math.max(serverNow, last.timeMs)
  const example = exampleAt(points, { first, now, durationMs })
  const order = { ...example, stake: STAKE, payout: payoutOf(STAKE, terms.payoutRate) }
  const result = provisionalResultOf(order, (example.exit ?? last).price)
  const amount = result === null ? 0n : amountIf(order, result)
  return (
    <figure className="flex h-full flex-col justify-between">
      <OrderDrawing
        picture={examplePicture(points, example, now, EXAMPLE_BOX)}
        box={EXAMPLE_BOX}
        direction={example.direction}
        tone={TONES[result ?? 'level']}
      />
      <Caption product={product} example={example} now={now} end={{ result, amount }} />
    </figure>
  )
}

interface CaptionProps {
  product: Product
  example: Example
  now: number
  end: { result: ProvisionalResult | null; amount: bigint }
}

function Caption({ product, example, now, end }: CaptionProps) {
  const { t } = useTranslation(['identity', 'strip', 'common'])
  const format = useFormat()
  const nameOf = useProductName()
  const { direction, exit, startsAt, expiresAt } = example
  const { result } = end
  const count = countdown({ expiresAt, durationMs: expiresAt - startsAt }, now)
  const amount = resultAmountText(format, end)
  const state = (): string => {
    if (result === null) return t('strip:waiting')
    if (exit !== null) return t(`strip:result.${ENDS[result]}`, { amount, stake: amount })
    return count.phase === 'deciding' ? t('strip:deciding') : t(`strip:${result}`, { amount })
  }
  const order = `${DIRECTION_SIGNS[direction]} ${t(`common:direction.${direction}`)} ${format.money(STAKE)}`
  return (
    <figcaption className="figures h-8 text-xs leading-4">
      <p className="truncate text-ink-2">
        {t('identity:welcome.example', { order, product: nameOf(product.symbol) })}
      </p>
      <p
        className={join(
          'truncate font-semibold',
          result === 'level' ? 'text-ink-2' : resultTone(end.amount),
        )}
      >
        {state()}
      </p>
    </figcaption>
  )
}
