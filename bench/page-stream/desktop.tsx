/** The measured page of a desktop: the app's own trading screen over the real streams, or its cells written by hand. */
import { useSetAtom } from 'jotai'
import { Suspense } from 'react'
import type { VisibleRequest } from '#contract/topics.ts'
import { headerPlaceAtom } from '#data/shown-product.ts'
import { TradingPage } from '../../src/pages/trading/trading.tsx'
import { findDeskCells, wrongCells } from './desk-cells.ts'
import { logIn, own, positions, SHOWN } from './desk-data.ts'
import { createHandDesk } from './desk-hand.ts'
import { stage } from './stage.tsx'

logIn()

/** The figures of the product are in the header. */
function Header() {
  return <div ref={useSetAtom(headerPlaceAtom)} className="@container min-w-0" />
}

/** All leases have reached the server, and nothing is a placeholder any more. */
const isReady = ({ list, detail }: VisibleRequest): boolean =>
  detail.some((id) => id === SHOWN) &&
  positions.every(({ productId: id }) => [...list, ...detail].some((one) => one === id)) &&
  findDeskCells()?.chart.querySelector('canvas') != null

await stage({
  page: (
    <div className="flex h-dvh flex-col">
      <Header />
      <Suspense>
        <TradingPage />
      </Suspense>
    </div>
  ),
  namespaces: [
    'alerts',
    'chart',
    'common',
    'errors',
    'facts',
    'favourites',
    'identity',
    'limits',
    'market',
    'orders',
    'products',
    'tabs',
    'ticket',
    'trading',
  ],
  own,
  isReady,
  wrong: wrongCells,
  byHand: (_visible, i18n) => createHandDesk(i18n),
})
