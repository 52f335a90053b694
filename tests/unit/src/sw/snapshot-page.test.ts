import { expect, it } from 'vitest'
import { PAGE_SNAPSHOT_ID, pageWith } from '#contract/page-elements.ts'
import { pageSnapshot } from '#contract/page-snapshot.ts'
import type { StoredRow } from '#device/rows.ts'
import { knownFromRows } from '../../../../src/sw/snapshot-page.ts'

const quote = { movement: 'up', open: 5, high: 6, low: 4 }
const rows: StoredRow[] = [
  { key: '/products', account: '', asOf: 0, value: { products: [] } },
  { key: '/quote:9', account: '', asOf: 2_000, value: { ...quote, price: 108_345, tickAt: 1_500 } },
  { key: '/quote:1', account: '', asOf: 1_000, value: { ...quote, price: 17, tickAt: 1_000 } },
  { key: 'somebody/balance', account: 'somebody', asOf: 3_000, value: { available: '5.00' } },
]

it('gives a kept page the prices of the last visit, each with its age, and nothing of a user', () => {
  const known = knownFromRows(rows)
  expect(pageSnapshot.parse(known)).toEqual({
    at: 2_000,
    products: { products: [] },
    quotes: [0, 9, 108_345, 0, 0, 0, 500, 1, 17, 0, 0, 0, 1_000],
    stats: [],
  })
  expect(JSON.stringify(known)).not.toContain('somebody')
})

it('shows nothing rather than half of it', () => {
  expect(knownFromRows(rows.slice(0, 1))).toBeNull()
  expect(knownFromRows(rows.slice(1))).toBeNull()
  expect(knownFromRows([])).toBeNull()
})

it('cannot be left by what stands in it', () => {
  const html = `<script type="application/json" id="${PAGE_SNAPSHOT_ID}">null</script>`
  const evil = { at: 1, products: '</script><script>alert(1)</script>', quotes: [0], stats: [] }
  const page = pageWith(html, evil)
  expect(page.match(/<\/?script/g)).toHaveLength(2)
  const [, json = ''] = />([^<]*)</.exec(page) ?? []
  expect(JSON.parse(json)).toEqual(evil)
})
