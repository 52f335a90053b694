/** Single keys for people who decide all day; never while something is being typed or a dialog is open. */
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { storedAtom } from '#lib/stored.ts'

/** Who dictates or has keys stick turns them off. */
export const keysOnAtom = storedAtom<boolean>({
  key: 'deskKeys',
  initial: true,
  read: (text) => text !== 'false',
})

export type Keys = Readonly<Record<string, () => void>>

const TYPING = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]'
const DIALOG = '[role=dialog], [role=alertdialog]'

/** Whether a key means a letter or a dialog rather than the desk. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const { target } = event
  if (target instanceof Element && target.matches(TYPING)) return true
  // Enter on a button is that button's.
  if (event.key === 'Enter' && target instanceof Element && target.matches('button, a')) return true
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
      const act = latest.current[event.key]
      if (act === undefined || isTaken(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [on])
}
