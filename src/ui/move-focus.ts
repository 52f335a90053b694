/** Moves the focus to a part of the page: for skip links, and for the key that leads from pane to pane. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Focuses the element itself. Code can focus it then, the Tab key cannot. */
export function focusElement(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus()
}

const isTabStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled')

/** Focuses the first tab stop in a pane, or the pane itself if it has none that is visible. */
export function focusPane(pane: HTMLElement): void {
  for (const element of pane.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    if (!isTabStop(element)) continue
    element.focus()
    // What is inert or not displayed does not take the focus.
    if (pane.contains(document.activeElement)) return
  }
  focusElement(pane)
}
