/** What is open of a list: it stays open when a decision takes it from the list. */
import { useState } from 'react'
import type { Pages } from '#desk/use-pages.ts'

interface Kept<Item> {
  item: Item
  /** What the list said when this was kept: not news. */
  over: Item | undefined
  /** Readings that had begun by then may be older than what is kept. */
  begun: number
}

/**
 * The item with this id as known last, and how to say what a decision made of it. A decision stands until a reading
 * that began after it says otherwise: one that was under way may still tell the state before.
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
