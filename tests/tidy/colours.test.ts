/** One rule for colours (decision 0044): up and down are for prices, directions and results, and for nothing else. */
import { expect, it } from 'vitest'
import { files } from './repository.ts'

const sources = files(/\.tsx?$/, ['src']).filter(({ path }) => !path.startsWith('src/gallery/'))
const matching = (pattern: RegExp): string[] =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

/** Where a class names the colour of up or down, and what it colours there. */
const COLOURED: Record<string, string> = {
  'src/features/market/price-cell.tsx': 'the last tick',
  'src/features/market/rise-cell.tsx': 'the rise over 24 h',
  'src/features/market/row-look.ts': 'the last tick',
  'src/features/market/row-sparkline.tsx': 'the line of a day',
  'src/features/settings/look-choices.tsx': 'the choice of the colours',
  'src/features/ticket/ticket-form.tsx': 'directions, the last tick',
  'src/components/order-picture/order-picture.tsx': 'how an order ended',
  'src/components/result-tone.ts': 'profit and loss',
  'src/pages/order/moments.tsx': 'how an order ended',
  'src/ui/badge.tsx': 'directions, won and lost',
  'src/ui/button.tsx': 'the order buttons',
  'src/ui/share-bar.tsx': 'shares of won and lost',
}

it('colours of up and down are used only where the rule names them', () => {
  expect(matching(/\b(text|bg|fill)-(up|down)(-soft)?\b/).sort()).toEqual(
    Object.keys(COLOURED).sort(),
  )
})

it('no one writes a profit or a loss in a colour of their own', () => {
  const own = matching(/\bsigned(Money|Amount)\(/).filter((path) => path in COLOURED)
  expect(own).toEqual([])
})

it('a figure never has the colour of a success or a failure', () => {
  const mixed =
    /figures[^"'`\n]*text-(brand|danger|green|red)|text-(brand|danger|green|red)[^"'`\n]*figures/
  expect(matching(mixed)).toEqual([])
  expect('figures text-brand-strong').toMatch(mixed)
})

it('red and green are known by their meaning only', () => {
  expect(matching(/\b(text|bg|fill|border)-(red|green)\b/)).toEqual([])
})
