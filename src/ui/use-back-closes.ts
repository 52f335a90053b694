/** The browser's Back closes the sheet or dialog on top, and leaves the page only where none is open. */
import { useEffect, useEffectEvent } from 'react'

interface Opened {
  close: () => void
  /** Where it was opened: a page that is left takes its sheets along. */
  address: string
}
/** Those that are open, the topmost last. */
const open: Opened[] = []

/** How many were open where the browser's history stands. */
const depth = (): number => {
  const state: unknown = history.state
  const kept: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'sheets')
  return typeof kept === 'number' ? kept : 0
}

/** Entries of what was closed in another way lead nowhere: they are passed over. */
function passOver(): void {
  const dead = depth() - open.length
  if (dead > 0) history.go(-dead)
}

addEventListener('popstate', () => {
  for (const { close, address } of open.slice(depth()).toReversed())
    if (address === location.href) close()
  passOver()
})
// After a reload nothing is open, unless the address itself opens it.
if (depth() > 0) history.replaceState({ ...history.state, sheets: 0 }, '')

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
    if (depth() < open.length) history.pushState({ ...history.state, sheets: open.length }, '')
    return () => {
      open.splice(open.indexOf(opened), 1)
      // One that opens in its place takes over its entry.
      setTimeout(passOver)
    }
  }, [isOpen])
}
