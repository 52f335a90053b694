import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { orderId, timeMs } from '#contract/scalars.ts'
import { settledReceipt as schema, type SettledReceipt } from '#contract/settlement-receipt.ts'
import {
  isUrgent,
  ReceiptChecks,
  ReceiptVerdict,
} from '#features/orders/receipt/checked-receipt.tsx'
import { useReceiptCheck } from '#features/orders/receipt/use-receipt-check.ts'
import { type StoredReceipts, storedReceipts, storedReceiptsAtom } from '#device/receipts.ts'
import { deviceTools, sha256Hex } from '#proof/device-tools.ts'
import { type ReceiptChecker, receiptCheckerAtom } from '#proof/receipt-checker.ts'
import { knownHistoryAtom } from '#device/known-history.ts'
import { type SeenRecords, seenRecords, seenRecordsAtom } from '#device/seen-records.ts'
import { CHECK_STEPS, checkReceipt } from '#rules/receipt-check.ts'
import { liveReceipt } from '#support/live-receipts.ts'
import { storedTable } from '#support/stored-table.ts'
import { UNSIGNED_ROUND, withSeed } from '#support/seed-forgeries.ts'
import {
  ordinaryLog,
  otherPurchase,
  seedProof,
  settledReceipt,
  T0,
} from '#support/settled-receipt.ts'
import { until } from '#support/until.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'

/** As the worker does it, without one. */
const here: ReceiptChecker = {
  check: (receipt, keys, own) => checkReceipt(receipt, deviceTools(keys), own),
}

const ID = orderId.parse('42')
let purchases: StoredReceipts
let seen: SeenRecords
beforeEach(() => {
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  const options = { sha256: async () => sha256Hex, now: () => 1 }
  purchases = storedReceipts(storedTable(), options)
  seen = seenRecords()
})
/** As the page of a receipt puts them together. */
function Checks() {
  const state = useReceiptCheck(ID)
  return (
    <>
      {isUrgent(state) && <ReceiptVerdict state={state} />}
      {state.status === 'ready' && <ReceiptChecks state={state}>{null}</ReceiptChecks>}
    </>
  )
}
const rendered = (checker: ReceiptChecker) =>
  renderFeature(<Checks />, '/', (store) => {
    store.set(receiptCheckerAtom, checker)
    store.set(storedReceiptsAtom, purchases)
    store.set(seenRecordsAtom, seen)
  })
async function shown(receipt: SettledReceipt, checker = here) {
  const calls = fakeNetwork(() => json(z.encode(schema, receipt)))
  await rendered(checker)
  return calls
}
const won = (): SettledReceipt => settledReceipt(ordinaryLog(100_010))
const stepsShown = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('the check of a settled order on this device', () => {
  it('says that everything agrees, step by step', async () => {
    await shown(won())
    expect(await screen.findByText(/^Everything matches/)).toBeTruthy()
    // All but those about the device, which did not sign this order, about venues of live prices, and about a dealer.
    expect(stepsShown()).toHaveLength(CHECK_STEPS.length - 3)
    expect(stepsShown().every((text) => text?.endsWith('matches'))).toBe(true)
  })

  it('says so in one line, which opens the list', async () => {
    await shown(withSeed(seedProof({})))
    const line = await screen.findByRole('button', { name: /^(\d+) of \1 checks passed$/ })
    expect(line.getAttribute('aria-expanded')).toBe('false')
    const list = document.getElementById(line.getAttribute('aria-controls') ?? '')
    expect(list?.className).toContain('not-print:hidden')
    await userEvent.click(line)
    expect(list?.className).not.toContain('not-print:hidden')
    expect(list?.innerHTML).not.toContain('not-print:hidden')
  })

  it('counts no check that shows nothing, and lists it without being asked', async () => {
    await shown(withSeed(seedProof({ leadMs: -1 })))
    const line = await screen.findByRole('button', { name: /checks passed$/ })
    const [passed, total] = (line.textContent ?? '').match(/\d+/g)?.map(Number) ?? []
    expect(passed).toBe((total ?? 0) - 1)
    const listed = screen
      .getAllByRole('listitem')
      .filter(({ className }) => !className.includes('hidden'))
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      'Nothing shows that the secret number of the simulated hour was fixed in advance',
    ])
    expect(screen.getByRole('list').className).not.toContain('hidden')
  })

  it('says that the server was away, and does not say that everything matches', async () => {
    const receipt = settledReceipt(ordinaryLog(100_010), { format: 5, checkpointMs: T0 + 100_400 })
    await shown(receipt)
    expect(await screen.findByText(/^Nothing is wrong, but one step isn’t proved/)).toBeTruthy()
    expect(screen.queryByText(/^Everything matches/)).toBeNull()
    expect(screen.getByText(/^The server was away from .* to /)).toBeTruthy()
    expect(screen.getByText(/The result doesn’t change\.$/)).toBeTruthy()
    const line = screen.getByRole('button', { name: /checks passed$/ })
    const [passed, total] = (line.textContent ?? '').match(/\d+/g)?.map(Number) ?? []
    expect(passed).toBe((total ?? 0) - 1)
    const listed = screen
      .getAllByRole('listitem')
      .filter(({ className }) => !className.includes('hidden'))
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      'The server signed the end of this price history not proved',
    ])
  })

  it('opens the list when a check fails', async () => {
    await purchases.keep({ account: 'someone', id: ID }, won().acceptance)
    await shown(otherPurchase(won()))
    const line = await screen.findByRole('button', { name: /checks passed$/ })
    expect(line.getAttribute('aria-expanded')).toBe('true')
  })

  it('compares it with the records that this page was shown while the order was open', async () => {
    const { entry, order } = won()
    const record = entry.records.findLast((each) => each.timeMs <= order.expiresAt)
    if (record === undefined) throw new Error('no record')
    seen.add(order.symbol, record)
    await shown(won())
    expect(await screen.findByText(/^Everything matches/)).toBeTruthy()
    expect(screen.getByText(/^The prices are those this device was shown/)).toBeTruthy()
    cleanup()
    seen = seenRecords()
    seen.add(order.symbol, { ...record, hash: 'a'.repeat(64) })
    await shown(won())
    expect(await screen.findByText(`(record ${record.seq})`)).toBeTruthy()
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  it('reads the receipt again when the trusted keys change, but not with each new checkpoint', async () => {
    const calls = fakeNetwork(() => json(z.encode(schema, won())))
    const { store } = await rendered(here)
    await screen.findByText(/^Everything matches/)
    const known = { number: 0, textHash: '' as const, timeMs: timeMs.parse(0) }
    const learn = (keys: SettledReceipt['keys'], number: number): Promise<void> =>
      act(async () => store.set(knownHistoryAtom, { ...known, keys: [...keys], number }))
    await learn(won().keys, 1)
    const read = await until('a second reading', () => calls.length > 1 && calls.length)
    await learn(won().keys, 2)
    await learn([], 3)
    await until('a reading with other keys', () => calls.length > read)
    expect(calls).toHaveLength(read + 1)
  })

  it('checks the trades behind live prices, and names the record whose trades are altered', async () => {
    await shown(liveReceipt())
    expect(await screen.findByText(/^Everything matches/)).toBeTruthy()
    expect(screen.getByText(/^The prices used follow from the venues’ trades/)).toBeTruthy()
    cleanup()
    const receipt = liveReceipt()
    const [entry] = receipt.venues ?? []
    Object.assign(entry?.inputs[1] ?? {}, { price: '1.000008' })
    await shown(receipt)
    expect(await screen.findByText('(record 6)')).toBeTruthy()
    expect(stepsShown().filter((text) => !text?.endsWith('matches'))).toEqual([
      expect.stringMatching(/^The prices used follow from the venues’ trades \(record 6\)/),
    ])
  })

  it.each([
    [{}, /: bound\. Checkpoint 4 fixed its secret number 30 hours ahead\. The published number/],
    [{ leadMs: 1_000 }, /: unbound\. Checkpoint 4 .* less than 24 hours ahead/],
    [{ leadMs: -1 }, /: unbound\. Checkpoint 4 .* only after the hour had begun/],
    [{ hour: { link: null, seed: null } }, /will be published when the hour is over/],
    [{ hour: { link: null, seed: null, closed: 'lost' } }, /can’t be recalculated/],
  ] as const)('says when the secret number of the hour was fixed: %j', async (forgery, text) => {
    await shown(withSeed(seedProof(forgery)))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('calls the prices unbound if the receipt does not say', async () => {
    const { seeds: _, ...silent } = won()
    await shown(silent)
    expect(await screen.findByText(/^Unbound: this receipt doesn’t show/)).toBeTruthy()
  })

  it('says whether the public randomness of the hour was verified', async () => {
    await shown(withSeed(seedProof({ drand: UNSIGNED_ROUND })))
    expect(await screen.findByText(/is mixed in: not checked/)).toBeTruthy()
    cleanup()
    const verifyRound = async () => false
    await shown(withSeed(seedProof({ drand: UNSIGNED_ROUND })), {
      check: (receipt, keys, own) =>
        checkReceipt(receipt, { ...deviceTools(keys), verifyRound }, own),
    })
    expect(await screen.findByText(/Public randomness, round \d+, doesn’t match/)).toBeTruthy()
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  it('names the record that does not fit', async () => {
    const receipt = won()
    const seq = receipt.order.exit?.seq ?? 0
    const exit = receipt.exit.records.find((each) => each.seq === seq)
    if (exit !== undefined) Object.assign(exit, { price: 100_011 })
    await shown(receipt)
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(stepsShown().filter((text) => text?.includes('doesn’t match'))).toHaveLength(2)
    expect(stepsShown()[2]).toContain(`(record ${seq})`)
  })

  it('says that the purchase is the one that was received, where this device bought', async () => {
    const { acceptance } = won()
    await purchases.keep({ account: 'someone', id: ID }, acceptance)
    await shown(won())
    expect(await screen.findByText(/^Everything matches/)).toBeTruthy()
    expect(stepsShown()[0]).toMatch(/^The purchase is the one this device received.*matches$/)
  })

  it('says that nothing could be compared where another device bought', async () => {
    await shown(won())
    expect(await screen.findByText(/^This device didn’t receive the purchase/)).toBeTruthy()
  })

  it('names a purchase that is not the one it received, and shows what differs', async () => {
    await purchases.keep({ account: 'someone', id: ID }, won().acceptance)
    await shown(otherPurchase(won()))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(stepsShown().filter((text) => text?.includes('doesn’t match'))).toHaveLength(1)
    expect(stepsShown()[0]).toContain('doesn’t match')
    const rows = within(screen.getByRole('table', { name: 'What differs' })).getAllByRole('row')
    expect(rows[1]?.textContent).toBe('stake 10.00stake 20.00')
    expect(screen.getByRole('button', { name: /this device’s copy/ })).toBeTruthy()
  })

  it('names it also when a log-out lies between, by the fingerprint that stayed', async () => {
    await purchases.keep({ account: 'someone', id: ID }, won().acceptance)
    await purchases.belongTo(null)
    await shown(otherPurchase(won()))
    expect(await screen.findByText(/only a fingerprint/)).toBeTruthy()
    expect(stepsShown()[0]).toContain('doesn’t match')
  })

  describe('that is not signed yet', () => {
    const early = (): SettledReceipt => ({ ...won(), exit: { ...won().exit, checkpoint: null } })
    const pushed = (number: number, at: number) => ({
      value: { number, timeMs: timeMs.parse(at), text: '', signature: '', keyId: '' },
      asOf: at,
    })
    const LAST_MS = T0 + 40_400

    it('reads it again with the checkpoint that is pushed, and never after that', async () => {
      let isSigned = false
      const calls = fakeNetwork(() => json(z.encode(schema, isSigned ? won() : early())))
      const { streams } = await rendered(here)
      expect(await screen.findByText(/^Everything matches so far/)).toBeTruthy()
      const read = calls.length
      await act(async () => streams.state$('checkpoint').next(pushed(8, T0 - 6_000)))
      expect(calls.length).toBe(read)
      await act(async () => streams.state$('checkpoint').next(pushed(9, LAST_MS + 100)))
      await until('the receipt', () => calls.length === read + 1)
      expect(screen.getByText(/^Everything matches so far/)).toBeTruthy()
      isSigned = true
      await act(async () => streams.state$('checkpoint').next(pushed(10, LAST_MS + 10_100)))
      expect(await screen.findByText(/^Everything matches: /)).toBeTruthy()
      expect(calls.length).toBe(read + 2)
      expect(streams.leases.has('checkpoint')).toBe(false)
    })

    it('waits for nothing while no one sees the page', async () => {
      fakeNetwork(() => json(z.encode(schema, early())))
      const { streams } = await rendered(here)
      await screen.findByText(/^Everything matches so far/)
      expect(streams.leases.get('checkpoint')).toBe(1)
      const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(streams.leases.has('checkpoint')).toBe(false)
      state.mockReturnValue('visible')
      await act(async () => document.dispatchEvent(new Event('visibilitychange')))
      expect(streams.leases.get('checkpoint')).toBe(1)
    })
  })

  it('offers the file where the browser cannot work it out', async () => {
    await shown(won(), { check: () => Promise.reject(new Error('no workers')) })
    expect(await screen.findByText(/^This browser can’t/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download full receipt' })).toBeTruthy()
  })
})
