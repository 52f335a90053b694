import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { BarPanel } from '#features/chart/bars/bar-panel.tsx'
import { useChoices } from '#features/chart/chart-choices.ts'
import { type ChartScreen, ChartToolbar } from '#features/chart/chart-toolbar.tsx'
import { useHand } from '#features/chart/drawings/drawing-choices.ts'
import { DrawingRail } from '#features/chart/drawings/drawing-rail.tsx'
import { DrawingsInWords } from '#features/chart/drawings/drawing-strip.tsx'
import { LivePanel } from '#features/chart/live/live-panel.tsx'
import type { ChartLinks } from '#features/chart/host/engine.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { laterSheet } from '#lib/later.tsx'

const DrawingSheet = laterSheet(
  async () => (await import('#features/chart/drawings/drawing-sheet.tsx')).DrawingSheet,
)

interface Props extends ChartLinks {
  product: Product
  marks: readonly OrderMark[]
  screen: ChartScreen
  /** Its name among others on the page. */
  label?: string | undefined
}

/** Loads the sheet when it is first asked for, and forgets what was chosen when the product is left. */
function Sheets({ product }: { product: Product }) {
  const { leaveAtom, sheetPageAtom } = useHand()
  const open = useAtomValue(sheetPageAtom) !== null
  const [asked, setAsked] = useState(false)
  const leave = useSetAtom(leaveAtom)
  useEffect(() => leave, [leave])
  if (open && !asked) setAsked(true)
  return asked && <DrawingSheet product={product} />
}

/** A product's chart with its toolbar and legend, as high as its container. Loaded when it is first shown. */
export function PriceChart({ product, marks, screen, label, ...links }: Props) {
  const { t } = useTranslation('chart')
  const { kindAtom, viewAtom, intervalAtom, indicatorsAtom } = useChoices()
  const kind = useAtomValue(kindAtom)
  const view = useAtomValue(viewAtom)
  const interval = useAtomValue(intervalAtom)
  const indicators = useAtomValue(indicatorsAtom)
  return (
    <section aria-label={label ?? t('title')} className="@container flex h-full min-h-0 flex-col">
      <ChartToolbar kind={kind === 'live' ? 'live' : 'bars'} screen={screen} />
      <div className="flex min-h-0 flex-1">
        <DrawingRail product={product} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {kind === 'live' ? (
            <LivePanel key={view} product={product} view={view} marks={marks} links={links} />
          ) : (
            <BarPanel
              key={interval}
              product={product}
              interval={interval}
              style={kind}
              indicators={indicators}
              marks={marks}
              links={links}
            />
          )}
        </div>
      </div>
      <DrawingsInWords product={product} />
      <Sheets product={product} />
    </section>
  )
}
