/** What pages show, interned: pages with the same products share one object, and with it one built frame. */
import type { VisibleRequest } from '#contract/topics.ts'
import type { VisibleProducts } from '#server/platform/socket/quote-frames.ts'

export interface VisibleSets {
  /** Each `take` needs one `release`. */
  take(request: VisibleRequest): VisibleProducts
  release(visible: VisibleProducts): void
}

export const NOTHING_VISIBLE: VisibleRequest = { list: [], detail: [] }

/** Sorted, each product once, in `detail` only when asked for in both. */
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
