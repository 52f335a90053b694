/** The browser's Back closes the sheet or dialog on top, and leaves the page only where none is open. */
import { useEffect, useEffectEvent } from 'react'

interface Opened {
  close: () => void
  /** Where it was opened: a page that is left takes its sheets along. */
  address: string
}
/** Those that are open, the topmost last. */
const open: Opened[] = []

/** How many were open where the browser's history stands; null: none was ever opened there. */
function depth(): number | null {
  const state: unknown = history.state
  const kept: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'sheets')
  return typeof kept === 'number' ? kept : null
}
const entry = (sheets: number): object => ({ ...history.state, sheets })

/** The same as far as this page knows: until the browser's history moves, or something opens. */
let here = 0
/** The move under way passes over entries of what was closed in another way, which lead nowhere. */
let passing = false

addEventListener('popstate', () => {
  const left = depth()
  const came = passing ? 0 : here
  here = left ?? 0
  passing = false
  // A new address, even the same one once more, is told in the same way.
  if (left === null) return
  const closing = open.slice(left).filter(({ address }) => address === location.href)
  for (const { close } of closing.toReversed()) close()
  if (closing.length > 0) return
  if (left > open.length) {
    passing = true
    history.go(open.length - left)
  } else if (came > left) history.back()
})
// After a reload nothing is open, unless the address itself opens it.
if (depth() !== null) history.replaceState(entry(0), '')

/**
 * Each that opens makes an entry of the browser's history with the same address and the router's own state, so that
 * the router sees no change when Back leaves it.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const opened = { close: () => close(), address: location.href }
    open.push(opened)
    // One that opens in the place of another takes over its entry.
    if ((depth() ?? 0) < open.length) {
      history.replaceState(entry(open.length - 1), '')
      history.pushState(entry(open.length), '')
    }
    here = open.length
    return () => void open.splice(open.indexOf(opened), 1)
  }, [isOpen])
}
