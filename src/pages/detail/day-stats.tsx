import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { useFormat } from '#i18n/use-format.ts'
import { statsAtom } from '#streams'

/** High, low, volume and amount of the last 24 hours. */
export function DayStats({ product }: { product: Product }) {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const stats = useAtomValue(statsAtom(product.id))
  const value = 'value' in stats ? stats.value : null
  // A live price is made of one trade per venue, or of a quote: their sizes would say nothing of the market's.
  const sized = product.source === 'live' || product.source === 'dealer' ? null : value
  const price = (scaled: number): string => format.price(scaled, product.priceDecimals)
  const volume = (scaled: number): string => format.compact(scaled / 10 ** product.sizeDecimals)
  const rows = [
    { label: t('day.high'), text: value && price(value.high) },
    { label: t('day.low'), text: value && price(value.low) },
    { label: t('day.volume'), text: sized && volume(sized.volume) },
    { label: t('day.amount'), text: sized && format.compact(Number(sized.amount)) },
  ]
  return (
    <dl
      data-stats={stats.status}
      className={`figures flex flex-wrap gap-2 px-4 text-xs ${
        stats.status === 'live' ? '' : 'text-ink-3'
      }`}
    >
      {rows.map(({ label, text }) => (
        // As wide as its figure at least, whatever the label is.
        <div key={label} className="flex-[1_0_22%]">
          <dt className="line-clamp-2 w-0 min-w-full text-ink-3">{label}</dt>
          <dd className="font-medium whitespace-nowrap">{text ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
