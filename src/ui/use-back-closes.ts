/** The browser's Back closes the topmost sheet or dialog, and leaves the page only when none is open. */
import { useEffect, useEffectEvent } from 'react'

interface Opened {
  close: () => void
  /** The address where the sheet was opened. Leaving that page closes its sheets. */
  address: string
}
/** The open sheets and dialogs, the topmost last. */
const open: Opened[] = []

/** How many were open at the current history entry; null when none was ever opened there. */
function depth(): number | null {
  const state: unknown = history.state
  const kept: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'sheets')
  return typeof kept === 'number' ? kept : null
}
const entry = (sheets: number): object => ({ ...history.state, sheets })

/** The same number as far as this page knows, until the browser's history moves or something opens. */
let here = 0
/** The current navigation skips entries of sheets that were closed in another way, because they lead nowhere. */
let passing = false

addEventListener('popstate', () => {
  const left = depth()
  const came = passing ? 0 : here
  here = left ?? 0
  passing = false
  // A navigation to a new address, or to the same one again, triggers the same event.
  if (left === null) return
  const closing = open.slice(left).filter(({ address }) => address === location.href)
  for (const { close } of [...closing].reverse()) close()
  if (closing.length > 0) return
  if (left > open.length) {
    passing = true
    history.go(open.length - left)
  } else if (came > left) history.back()
})
// After a reload nothing is open, unless the address itself opens it.
if (depth() !== null) history.replaceState(entry(0), '')

/**
 * Each opened sheet adds a history entry with the same address and the router's own state, so that the router sees no
 * change when Back leaves the entry.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const opened = { close: () => close(), address: location.href }
    open.push(opened)
    // A sheet that opens in place of another one takes over its history entry.
    if ((depth() ?? 0) < open.length) {
      history.replaceState(entry(open.length - 1), '')
      history.pushState(entry(open.length), '')
    }
    here = open.length
    return () => void open.splice(open.indexOf(opened), 1)
  }, [isOpen])
}
