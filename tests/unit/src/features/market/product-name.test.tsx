import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProductName, wordsOf } from '#features/market/product-name.tsx'
import de from '#locales/de/products.json' with { type: 'json' }
import th from '#locales/th/products.json' with { type: 'json' }
import zhCN from '#locales/zh-CN/products.json' with { type: 'json' }

const parts = (name: string): string =>
  wordsOf(name)
    .map(({ text }) => text)
    .join('|')

it.each([
  ['Bitcoin', 'Bitcoin'],
  ['British pound / US dollar', 'British|pound|/|US|dollar'],
  ['Nasdaq-100 futures', 'Nasdaq-|100|futures'],
  ['S&P 500 futures', 'S&P|500|futures'],
  ['NZドル/米ドル', 'NZ|ドル/|米|ドル'],
  ['ナスダック100先物', 'ナスダック|100|先物'],
  ['纳斯达克100期货', '纳斯达克|100|期货'],
  ['ทองคำฟิวเจอร์ส', 'ทองคำ|ฟิวเจอร์ส'],
  ['ดอลลาร์สหรัฐ / เยน', 'ดอลลาร์|สหรัฐ|/|เยน'],
  ['น้ำมันดิบเบรนท์', 'น้ำมันดิบ|เบรนท์'],
])('%s may be broken between its words alone', (name, words) => {
  expect(parts(name)).toBe(words)
})

it.each([de, th, zhCN].flatMap((names) => Object.values(names)))(
  'shows all of %s, and once to screen readers',
  (name) => {
    const { container } = render(<ProductName name={name} />)
    const [visible, read] = [...container.children]
    // Boxes have a margin in the place of a space.
    expect(visible?.textContent.replaceAll(' ', '')).toBe(name.replaceAll(' ', ''))
    if (read !== undefined) {
      expect(visible?.getAttribute('aria-hidden')).toBe('true')
      expect(read.textContent).toBe(name)
    }
  },
)
