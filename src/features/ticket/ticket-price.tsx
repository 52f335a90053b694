import { ArrowDown, ArrowUp } from 'lucide-react'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { useFormat } from '#i18n/format.ts'
import { quoteAtom } from '#streams'

/** The live price inside the sheet. The entry is the first tick after acceptance, never this price. */
export function TicketPrice({ product }: { product: Product }) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const quote = useAtomValue(quoteAtom(product.id, 'detail'))
  const value = 'value' in quote ? quote.value : null
  const tone = value === null || quote.status !== 'live' ? 'text-ink-3' : TONES[value.movement]
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className={`figures inline-flex items-center gap-1 text-lg font-semibold ${tone}`}>
        {value === null ? '–' : format.price(value.price, product.priceDecimals)}
        {value?.movement === 'up' && <ArrowUp aria-hidden size={16} />}
        {value?.movement === 'down' && <ArrowDown aria-hidden size={16} />}
      </span>
      <span className="text-2xs text-ink-3">{t('entryNote')}</span>
    </div>
  )
}

const TONES = { up: 'text-up', down: 'text-down', none: 'text-ink' } as const
