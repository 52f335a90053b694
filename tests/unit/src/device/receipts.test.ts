import { beforeEach, describe, expect, it } from 'vitest'
import { refusedPurchase, type StoredReceipts, storedReceipts } from '#device/receipts.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { storedTable } from '#support/stored-table.ts'

const receipt = (stake: string) => ({
  text: `fairtick-receipt-1\nstake ${stake}`,
  signature: 'c2lnbmVk',
  keyId: '0123456789abcdef',
})
const first = { account: 'someone', id: '42' }

let table: ReturnType<typeof storedTable>
let kept: StoredReceipts
let now: number
beforeEach(() => {
  now = 0
  table = storedTable()
  kept = storedReceipts(table, { sha256: async () => sha256Hex, now: () => (now += 1) })
})
const written = (): string => JSON.stringify([...table.rows.values()])

describe('a receipt that this device was given', () => {
  it('is found again by its account and order, and by no other', async () => {
    expect(await kept.keep(first, receipt('10.00'))).toBe(true)
    expect((await kept.find(first))?.receipt).toEqual(receipt('10.00'))
    expect(await kept.find({ ...first, id: '43' })).toBeNull()
    expect(await kept.find({ ...first, account: 'another' })).toBeNull()
  })

  it('stands against whatever is shown later', async () => {
    await kept.keep(first, receipt('10.00'))
    expect(await kept.keep(first, receipt('20.00'))).toBe(false)
    expect(await kept.keep(first, { ...receipt('10.00'), signature: 'b3RoZXI=' })).toBe(false)
    expect((await kept.find(first))?.receipt).toEqual(receipt('10.00'))
  })

  it('can be read by nobody after a log-out, and still be compared', async () => {
    await kept.keep(first, receipt('10.00'))
    const before = await kept.find(first)
    await kept.belongTo(null)
    expect(written()).not.toMatch(/stake|someone|c2lnbmVk|"42"/)
    expect(await kept.find(first)).toEqual({ fingerprint: before?.fingerprint, receipt: null })
    expect(await kept.keep(first, receipt('20.00'))).toBe(false)
  })

  it('is whole again once the same one was shown to its user', async () => {
    await kept.keep(first, receipt('10.00'))
    await kept.belongTo(null)
    expect(await kept.keep(first, receipt('10.00'))).toBe(true)
    expect((await kept.find(first))?.receipt).toEqual(receipt('10.00'))
  })

  it('is read by no other account that logs in, while its own stays whole', async () => {
    await kept.keep(first, receipt('10.00'))
    await kept.keep({ account: 'another', id: '43' }, receipt('30.00'))
    await kept.belongTo('another')
    expect(written()).not.toContain('10.00')
    expect(written()).toContain('30.00')
  })

  it('goes altogether when the cache is cleared, also while the log-out is being written down', async () => {
    await kept.keep(first, receipt('10.00'))
    await Promise.all([kept.belongTo(null), kept.drop()])
    expect(table.rows.size).toBe(0)
  })
})

it('keeps the newest five hundred', async () => {
  for (let n = 1; n <= 501; n++)
    await kept.keep({ account: 'someone', id: String(n) }, receipt('1'))
  expect(table.rows.size).toBe(500)
  expect(await kept.find({ account: 'someone', id: '1' })).toBeNull()
  expect(await kept.find({ account: 'someone', id: '2' })).not.toBeNull()
})

it('takes what it cannot read for unknown, and leaves none of it readable at a log-out', async () => {
  await kept.keep(first, receipt('10.00'))
  for (const row of table.rows.values()) row.value = { note: 'bought 10.00' }
  expect(await kept.find(first)).toBeNull()
  await kept.belongTo(null)
  expect(written()).not.toContain('bought')
})

describe('a signed refusal that this device was given', () => {
  const refused = refusedPurchase('someone', '0123456789abcdef')
  const intent = 'fairtick-order-1\nkey 0123456789abcdef\nstake 10.00'

  it('is kept with the order as the device had signed it', async () => {
    await kept.keep(refused, receipt('10.00'), intent)
    expect(await kept.find(refused)).toMatchObject({ receipt: receipt('10.00'), intent })
  })

  it('can be read by nobody after a log-out, and still be compared', async () => {
    await kept.keep(refused, receipt('10.00'), intent)
    await kept.belongTo(null)
    expect(written()).not.toMatch(/stake|someone|fairtick-order/)
    expect(await kept.keep(refused, receipt('20.00'))).toBe(false)
  })
})
