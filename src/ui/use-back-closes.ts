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

/** Entries of what was closed in another way lead nowhere: they are passed over. */
function passOver(): void {
  const dead = (depth() ?? 0) - open.length
  if (dead > 0) history.go(-dead)
}

addEventListener('popstate', () => {
  const left = depth()
  // A new address, even the same one once more, is told in the same way.
  if (left === null) return
  for (const { close, address } of open.slice(left).toReversed())
    if (address === location.href) close()
  passOver()
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
    if ((depth() ?? 0) < open.length) {
      history.replaceState(entry(open.length - 1), '')
      history.pushState(entry(open.length), '')
    }
    return () => {
      open.splice(open.indexOf(opened), 1)
      // One that opens in its place takes over its entry.
      setTimeout(passOver)
    }
  }, [isOpen])
}
