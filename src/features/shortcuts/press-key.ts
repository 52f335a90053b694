/** What a key does on the page as it is now. */
import { focusPane } from '#ui/move-focus.ts'
import { pressedKey } from '#ui/pressed-key.ts'
import { type Mark, SHORTCUTS } from '#features/shortcuts/table.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'
/** What is closed may stay in the page for a moment. */
const DIALOGS = '[role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed])'

const marked = (scope: ParentNode, mark: Mark): HTMLElement[] =>
  [...scope.querySelectorAll<HTMLElement>(`[data-shortcut=${mark}]`)].filter(
    (element) => element.closest('[inert], [aria-hidden=true]') === null,
  )

/** Where keys act: the page, or the ticket open above it; null above anything else that is open. */
function scopeOf(document: Document): ParentNode | null {
  const [dialog, ...others] = document.querySelectorAll(DIALOGS)
  if (dialog === undefined) return document
  const isTicket = others.length === 0 && marked(dialog, 'durations').length > 0
  return isTicket ? dialog : null
}

/** Moves the focus along the rows, if it is on one of them, or nowhere yet. */
function move(scope: ParentNode, by: 1 | -1): boolean {
  const active = document.activeElement
  const rows = marked(scope, 'row')
  const at = rows.findIndex((row) => row === active || row.parentElement?.contains(active))
  const isFree = active === null || active === document.body
  if (at < 0 && !isFree && !active.matches('[data-shortcut=search]')) return false
  const current = rows.findIndex((row) => row.ariaCurrent !== null)
  const next = at >= 0 ? rows[at + by] : rows[Math.max(0, current)]
  next?.focus()
  return next !== undefined
}

/** Moves the focus to the next pane or to the one before, in a cycle. A page of one pane leaves the key alone. */
function movePane(scope: ParentNode, by: 1 | -1): boolean {
  const active = document.activeElement ?? document.body
  const panes = marked(scope, 'pane')
  if (panes.length < 2) return false
  const within = panes.findIndex((pane) => pane.contains(active))
  const { DOCUMENT_POSITION_FOLLOWING } = Node
  const isPast = (pane: HTMLElement): boolean =>
    (pane.compareDocumentPosition(active) & DOCUMENT_POSITION_FOLLOWING) !== 0
  const before = panes.filter(isPast).length - 1
  // Between two panes, both directions lead to a neighbour.
  const to = within >= 0 ? within + by : by > 0 ? before + 1 : before
  const next = panes.at(to % panes.length)
  if (next !== undefined) focusPane(next)
  return true
}

function press(element: HTMLElement | undefined): boolean {
  if (element === undefined || element.matches(':disabled')) return false
  element.focus()
  element.click()
  return true
}

function actOf(key: string): NonNullable<(typeof SHORTCUTS)[number]['act']> | null {
  return SHORTCUTS.find(({ keys }) => keys.includes(key))?.act ?? null
}

/** Keys of a field belong to the field. Only the arrow down leads from the search to its list, and F6 to a pane. */
function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || !target.matches(FIELDS)) return false
  return key !== 'F6' && !(key === 'ArrowDown' && target.dataset['shortcut'] === 'search')
}

/** Whether the key is meant for the page: not for a field, the browser or an input method. */
function isForPage(event: KeyboardEvent): boolean {
  const key = pressedKey(event)
  const modified = event.ctrlKey || event.altKey || event.metaKey
  return key !== '' && !modified && !event.defaultPrevented && !isTyping(event.target, key)
}

/** Returns whether the key did something, so that the browser does nothing with it. */
function pressKey(event: KeyboardEvent, onHelp: () => void): boolean {
  const key = pressedKey(event)
  const act = actOf(key)
  if (act === null) return false
  const scope = scopeOf(document)
  if (scope === null) return false
  switch (act.kind) {
    case 'help':
      onHelp()
      return true
    case 'move':
      return move(scope, key === 'ArrowDown' ? 1 : -1)
    case 'pane':
      return movePane(scope, event.shiftKey ? -1 : 1)
    case 'duration': {
      const [durations] = marked(scope, 'durations')
      const radios = durations?.querySelectorAll<HTMLElement>('[role=radio]')
      return press(radios?.[Number(key) - 1])
    }
    case 'press':
      return press(marked(scope, act.mark)[0])
    case 'focus': {
      const [field] = marked(scope, act.mark)
      field?.focus()
      return field !== undefined
    }
  }
}

/** Whether the event is over: it happened before this code had loaded. */
const isOver = ({ eventPhase }: KeyboardEvent): boolean => eventPhase === Event.NONE

/** What was pressed longer ago is not played: by now it would surprise. */
const LATE_MS = 10_000

function typedBy(event: KeyboardEvent, before: string): string {
  const key = pressedKey(event)
  if (key === 'Backspace') return before.slice(0, -1)
  return key.length === 1 ? before + key : before
}

/** Types into the field that has the focus. As one change, because a field controlled by React keeps only the last. */
function type(text: string): void {
  const field = document.activeElement
  if (text === '' || !(field instanceof HTMLInputElement)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Does what the keys are for, in order. Those pressed before this code had loaded count, too; what follows a key that
 * leads to a field is typed into that field.
 */
export function playKeys(events: readonly KeyboardEvent[], onHelp: () => void): void {
  const isUsing = document.activeElement?.matches(FIELDS) === true
  const since = performance.now() - LATE_MS
  let text = ''
  for (const event of events.filter(isForPage)) {
    const isLate = isOver(event)
    // A field that the user has chosen meanwhile keeps the focus.
    if (isLate && (isUsing || event.timeStamp < since)) continue
    if (isTyping(document.activeElement, pressedKey(event))) {
      // The browser itself types the key that is being pressed, into the field that has the focus by then.
      if (isLate) text = typedBy(event, text)
      continue
    }
    type(text)
    text = ''
    if (pressKey(event, onHelp)) event.preventDefault()
  }
  type(text)
}
