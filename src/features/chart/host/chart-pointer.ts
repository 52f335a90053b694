/** What a mouse does on a chart besides what the library does with it. */

export interface PointerEvents {
  /** A double click on an axis. */
  onAxis(): void
  /** A menu was asked for, at a point of the window; `y` counts from the top of the chart. */
  onMenu?: (at: { clientX: number; clientY: number; y: number }) => void
}

/** The pane of prices without its axes, in CSS pixels. */
export interface PaneSize {
  width: number
  height: number
}

/** Browsers send it as an event of a pointer, older ones as one of a mouse. */
const isTouch = (event: MouseEvent): boolean =>
  'pointerType' in event && event.pointerType === 'touch'

/**
 * The wheel zooms only in a chart that has been clicked on or with Ctrl or Cmd, so that elsewhere it scrolls the page.
 * Must be called before the chart is created, because the chart listens to the same events. Returns a function that
 * ends it.
 */
export function watchPointer(
  container: HTMLElement,
  pane: () => PaneSize,
  { onAxis, onMenu }: PointerEvents,
): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  // It can have the focus, but the Tab key has nothing to do here.
  container.tabIndex = -1
  const placeOf = ({ clientX, clientY }: MouseEvent): { x: number; y: number } => {
    const { left, top } = container.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  container.addEventListener(
    'wheel',
    (event) => {
      const isMeant = event.ctrlKey || event.metaKey || container.contains(document.activeElement)
      if (!isMeant) event.stopImmediatePropagation()
    },
    { ...options, passive: true },
  )
  container.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      if (pointerType === 'mouse') container.focus({ preventScroll: true })
    },
    options,
  )
  container.addEventListener(
    'dblclick',
    (event) => {
      const { x, y } = placeOf(event)
      const { width, height } = pane()
      if (x > width || y > height) onAxis()
    },
    options,
  )
  if (onMenu !== undefined) {
    container.addEventListener(
      'contextmenu',
      (event) => {
        const { x, y } = placeOf(event)
        const { width, height } = pane()
        // A long press shows the crosshair.
        if (x > width || y > height || isTouch(event)) return
        event.preventDefault()
        onMenu({ clientX: event.clientX, clientY: event.clientY, y })
      },
      options,
    )
  }
  return () => controller.abort()
}
