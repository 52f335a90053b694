import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { AcceptanceReceipt } from '#contract/order.ts'
import { settledReceipt as schema, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { orderOfReceipt, receiptDifference, receiptFingerprint } from '#rules/receipt.ts'
import { readByCommand, readByPython } from '#support/receipt-readers.ts'
import { ordinaryLog, otherPurchase, settledReceipt, tools } from '#support/settled-receipt.ts'

const won = (): SettledReceipt => settledReceipt(ordinaryLog(100_010))
const failing = async (receipt: SettledReceipt, given: AcceptanceReceipt): Promise<string[]> => {
  const kept = receiptFingerprint(given, tools.sha256)
  const { steps } = await checkReceipt(receipt, tools, { kept })
  return steps.filter(({ verdict }) => verdict === 'fails').map(({ step }) => step)
}

describe('a settled receipt beside the receipt of its purchase', () => {
  it('holds one step more', async () => {
    const receipt = won()
    const kept = receiptFingerprint(receipt.acceptance, tools.sha256)
    const { verdict, steps } = await checkReceipt(receipt, tools, { kept })
    expect(verdict).toBe('holds')
    expect(steps[0]).toEqual({ step: 'kept', verdict: 'holds' })
    expect(steps).toHaveLength((await checkReceipt(receipt, tools)).steps.length + 1)
  })

  it('fails in that step alone when the server signed other terms afterwards and settled by those', async () => {
    const given = won().acceptance
    const receipt = otherPurchase(won())
    expect((await checkReceipt(receipt, tools)).verdict).toBe('holds')
    expect(await failing(receipt, given)).toEqual(['kept'])
    expect(receiptDifference(given.text, receipt.acceptance.text)).toEqual([
      { was: 'stake 10.00', now: 'stake 20.00' },
      { was: 'payout 18.50', now: 'payout 37.00' },
    ])
  })

  it.each(['text', 'signature', 'keyId'] as const)('fails by another %s', async (part) => {
    const receipt = won()
    const given = { ...receipt.acceptance, [part]: `${receipt.acceptance[part]}x` }
    expect(await failing(receipt, given)).toEqual(['kept'])
  })
})

describe('a settled receipt beside records that a device was shown', () => {
  const { entry } = won()
  const [first, second] = entry.records.slice(-2)
  if (first === undefined || second === undefined) throw new Error('no records')

  it('holds one step more if it has the same ones, and whatever it does not show', async () => {
    const seen = [first, second, { seq: 9_999, hash: 'a'.repeat(64) }]
    const { verdict, steps } = await checkReceipt(won(), tools, { seen })
    expect([verdict, steps[0]]).toEqual(['holds', { step: 'seen', verdict: 'holds' }])
    expect(steps).toHaveLength((await checkReceipt(won(), tools)).steps.length + 1)
  })

  it('fails in that step alone if a log was changed that signatures and hashes agree about', async () => {
    const seen = [first, { ...second, hash: 'a'.repeat(64) }]
    const { verdict, steps } = await checkReceipt(won(), tools, { seen })
    expect(verdict).toBe('fails')
    expect(steps.filter((each) => each.verdict === 'fails')).toEqual([
      { step: 'seen', verdict: 'fails', seq: second.seq },
    ])
  })
})

it('tells the order of a purchase, and what is no purchase', () => {
  expect(orderOfReceipt(won().acceptance.text)).toBe('42')
  expect(orderOfReceipt('fairtick-checkpoint-1\n1\norder 42')).toBeNull()
  expect(orderOfReceipt('fairtick-receipt-1\nrule 1\norder 042')).toBeNull()
})

describe('the readers outside the app, given both files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-kept-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const written = (name: string, content: unknown): string => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(content))
    return file
  }
  const purchase = written('purchase.json', won().acceptance)

  it('agree when the settled one holds that very purchase', () => {
    const settled = written('settled.json', z.encode(schema, won()))
    expect(readByCommand(settled, purchase).text).toMatch(
      /holds {3}kept[\s\S]+1 passed, 0 failed\s*$/,
    )
    expect(readByPython(purchase, settled).text).toContain(`${settled} holds\n`)
  })

  it('both name the purchase when it is another', () => {
    const settled = written('other.json', z.encode(schema, otherPurchase(won())))
    const command = readByCommand(settled, purchase)
    expect([command.status, command.text]).toEqual([1, expect.stringMatching(/fails {3}kept/)])
    expect(readByPython(settled, purchase).text).toContain(`${settled} fails kept\n`)
  })

  it('prove nothing by a purchase alone', () => {
    const { status, text } = readByCommand(purchase)
    expect([status, text]).toEqual([1, expect.stringContaining('no settled receipt of order 42')])
  })
})
