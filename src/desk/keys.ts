/** Keyboard shortcuts for operators. They are inactive while the operator types or a dialog is open. */
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'
import { storedAtom } from '#device/stored-atom.ts'

/** Users of dictation or sticky keys can turn them off. */
export const keysOnAtom = storedAtom<boolean>({
  key: 'deskKeys',
  initial: true,
  read: (text) => text !== 'false',
})

export type Keys = Readonly<Record<string, () => void>>

const TYPING = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]'
const DIALOG = '[role=dialog], [role=alertdialog]'

/** Whether a key press belongs to a text field or a dialog rather than to the desk. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const { target } = event
  if (target instanceof Element && target.matches(TYPING)) return true
  // Enter on a focused button activates that button.
  if (pressedKey(event) === 'Enter' && target instanceof Element && target.matches('button, a'))
    return true
  return document.querySelector(DIALOG) !== null
}

export function useKeys(keys: Keys): void {
  const on = useAtomValue(keysOnAtom)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!on) return undefined
    const hear = (event: KeyboardEvent): void => {
      const act = latest.current[pressedKey(event)]
      if (act === undefined || isTaken(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [on])
}
