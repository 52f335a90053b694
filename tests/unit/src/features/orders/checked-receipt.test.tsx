import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { orderId } from '#contract/scalars.ts'
import { settledReceipt as schema, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { CheckedReceipt } from '#features/orders/checked-receipt.tsx'
import { deviceTools } from '#lib/proof/device-tools.ts'
import { type ReceiptChecker, receiptCheckerAtom } from '#lib/proof/receipt-checker.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { ordinaryLog, settledReceipt } from '#support/settled-receipt.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'

/** As the worker does it, without one. */
const here: ReceiptChecker = {
  check: (receipt, keys) => checkReceipt(receipt, deviceTools(keys)),
}

const rendered = (checker: ReceiptChecker) =>
  renderFeature(<CheckedReceipt id={orderId.parse('42')} />, '/', (store) =>
    store.set(receiptCheckerAtom, checker),
  )
async function shown(receipt: SettledReceipt, checker = here) {
  const calls = fakeNetwork(() => json(schema.encode(receipt)))
  await rendered(checker)
  return calls
}
const won = (): SettledReceipt => settledReceipt(ordinaryLog(100_010))
const stepsShown = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the check of a settled order on this device', () => {
  it('says that everything agrees, step by step', async () => {
    await shown(won())
    expect(await screen.findByText(/^Everything agrees/)).toBeTruthy()
    expect(stepsShown()).toHaveLength(7)
    expect(stepsShown().every((text) => text?.endsWith('agrees'))).toBe(true)
  })

  it('names the record that does not fit', async () => {
    const receipt = won()
    const seq = receipt.order.exit?.seq ?? 0
    const exit = receipt.exit.records.find((each) => each.seq === seq)
    if (exit !== undefined) Object.assign(exit, { price: 100_011 })
    await shown(receipt)
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(stepsShown().filter((text) => text?.includes('does not agree'))).toHaveLength(2)
    expect(stepsShown()[2]).toContain(`(record ${seq})`)
  })

  it('asks again until the minute is signed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const early = won()
    early.exit.checkpoint = null
    let isSigned = false
    fakeNetwork(() => json(schema.encode(isSigned ? won() : early)))
    await rendered(here)
    expect(await screen.findByText(/^Everything so far agrees/)).toBeTruthy()
    isSigned = true
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await screen.findByText(/^Everything agrees/)).toBeTruthy()
  })

  it('offers the file where the browser cannot work it out', async () => {
    await shown(won(), { check: () => Promise.reject(new Error('no workers')) })
    expect(await screen.findByText(/^This browser cannot/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download full receipt' })).toBeTruthy()
  })
})
