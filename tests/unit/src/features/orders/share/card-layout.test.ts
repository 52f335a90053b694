import { beforeAll, describe, expect, it } from 'vitest'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardTexts,
  layoutCard,
  type Mark,
} from '#features/orders/share/card-layout.ts'
import { cardTexts } from '#features/orders/share/card-texts.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Ruler } from '#features/orders/share/text-fit.ts'
import { LANGUAGE_CODES, type Language } from '#i18n/languages.ts'
import { type I18n, setUpLanguage } from '#i18n/setup.ts'
import { logOf, tick } from '#support/records.ts'
import { settledOrder } from '../../sample-order.ts'

/** Wider than real letters are: full-width letters by their size, capitals and digits by 0.7 of it, others by 0.6. */
const ruler: Ruler = (text, { sizePx }) =>
  Array.from(text).reduce((sum, letter) => {
    const wide = /[\u1100-\u11FF\u2E80-\uFFEF]/u.test(letter)
    const combining = /\p{M}/u.test(letter)
    return sum + (combining ? 0 : wide ? 1 : /[\p{Lu}\d]/u.test(letter) ? 0.7 : 0.6) * sizePx
  }, 0)

const NAMESPACES: ['sharing', 'orders', 'common'] = ['sharing', 'orders', 'common']
const OUTCOMES = ['won', 'lost', 'draw', 'void'] as const
let i18n: I18n
beforeAll(async () => {
  i18n = await setUpLanguage('en')
})

interface Made {
  order: Record<string, string>
  amounts?: boolean
  records?: readonly TickRecord[]
}
/** From before the sample order's start to after its end. */
const prices = logOf(
  Array.from({ length: 70 }, (_, i) => tick(995_000 + i * 1_000, 6_400_000 + ((i * 37) % 11))),
)

async function textsFor(
  language: Language,
  { order, amounts = true, records = prices }: Made,
): Promise<CardTexts> {
  await i18n.changeLanguage(language)
  await i18n.loadNamespaces(['sharing', 'orders', 'common', 'products'])
  const names = Object.values(i18n.getResourceBundle(language, 'products') as object)
    .filter((name) => typeof name === 'string')
    .sort((one, other) => other.length - one.length)
  const product = { name: names[0] ?? '', decimals: 2, source: 'simulated' } as const
  const subject = {
    order: settledOrder(order),
    records,
    product,
    practice: true,
    amounts,
    host: 'practice.fairtick.example:8443',
  }
  const t = i18n.getFixedT(language, NAMESPACES)
  return cardTexts(subject, t, language)
}

const rightOf = (mark: Mark): number =>
  mark.kind === 'text' ? mark.x + ruler(mark.text, mark.font) : 0

describe.each(LANGUAGE_CODES)('the picture of a result in %s', (language) => {
  it.each(OUTCOMES)(
    'has room for everything, with the longest name and amounts: %s',
    async (status) => {
      const order = { status, stake: '999999.00', profitAndLoss: '-999999.00' }
      const layout = layoutCard(await textsFor(language, { order }), ruler)
      const texts = layout.marks.filter((mark) => mark.kind === 'text')
      expect(texts.length).toBeGreaterThan(12)
      expect(layout.marks.filter(({ kind }) => kind === 'chart')).toHaveLength(1)
      expect(Math.max(...layout.marks.map(rightOf))).toBeLessThanOrEqual(CARD_WIDTH - 72)
      expect(layout.endY).toBeLessThanOrEqual(layout.footerY - 20)
      expect(layout.bottomY).toBeLessThanOrEqual(CARD_HEIGHT - 24)
      expect(layout.scale).toBeGreaterThan(0.7)
    },
  )

  it('explains the result in words where there are too few prices for a line', async () => {
    const order = { status: 'void', profitAndLoss: '0.00' }
    const texts = await textsFor(language, { order, records: [] })
    const layout = layoutCard(texts, ruler)
    expect(layout.marks.some(({ kind }) => kind === 'chart')).toBe(false)
    const said = layout.marks.map((mark) => (mark.kind === 'text' ? mark.text : '')).join('')
    expect(said.replace(/\s/gu, '')).toContain(texts.why.replace(/\s/gu, ''))
    expect(layout.endY).toBeLessThanOrEqual(layout.footerY - 20)
  })

  it('has no amount unless the user wants it to be seen, and times in UTC', async () => {
    const order = { status: 'won', stake: '1234.56', profitAndLoss: '987.65' }
    const hidden = JSON.stringify(await textsFor(language, { order, amounts: false }))
    expect(hidden).not.toMatch(/1.?234.56|987.65/u)
    expect(hidden).toContain('UTC')
    expect(JSON.stringify(await textsFor(language, { order }))).toMatch(/1.?234.56.*987.65/u)
  })
})

it.each([
  ['won', '8.50', 'Won +85%', 'gain'],
  ['lost', '-10.00', 'Lost −100%', 'loss'],
  ['draw', '0.00', 'Draw', 'level'],
  ['void', '0.00', 'Void', 'level'],
])('says of an order that is %s what it gained or lost per stake', async (...row) => {
  const [status, profitAndLoss, text, tone] = row
  const { result, chart } = await textsFor('en', { order: { status, profitAndLoss } })
  expect(result).toEqual({ text, tone })
  expect(chart?.tone).toBe(tone)
})

it('says nothing of practice money where it is none', async () => {
  const texts = await textsFor('en', { order: { status: 'won' } })
  const count = (badge: string | null): number =>
    layoutCard({ ...texts, badge }, ruler).marks.length
  expect(count('Practice money') - count(null)).toBe(2)
})
