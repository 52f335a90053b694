/** The open item of a list. It stays open when a decision removes it from the list. */
import { useState } from 'react'
import type { Pages } from '#desk/use-pages.ts'

interface Kept<Item> {
  item: Item
  /** The list's version of the item when this was kept. It is not newer than the kept one. */
  over: Item | undefined
  /** Reads that had started by then may be older than the kept item. */
  begun: number
}

/**
 * The latest known version of the item with this id, and a function to store the result of a decision. The result is
 * kept until a read that started after it returns something else, because a read in progress may still return the
 * earlier state.
 */
export function useOpened<Item extends { id: string }>(
  pages: Pick<Pages<Item>, 'items' | 'reading' | 'begun'>,
  id: string | null,
): [Item | null, (item: Item) => void] {
  const listed = id === null ? undefined : pages.items.find((item) => item.id === id)
  const [kept, keep] = useState<Kept<Item> | null>(null)
  const mine = kept?.item.id === id ? kept : null
  const isNews =
    listed !== undefined && (mine === null || (listed !== mine.over && pages.reading > mine.begun))
  if (isNews) keep({ item: listed, over: listed, begun: 0 })
  const decided = (item: Item): void => keep({ item, over: listed, begun: pages.begun() })
  return [isNews ? listed : (mine?.item ?? null), decided]
}
