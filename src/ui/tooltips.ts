/**
 * The names of buttons that show only an icon, as tooltips: for a mouse that rests on one, and for the focus of the
 * keyboard. One listener for the page covers every such button. Screen readers have the names already.
 */
import { useEffect } from 'react'
import { pressedKey } from '#ui/pressed-key.ts'

/** How long a mouse rests on a button first. The next tooltip comes at once while one is shown. */
const REST_MS = 500
/** The pointer has this time to get from the button to its tooltip (WCAG 1.4.13). */
const LEAVE_MS = 120
const GAP_PX = 6
/** A larger area with a name is no icon, for example a row that opens. */
const MAX_ICON_PX = 96

/** The name of a button that has no visible text. */
function nameOf(target: EventTarget | null): { button: HTMLElement; name: string } | null {
  if (!(target instanceof Element)) return null
  const button = target.closest<HTMLElement>('button,a,[role=button],[role=radio],[role=tab]')
  const name = button?.getAttribute('aria-label')
  if (button === null || name === null || name === undefined) return null
  const hasText = (button.textContent ?? '').trim() !== ''
  return hasText || button.offsetWidth > MAX_ICON_PX ? null : { button, name }
}

/** Below the button, or above it where the window ends, and always within the window. */
function place(tip: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const left = at.left + at.width / 2 - width / 2
  const below = at.bottom + GAP_PX
  const top = below + height > innerHeight ? at.top - GAP_PX - height : below
  tip.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`
  tip.style.top = `${Math.max(4, top)}px`
}

function createTip(): HTMLElement {
  const tip = document.createElement('div')
  tip.className = 'tooltip'
  tip.ariaHidden = 'true'
  return tip
}

/** Shows the tooltips of this page. The answer ends that. */
export function showTooltips(): () => void {
  const tip = createTip()
  let shown: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = (): void => {
    clearTimeout(timer)
    shown = null
    tip.remove()
  }
  const show = ({ button, name }: { button: HTMLElement; name: string }): void => {
    if (!button.isConnected) return
    shown = button
    tip.textContent = name
    document.body.append(tip)
    place(tip, button)
  }
  const over = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    if (event.target === tip) return
    const named = nameOf(event.target)
    if (named?.button === shown && shown !== null) return
    if (named !== null) timer = setTimeout(() => show(named), shown === null ? REST_MS : 0)
    else if (shown !== null) timer = setTimeout(hide, LEAVE_MS)
  }
  const focus = ({ target }: FocusEvent): void => {
    hide()
    const named = nameOf(target)
    if (named?.button.matches(':focus-visible') === true) show(named)
  }
  const key = (event: KeyboardEvent): void => {
    if (pressedKey(event) === 'Escape') hide()
  }
  const life = new AbortController()
  const { signal } = life
  document.addEventListener('pointerover', over, { signal })
  document.addEventListener('pointerleave', hide, { signal })
  document.addEventListener('pointerdown', hide, { signal, capture: true })
  document.addEventListener('focusin', focus, { signal })
  document.addEventListener('focusout', hide, { signal })
  document.addEventListener('keydown', key, { signal, capture: true })
  addEventListener('scroll', hide, { signal, capture: true })
  return () => {
    hide()
    life.abort()
  }
}

/** Shows them while it is mounted. */
export function Tooltips(): null {
  useEffect(() => showTooltips(), [])
  return null
}
