import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'

/** How an order ended or would end now. The colour says this alone; the direction is an arrow (decision 0039). */
export type Tone = 'gain' | 'loss' | 'level'

/** What decides how an open order would end. */
export interface Moment {
  /** The current price; null while none is live. */
  price: number | null
  nowMs: number
}

const ENDED = { won: 'gain', lost: 'loss', draw: 'level' } as const

/** Also `level` while nothing can be said: without an entry or a price, and after the expiry, when no price counts. */
export function toneOf(mark: OrderMark, { price, nowMs }: Moment): Tone {
  const { entry, exit, result, direction, expiresAt } = mark
  if (exit !== null) return result === null ? 'level' : ENDED[result]
  if (entry === null || price === null || price === entry.price || nowMs >= expiresAt)
    return 'level'
  return price > entry.price === (direction === 'up') ? 'gain' : 'loss'
}

/** A gain has the colour of rising prices, as the user chose it, like every other result of the app. */
export const inkOf = (tone: Tone, colors: ChartColors): string =>
  ({ gain: colors.up, loss: colors.down, level: colors.quiet })[tone]
