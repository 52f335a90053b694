/**
 * The keys of a list that is one tab stop: `data-rows` marks it, `data-shortcut=row` what its rows open. The arrow keys
 * lead from row to row, and left or right to the star of a row and back.
 */
import { pressedKey } from '#ui/pressed-key.ts'

const LIST = '[data-rows]'
const ROW = '[data-shortcut=row]'

const listOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(LIST) : null

/** The star beside a row's link, or the link beside its star. */
function besideOf(focused: Element): HTMLElement | null {
  const isRow = focused.matches(ROW)
  return focused.parentElement?.querySelector<HTMLElement>(isRow ? '[data-star]' : ROW) ?? null
}

const TO: Record<string, (rows: readonly HTMLElement[], at: number) => HTMLElement | undefined> = {
  ArrowDown: (rows, at) => rows[at + 1],
  ArrowUp: (rows, at) => rows[at - 1],
  Home: ([first]) => first,
  End: (rows) => rows.at(-1),
}

function press(event: KeyboardEvent): void {
  const list = listOf(event.target)
  const focused = document.activeElement
  if (list === null || focused === null || focused === list || event.defaultPrevented) return
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const key = pressedKey(event)
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)]
  const at = rows.findIndex((row) => row.parentElement?.contains(focused))
  const next = key === 'ArrowLeft' || key === 'ArrowRight' ? besideOf(focused) : TO[key]?.(rows, at)
  if (next === undefined || next === null) return
  event.preventDefault()
  next.focus()
}

/** Until the returned function is called. */
export function watchRows(): () => void {
  let last: Element | null = null
  const enter = ({ target }: FocusEvent): void => {
    const list = listOf(target)
    if (list === null) return
    // Tab back must lead out of the list, and not to the list itself.
    list.tabIndex = -1
    if (target !== list) {
      last = document.activeElement
      return
    }
    const known = last !== null && list.contains(last) ? last : list.querySelector('[aria-current]')
    const row = known ?? list.querySelector(ROW)
    if (row instanceof HTMLElement) row.focus()
  }
  const leave = ({ target, relatedTarget }: FocusEvent): void => {
    const list = listOf(target)
    if (list !== null && listOf(relatedTarget) !== list) list.tabIndex = 0
  }
  const controller = new AbortController()
  const { signal } = controller
  addEventListener('focusin', enter, { signal })
  addEventListener('focusout', leave, { signal })
  addEventListener('keydown', press, { signal, capture: true })
  return () => controller.abort()
}
