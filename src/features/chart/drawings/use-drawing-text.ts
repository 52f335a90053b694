import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Draft } from '#features/chart/drawings/drawings.ts'
import { useFormat } from '#i18n/use-format.ts'

/** Describes drawings in words: for the list, the strip over the chart, and screen readers. */
export function useDrawingText({ priceDecimals }: Product): (drawing: Draft) => string {
  const { t } = useTranslation('chart')
  const format = useFormat()
  const write = (price: number): string => format.price(price, priceDecimals)
  return (drawing) => {
    if (drawing.kind === 'level')
      return t('drawings.described.level', { price: write(drawing.price) })
    if (drawing.kind === 'note') {
      const { at, text } = drawing
      return t('drawings.described.note', {
        price: write(at.price),
        time: format.dateTime(at.timeMs),
        text,
      })
    }
    return t('drawings.described.trend', {
      from: write(drawing.from.price),
      fromTime: format.dateTime(drawing.from.timeMs),
      to: write(drawing.to.price),
      toTime: format.dateTime(drawing.to.timeMs),
    })
  }
}
