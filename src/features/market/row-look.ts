/** The look of a product's row, shared by the list and by what the page shows before the app has loaded. */
import type { Quote } from '#streams'

/** More rows than fit on a tall phone. They are drawn before the window is measured; the app draws the others later. */
export const FIRST_ROWS = 12

export const ROW = {
  frame: 'tap-while-scrolling border-b border-line/60 bg-surface',
  line: 'flex min-h-16 items-stretch',
  star: 'flex w-touch shrink-0 items-center justify-center -outline-offset-2',
  link: 'isolate flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-2 pe-3 -outline-offset-2 active:bg-sunken',
  price: 'figures relative flex items-center justify-end gap-0.5 text-[0.9375rem] font-semibold',
  oldPrice: 'text-ink-3',
} as const

export const MOVED: Record<Quote['movement'], string> = {
  up: 'text-up',
  down: 'text-down',
  none: 'text-ink',
}
