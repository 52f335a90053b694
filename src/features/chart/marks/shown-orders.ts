import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { focusOf } from '#features/chart/marks/order-focus.ts'
import { createSettleMoments, type SettleStep } from '#features/chart/marks/settle-moment.ts'

/** The orders of a chart, which of them is in focus, and which are being settled. Both engines have one. */
export interface ShownOrders {
  set(marks: readonly OrderMark[]): void
  /** The order that the page points at; null for none. */
  want(id: string | null): void
  /** The order that the pointer is on; null for none. Returns whether it is another one. */
  hover(id: string | null): boolean
  all(): readonly OrderMark[]
  focus(): string | null
  /** When the next open order expires, in ms; null without one. */
  nextExpiry(): number | null
  stepOf(id: string): SettleStep | null
  /** Whether a settlement has more to draw. */
  isSettling(): boolean
}

export function createShownOrders(still: () => boolean): ShownOrders {
  const moments = createSettleMoments(still)
  let marks: readonly OrderMark[] = []
  let wanted: string | null = null
  let hovered: string | null = null
  return {
    set: (next) => {
      marks = next
      moments.set(next, performance.now())
    },
    want: (id) => {
      wanted = id
    },
    hover: (id) => {
      const isOther = id !== hovered
      hovered = id
      return isOther
    },
    all: () => marks,
    focus: () => focusOf(marks, hovered ?? wanted),
    nextExpiry: () => {
      const open = marks.filter(({ exit }) => exit === null)
      return open.length === 0 ? null : Math.min(...open.map(({ expiresAt }) => expiresAt))
    },
    stepOf: (id) => moments.stepOf(id, performance.now()),
    isSettling: moments.isRunning,
  }
}
