/**
 * The sets of products that pages show. They are interned, so pages with the same products share one object and one
 * built frame.
 */
import type { VisibleRequest } from '#contract/topics.ts'
import type { VisibleProducts } from '#server/platform/socket/quote-frames.ts'

/** The interned sets. */
export interface VisibleSets {
  /** Returns the shared set. Each `take` needs one `release`. */
  take(request: VisibleRequest): VisibleProducts
  release(visible: VisibleProducts): void
}

/** The set of a page that shows no products. */
export const NOTHING_VISIBLE: VisibleRequest = { list: [], detail: [] }

/** Sorted, with each product once, and only in `detail` if it is in both lists. */
function tidied({ list, detail }: VisibleRequest): { list: number[]; detail: number[] } {
  const fast = new Set<number>(detail)
  const slow = new Set<number>(list.filter((id) => !fast.has(id)))
  const sorted = (ids: Set<number>): number[] => [...ids].sort((a, b) => a - b)
  return { list: sorted(slow), detail: sorted(fast) }
}

export function createVisibleSets(): VisibleSets {
  const byKey = new Map<string, { visible: VisibleProducts; pages: number }>()
  const keyOf = ({ list, detail }: VisibleProducts): string => `${list.join()}/${detail.join()}`
  return {
    take: (request) => {
      const visible: VisibleProducts = { ...tidied(request), frame: null }
      const key = keyOf(visible)
      const known = byKey.get(key) ?? { visible, pages: 0 }
      known.pages += 1
      byKey.set(key, known)
      return known.visible
    },
    release: (visible) => {
      const key = keyOf(visible)
      const known = byKey.get(key)
      if (known === undefined) return
      known.pages -= 1
      if (known.pages === 0) byKey.delete(key)
    },
  }
}
