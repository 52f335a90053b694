/** Arrow keys, Home and End in a row of choices: they move the focus and select, as in tabs and radio groups. */
import type { KeyboardEvent } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function moveByKey(event: KeyboardEvent<HTMLElement>, role: 'tab' | 'radio'): void {
  const step = STEPS[pressedKey(event)]
  if (step === undefined) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]`)]
  const at = choices.findIndex((choice) => choice === document.activeElement)
  if (at < 0) return
  event.preventDefault()
  const next = choices[step(at, choices.length)]
  next?.focus()
  next?.click()
}
