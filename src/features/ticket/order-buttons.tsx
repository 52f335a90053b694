import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { useBlockedText } from '#features/ticket/blocked-text.ts'
import { useMarketNow } from '#features/ticket/use-market-block.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  product: Product
  onPick: (direction: Direction) => void
}

const ARROWS = { up: ArrowUp, down: ArrowDown } as const

/** Buy up and buy down, always within reach of the thumb; when they rest, they say why. */
export function OrderButtons({ product, onPick }: Props) {
  const { t } = useTranslation('common')
  const blockedText = useBlockedText()
  const { blocked } = useMarketNow(product)
  return (
    <div className="safe-bottom sticky bottom-0 z-10 mt-auto border-t border-line/60 bg-surface/95 px-4 backdrop-blur-sm">
      {blocked !== null && (
        <p id="order-blocked" role="status" className="pt-2 text-center text-xs text-warn">
          {blockedText(blocked)}
        </p>
      )}
      <div className="flex gap-3 py-2.5">
        {(['up', 'down'] as const).map((direction) => {
          const Arrow = ARROWS[direction]
          return (
            <Button
              key={direction}
              variant={direction}
              size="lg"
              block
              className="whitespace-nowrap max-[22rem]:text-base"
              disabled={blocked !== null}
              aria-describedby={blocked === null ? undefined : 'order-blocked'}
              onClick={() => onPick(direction)}
            >
              <Arrow aria-hidden size={20} /> {t(`direction.${direction}`)}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
