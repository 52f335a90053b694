/** The browser's Back closes the sheet or dialog on top, and leaves the page only where none is open. */
import { useEffect, useEffectEvent } from 'react'

/** How to close each that is open, the topmost last. */
const open: (() => void)[] = []

/** How many were open where the browser's history stands. */
const depth = (): number => {
  const state: unknown = history.state
  const kept: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'sheets')
  return typeof kept === 'number' ? kept : 0
}

/** Entries of what was closed in another way, or before a reload, lead nowhere: they are passed over. */
function passOver(): void {
  const dead = depth() - open.length
  if (dead > 0) history.go(-dead)
}

addEventListener('popstate', () => {
  for (const close of open.slice(depth()).toReversed()) close()
  passOver()
})
passOver()

/**
 * Each that opens makes an entry of the browser's history with the same address and the router's own state, so that
 * the router sees no change when Back leaves it.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const closeThis = (): void => close()
    open.push(closeThis)
    if (depth() < open.length) history.pushState({ ...history.state, sheets: open.length }, '')
    return () => {
      open.splice(open.indexOf(closeThis), 1)
      // One that opens in its place takes over its entry.
      setTimeout(passOver)
    }
  }, [isOpen])
}
