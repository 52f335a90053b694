import type { ReactNode } from 'react'

interface Props {
  name: ReactNode
  symbol: ReactNode
  sparkline?: ReactNode
  price: ReactNode
  rise: ReactNode
}

/** Where the cells of a product's row are. Without the app's state, so that the build can render it. */
export function RowFrame({ name, symbol, sparkline, price, rise }: Props) {
  return (
    <>
      {/* With large text the figures are below the name, which never gets narrower than this. */}
      <span className="min-w-[min(4.5rem,100%)] flex-1">
        {name}
        <span translate="no" className="block truncate text-xs text-ink-3">
          {symbol}
        </span>
      </span>
      <span className="hidden min-[22rem]:block @max-[22rem]:hidden">{sparkline}</span>
      <span className="ms-auto flex items-center gap-2 text-end">
        <span className="w-22">{price}</span>
        <span className="w-16">{rise}</span>
      </span>
    </>
  )
}
