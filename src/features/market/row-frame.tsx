import type { ReactNode } from 'react'

interface Props {
  name: ReactNode
  symbol: ReactNode
  /** Of a market that is not open. */
  state?: ReactNode
  sparkline?: ReactNode
  price: ReactNode
  rise: ReactNode
}

/**
 * Where the cells of a product's row are: the name above the symbol, or all on one line where the pointer is a mouse.
 * Without the app's state, so that the build can render it.
 */
export function RowFrame({ name, symbol, state, sparkline, price, rise }: Props) {
  return (
    <>
      {/* With large text the figures are below the name, which never gets narrower than this. */}
      <span className="min-w-[min(4.5rem,100%)] flex-1 dense:flex dense:items-center dense:gap-1.5">
        {name}
        <span className="flex items-center gap-1.5 text-xs text-ink-3 dense:contents">
          {/* In a pane of the usual width the names have the room. */}
          <span
            translate="no"
            className="truncate dense:order-first dense:w-17 dense:shrink-0 dense:@max-[27rem]:hidden"
          >
            {symbol}
          </span>
          {state}
        </span>
      </span>
      <span className="hidden min-[22rem]:block @max-[22rem]:hidden dense:@max-[24.5rem]:hidden">
        {sparkline}
      </span>
      <span className="ms-auto flex items-center gap-2 text-end">
        <span className="w-22 dense:w-21">{price}</span>
        <span className="w-16 dense:w-15">{rise}</span>
      </span>
    </>
  )
}
