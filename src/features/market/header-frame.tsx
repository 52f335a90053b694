import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  /** The symbol and the currency. */
  about: ReactNode
  buttons: ReactNode
  price: ReactNode
  rise: ReactNode
  asOf?: ReactNode
}

/** Where the price of a product is, whose name is the page's title. Without the app's state, so that the build can render it. */
export function HeaderFrame({ about, buttons, price, rise, asOf }: Props) {
  return (
    <section className="flex flex-col gap-1 px-4">
      <div className="flex flex-wrap items-center gap-x-2">
        <div className="flex-1">{price}</div>
        <div className="flex">{buttons}</div>
      </div>
      <div className="flex min-h-6 items-center gap-2 text-xs text-ink-3">
        {rise}
        <p className="ms-auto min-w-0 truncate">{about}</p>
      </div>
      {asOf}
    </section>
  )
}

/** The price in large type, or in smaller type beside a chart that has the screen. */
export const headerPriceLook = (isBeside: boolean): string =>
  join('figures flex items-center gap-1 font-bold', isBeside ? 'text-lg' : 'text-figure')
