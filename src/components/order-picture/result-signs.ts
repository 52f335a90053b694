/** The signs at the two prices that decide, as paths around 0 0. The page and the shared picture draw the same. */
import type { Direction } from '#contract/scalars.ts'
import type { PictureTone } from '#components/order-picture/picture-lines.ts'

/** The radius of the disc around a sign. */
export const SIGN_RADIUS = 9

/** At the entry: the direction. Filled. */
export const DIRECTION_ARROWS: Record<Direction, string> = {
  up: 'M0 -4.5L4 2.5H-4Z',
  down: 'M0 4.5L4 -2.5H-4Z',
}

/** At the exit: a tick, a cross, and two bars for a result that neither gains nor loses. Strokes. */
export const RESULT_SIGNS: Record<PictureTone, string> = {
  gain: 'M-4 0.5L-1 3.5L4.5 -3',
  loss: 'M-3 -3L3 3M3 -3L-3 3',
  level: 'M-3.5 -1.8H3.5M-3.5 1.8H3.5',
}
