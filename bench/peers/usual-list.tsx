/**
 * The product list as it is usually written: one state with all prices, all rows mounted, rows memoised, each change
 * rendered when React schedules it. It looks like the app's list, without its tints, arrows and states.
 */
import { memo, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Product } from '#contract/product.ts'
import { Sparkline } from '#features/market/row-sparkline.tsx'
import { RowFrame } from '#features/market/row-frame.tsx'
import { MOVED, ROW } from '#features/market/row-look.ts'
import { firstPrice, products, REFERENCE } from '../page-stream/fake-server.ts'
import { format } from '../page-stream/stage.tsx'
import type { Feed, Price, Prices } from './feeds.ts'

const riseOf = (price: number): number => Math.trunc(((price - REFERENCE) * 10_000) / REFERENCE)

interface RowProps extends Price {
  product: Product
  closes: readonly number[]
}

const UsualRow = memo(function UsualRow(props: RowProps) {
  const { product, price, movement, closes } = props
  const { symbol } = product
  return (
    <div className={ROW.frame}>
      <div className={ROW.line}>
        <span className={ROW.star} />
        <a href={`#${symbol}`} data-shortcut="row" className={ROW.link}>
          <RowFrame
            name={<span className="block truncate">Product {symbol}</span>}
            symbol={symbol}
            sparkline={<Sparkline closes={closes} />}
            price={
              <span data-quote className={`${ROW.price} ${MOVED[movement]}`}>
                {format.price(price, 2)}
              </span>
            }
            rise={format.signedPercentFromBps(riseOf(price))}
          />
        </a>
      </div>
    </div>
  )
})

function UsualList({ feed, closes }: { feed: Feed; closes: readonly number[] }) {
  const [prices, setPrices] = useState<Prices>({})
  useEffect(() => feed(setPrices), [feed])
  return products.map((product) => (
    <UsualRow
      key={product.id}
      product={product}
      price={prices[product.id]?.price ?? firstPrice(product.id)}
      movement={prices[product.id]?.movement ?? 'up'}
      closes={closes}
    />
  ))
}

export function mountUsual(place: HTMLElement, feed: Feed, closes: readonly number[]): void {
  createRoot(place).render(<UsualList feed={feed} closes={closes} />)
}
