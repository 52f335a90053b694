import { useEffect, useEffectEvent } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'

/**
 * While it is active, Escape undoes what a ticket has begun, wherever the focus is, unless something else is open
 * above the page. It hears the key before what listens to the whole window, such as a chart in full screen.
 */
export function useEscape(active: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!active) return
    const hear = (event: KeyboardEvent): void => {
      const covered = document.querySelector('[role=dialog]:not([data-ticket]),[role=alertdialog]')
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented || covered !== null) return
      event.preventDefault()
      escape()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [active])
}
