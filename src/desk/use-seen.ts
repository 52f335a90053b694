/** Tracks which parts of the opened document the operator has had on the screen. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Evidence } from '#desk/queue-kinds.ts'

export type OnSeen = (part: Evidence) => void

/** The parts seen of the document with this id. Another document starts with none. */
export function useSeen(id: string | null): [ReadonlySet<Evidence>, OnSeen] {
  const [seen, see] = useState<{ id: string | null; parts: ReadonlySet<Evidence> }>({
    id,
    parts: new Set(),
  })
  const parts: ReadonlySet<Evidence> = seen.id === id ? seen.parts : new Set()
  const add = (part: Evidence): void =>
    see((last) => ({ id, parts: new Set(last.id === id ? [...last.parts, part] : [part]) }))
  return [parts, add]
}

/** The part of the element, or of the window if the element is larger, that must be visible. */
const ENOUGH = 0.5

const fills = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= ENOUGH ||
  (rootBounds !== null && intersectionRect.height >= rootBounds.height * ENOUGH)

/** Calls `onShown` when enough of the element is in the window, once it is `loaded`. */
export function useShown(
  ref: RefObject<Element | null>,
  { loaded, onShown }: { loaded: boolean; onShown: () => void },
): void {
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const { current } = ref
    if (!loaded || current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting && fills(entry))) shown()
      },
      { threshold: [0, ENOUGH] },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [ref, loaded])
}
