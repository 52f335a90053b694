import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { type Dock, useDock } from '#features/orders/dock/dock-state.ts'
import { PositionDock } from '#features/orders/dock/position-dock.tsx'
import { join } from '#ui/join.ts'
import { Detail } from '../detail/detail.tsx'
import { useFullScreen } from '../detail/use-full-screen.ts'

/** The product's page as a phone shows it, in the second of two panes. */
export function BesideList({ product }: { product: Product }) {
  const { t } = useTranslation('trading')
  const dock = useDock()
  return (
    <section
      data-shortcut="pane"
      data-above-dock={!dock.folded || undefined}
      aria-label={t('product')}
      className="flex min-w-0 flex-1 flex-col overflow-y-auto pt-1 *:mb-0"
    >
      <Detail product={product} screen={useFullScreen()} orders={<TabletDock dock={dock} />} />
    </section>
  )
}

/** The user's orders between the chart and the order buttons, in the height that is left. */
function TabletDock({ dock }: { dock: Dock }) {
  return (
    <div className={join('flex flex-col', !dock.folded && 'min-h-72 grow basis-0 overflow-hidden')}>
      <PositionDock dock={dock} />
    </div>
  )
}
