/** Whether the user is moving a chart. */
export interface Gestures {
  active(): boolean
  stop(): void
}

/** A wheel has no end of its own. */
const WHEEL_ENDS_AFTER_MS = 200

/** Knows whether fingers, a mouse button or the wheel are moving the chart. Calls `ended` after the last one. */
export function watchGestures(container: HTMLElement, ended: () => void): Gestures {
  const pointers = new Set<number>()
  let wheel: ReturnType<typeof setTimeout> | undefined
  const finish = (): void => {
    // The chart handles the same event, perhaps later.
    wheel = undefined
    if (pointers.size === 0) ended()
  }
  const down = ({ pointerId }: PointerEvent): void => void pointers.add(pointerId)
  const up = ({ pointerId }: PointerEvent): void => {
    if (pointers.delete(pointerId) && wheel === undefined) wheel = setTimeout(finish)
  }
  const turn = (): void => {
    clearTimeout(wheel)
    wheel = setTimeout(finish, WHEEL_ENDS_AFTER_MS)
  }
  const controller = new AbortController()
  const { signal } = controller
  container.addEventListener('pointerdown', down, { signal, capture: true })
  container.addEventListener('wheel', turn, { signal, capture: true, passive: true })
  addEventListener('pointerup', up, { signal, capture: true })
  addEventListener('pointercancel', up, { signal, capture: true })
  return {
    active: () => pointers.size > 0 || wheel !== undefined,
    stop: () => {
      clearTimeout(wheel)
      controller.abort()
    },
  }
}
