/** Where a small window opens beside the button that has the focus. */

const WIDTH_PX = 432
const GAP_PX = 8
/** With less height than this on both sides of the button, the window is in the middle instead. */
const LEAST_PX = 320
/** What is wider is a row or a card, not a button, and has no side at which a window belongs to it. */
const MAX_BUTTON_PX = 240

export interface Beside {
  position: 'fixed'
  left: number
  width: number
  maxHeight: number
  top?: number
  bottom?: number
}

interface Box {
  left: number
  top: number
  bottom: number
  width: number
}

interface Room {
  width: number
  height: number
}

/** Below the button where there is enough room, otherwise on its higher side. Null where neither is high enough. */
export function besideBox(button: Box, room: Room): Beside | null {
  const below = room.height - button.bottom - 2 * GAP_PX
  const above = button.top - 2 * GAP_PX
  if (Math.max(below, above) < LEAST_PX) return null
  const width = Math.min(WIDTH_PX, room.width - 2 * GAP_PX)
  const wanted = button.left + button.width / 2 - width / 2
  const left = Math.max(GAP_PX, Math.min(wanted, room.width - width - GAP_PX))
  const common = { position: 'fixed', left, width } as const
  return below >= Math.min(above, 1.5 * LEAST_PX)
    ? { ...common, top: button.bottom + GAP_PX, maxHeight: below }
    : { ...common, bottom: room.height - button.top + GAP_PX, maxHeight: above }
}

/** Beside what has the focus now. Null in the middle of the window: what has it is not a button on the page. */
export function placeBeside(): Beside | null {
  const button = document.activeElement
  if (button === null || !button.matches('button, a, [role=button]')) return null
  // A window that opens from another one takes its place in the middle.
  if (button.closest('[role=dialog]') !== null) return null
  const box = button.getBoundingClientRect()
  if (box.width > MAX_BUTTON_PX || box.width === 0) return null
  return besideBox(box, { width: innerWidth, height: innerHeight })
}
