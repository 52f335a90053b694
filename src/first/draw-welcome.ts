/** Draws the welcome page without the app, in the same layout as the app's page. */
import type { FirstTexts } from '#contract/page-elements.ts'
import { PRODUCTS_PATH } from '#lib/paths.ts'
import { bar, drawOn, element, skeleton } from './elements.ts'

const ENTER =
  'flex h-13 items-center justify-center rounded-control bg-brand text-lg leading-6 font-semibold text-on-brand'

export function drawWelcome(
  root: HTMLElement,
  { title, lead, promises, enter }: FirstTexts['welcome'],
): void {
  const rows = promises.map(([name, text]) =>
    element(
      'li',
      'flex gap-3',
      skeleton('mt-0.5 size-5.5 shrink-0'),
      element(
        'div',
        '',
        element('p', 'font-semibold', name),
        element('p', 'text-sm text-ink-2', text),
      ),
    ),
  )
  const link = element('a', ENTER, enter)
  link.setAttribute('href', `#${PRODUCTS_PATH}`)
  const page = element(
    'div',
    'flex flex-col gap-5 px-4 pt-2',
    element(
      'div',
      'flex flex-col gap-2',
      element('p', 'text-figure font-bold text-balance', title),
      element('p', 'text-ink-2', lead),
    ),
    element(
      'div',
      'rounded-card border border-line/60 bg-surface p-4 shadow-card',
      element('ul', 'flex flex-col gap-4', ...rows),
    ),
    link,
  )
  drawOn(root, bar(element('span', 'text-lg leading-5 font-bold', 'Fairtick')), page)
}
