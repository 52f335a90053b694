/** A price at a time, in server ms. The price is a scaled integer. */
export interface PricePoint {
  timeMs: number
  price: number
}

/** The price that the whole page shows as the newest one. */
export interface LastPrice extends PricePoint {
  /** False while no newer one can arrive. */
  live: boolean
}

/** A point of a line of the library. */
export interface LinePoint<Item> {
  time: Item
  value?: number
  color?: string
}

/**
 * The points of a line that is not drawn between two runs. The library joins all points of a series, but draws the part
 * from a point to the next one in the colour of the first.
 */
export const unjoined = <Item>(runs: readonly (readonly LinePoint<Item>[])[]): LinePoint<Item>[] =>
  runs.flatMap((run, i) => {
    const last = run.at(-1)
    const isEnd = i === runs.length - 1 || last === undefined
    return isEnd ? run : [...run.slice(0, -1), { ...last, color: 'transparent' }]
  })
