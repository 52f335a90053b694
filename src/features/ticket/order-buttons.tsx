import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { useBlockedText } from '#features/ticket/blocked-text.ts'
import { restingAtom } from '#features/ticket/submission.ts'
import { isResting } from '#features/ticket/tradable.ts'
import { usePickedRate } from '#features/ticket/use-ticket.ts'
import { useMarketNow } from '#features/ticket/use-market-block.ts'
import { useOwnPauseText } from '#components/pause-reason.tsx'
import { Button } from '#ui/button.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'

interface Props {
  product: Product
  /** The chart has the screen. On a phone on its side the buttons are then one above the other. */
  beside?: boolean
  onPick: (direction: Direction) => void
}

const ARROWS = { up: ArrowUp, down: ArrowDown } as const

/**
 * Buy up and buy down, always within reach of the thumb. When they are disabled, they say why. A market that takes no
 * orders has none.
 */
export function OrderButtons({ product, beside = false, onPick }: Props) {
  const { t } = useTranslation(['common', 'ticket'])
  const blockedText = useBlockedText()
  const { blocked } = useMarketNow(product)
  const pause = useOwnPauseText()
  const format = useFormat()
  const rate = usePickedRate(product)
  const reason = pause ?? (blocked === null ? null : blockedText(blocked))
  const resting = useAtomValue(restingAtom)
  const rests = reason !== null || resting
  const offered = !isResting(blocked)
  return (
    <div
      data-order-buttons
      data-slim
      className={join(
        'safe-bottom sticky bottom-0 z-10 mt-auto border-t border-line/60 bg-surface/95 px-4 [backdrop-filter:blur(8px)]',
        beside && 'landscape:border-0 landscape:bg-transparent landscape:px-3',
      )}
    >
      <p
        id="order-blocked"
        role="status"
        className={join(
          'text-center text-warn',
          reason === null ? 'sr-only' : 'pt-2',
          offered ? 'text-xs' : 'pb-3 text-sm',
        )}
      >
        {reason ?? (resting && t('ticket:resting'))}
      </p>
      {offered && (
        <div className={join('flex gap-3 py-2.5', beside && 'landscape:flex-col')}>
          {(['up', 'down'] as const).map((direction) => {
            const Arrow = ARROWS[direction]
            return (
              <Button
                key={direction}
                variant={direction}
                data-shortcut={direction}
                size="lg"
                block
                className="min-w-0 flex-wrap gap-x-1.5 gap-y-0 max-[26rem]:px-2 max-[26rem]:text-base max-[22.5rem]:flex-col"
                disabled={rests}
                aria-describedby={rests ? 'order-blocked' : undefined}
                onClick={() => onPick(direction)}
              >
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  <Arrow aria-hidden size={20} />
                  <span>{t(`common:direction.${direction}`)}</span>
                </span>
                {rate !== null && (
                  <span className="figures font-medium whitespace-nowrap">
                    {format.profitFromBps(rate)}
                  </span>
                )}
              </Button>
            )
          })}
        </div>
      )}
    </div>
  )
}
