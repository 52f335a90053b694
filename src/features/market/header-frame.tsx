import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

interface Props {
  name: ReactNode
  /** The symbol and the currency. */
  about: ReactNode
  buttons: ReactNode
  price: ReactNode
  rise: ReactNode
  asOf?: ReactNode
}

/** Where the name and the price of a product are. Without the app's state, so that the build can render it. */
export function HeaderFrame({ name, about, buttons, price, rise, asOf }: Props) {
  return (
    <section className="flex flex-col gap-1 px-4">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-base leading-5 font-semibold">{name}</h2>
          <p className="truncate text-xs text-ink-3">{about}</p>
        </div>
        {buttons}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {price}
        <span className="min-w-20 text-end">{rise}</span>
      </div>
      {asOf}
    </section>
  )
}

/** The price in large type, or in smaller type beside a chart that has the screen. */
export const headerPriceLook = (isBeside: boolean): string =>
  join('figures flex items-center gap-1 font-bold', isBeside ? 'text-lg' : 'text-figure')
