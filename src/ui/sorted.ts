/** Sorting a table by one of its columns. */

/** Which column decides the order of the rows, and whether its greatest value comes first. */
export interface Sorted {
  by: string
  down: boolean
}

/** After a click on a heading: the same column turns around, another one begins with its smallest value. */
export const nextSorted = (sorted: Sorted, by: string): Sorted => ({
  by,
  down: sorted.by === by && !sorted.down,
})

export type SortKey = string | number | bigint

/**
 * The rows by the value that the column has in them. Rows without a value (null) are last in both directions, and equal
 * rows keep their order.
 */
export function sortRows<T>(
  rows: readonly T[],
  sorted: Sorted,
  keys: Readonly<Record<string, (row: T) => SortKey | null>>,
): readonly T[] {
  const keyOf = keys[sorted.by]
  if (keyOf === undefined) return rows
  const sign = sorted.down ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * compare(a.key, b.key)
    })
    .map(({ row }) => row)
}

function compare(a: SortKey, b: SortKey): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a).localeCompare(String(b))
  return a < b ? -1 : Number(a > b)
}
