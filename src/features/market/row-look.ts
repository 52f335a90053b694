/** The look of a product's row, shared by the list and by what the page shows before the app has loaded. */
import type { Quote } from '#streams'

/** More rows than fit on a tall phone. They are drawn before the window is measured; the app draws the others later. */
export const FIRST_ROWS = 14
/** The same in a pane, whose rows are lower. */
export const FIRST_PANE_ROWS = 24

export const ROW = {
  frame: 'tap-while-scrolling border-b border-line/60 bg-surface',
  line: 'flex min-h-13.5 items-stretch dense:min-h-8.75',
  star: 'flex w-touch shrink-0 items-center justify-center -outline-offset-2 active:bg-sunken dense:w-7',
  link: 'isolate flex min-w-0 flex-1 flex-wrap items-center gap-x-2 pe-3 -outline-offset-2 active:bg-sunken dense:pe-2',
  price:
    'figures relative flex items-center justify-end gap-0.5 text-[0.9375rem] font-semibold dense:text-sm',
  oldPrice: 'text-ink-3',
} as const

/** The row of headings above the list. */
export const LIST_HEAD = [
  'flex min-h-touch items-center gap-x-2 border-b border-line/60 bg-surface ps-touch pe-3 text-xs',
  'text-ink-3 dense:min-h-8 dense:ps-7 dense:pe-2',
].join(' ')

export const MOVED: Record<Quote['movement'], string> = {
  up: 'text-up',
  down: 'text-down',
  none: 'text-ink',
}
