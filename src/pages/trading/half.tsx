import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import type { Product } from '#contract/product.ts'
import { useProductName } from '#i18n/product-name.ts'
import { ChartPanel } from '../detail/chart-panel.tsx'
import { Detail, Notes } from '../detail/detail.tsx'
import { useFullScreen } from '../detail/use-full-screen.ts'
import { HalfLine, type Place } from './half-line.tsx'
import { SIDES } from './pair-state.ts'

export const PlaceContext = createContext<Place | null>(null)

const PANES = { left: 'chart-pane', right: 'second-chart-pane' } as const

/** A product in one of two places beside each other: its line, and its chart with tools of its own. */
export function HalfProduct({ product }: { product: Product }) {
  const { t } = useTranslation('trading')
  const screen = useFullScreen()
  const name = useProductName()(product.symbol)
  const place = use(PlaceContext)
  if (place === null || screen.full) return <Detail product={product} screen={screen} />
  const number = SIDES.indexOf(place.side) + 1
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-y-auto">
      <HalfLine product={product} name={name} place={place} />
      <Notes product={product} />
      <div className="-my-2 px-4 empty:hidden">
        <VenuesLine product={product} />
      </div>
      <ChartPanel
        product={product}
        screen={screen}
        fill
        id={PANES[place.side]}
        label={t('pair.of', { number, name })}
      />
    </div>
  )
}
