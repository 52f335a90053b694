import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { order } from '#contract/order.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { TicketPanel } from '#features/ticket/ticket-panel.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { type StoredReceipts, storedReceipts, storedReceiptsAtom } from '#device/receipts.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { storedTable } from '#support/stored-table.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { sampleOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const bought = sampleOrder()
const wireOrder = z.encode(order, bought)
const receipt = { text: 'terms', signature: 's', keyId: 'k' }
const me = { account: 'someone', nickname: 'someone', openingCode: '0123456789' }
let purchases: StoredReceipts

beforeEach(() => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  purchases = storedReceipts(storedTable(), { sha256: async () => sha256Hex, now: () => 1 })
})

function Host() {
  useAcceptance(bitcoin.symbol, 'toast', () => {})
  return <TicketPanel product={bitcoin} direction="up" onClose={() => {}} practiceMoney={null} />
}

/** Buys; every wait is over at once. */
async function buy(answer: Network) {
  fakeNetwork(
    (sent) =>
      sent.path === '/me'
        ? json({ handle: 'handle', me: { ...me, level: 'ordinary', createdAt: 1 } })
        : answer(sent),
    { lookUps: true },
  )
  let clock = 0
  const wait = async (ms: number): Promise<void> => {
    clock += ms
    await new Promise((resolve) => {
      setTimeout(resolve, ms >= 6_000 ? 200 : 1)
    })
  }
  const { store, streams } = await renderFeature(<Host />, '/', (fresh) => {
    fresh.set(storedReceiptsAtom, purchases)
    fresh.set(commandTimerAtom, { now: () => clock, wait })
  })
  await act(async () => {
    streams.tick(bitcoin.id, 6_400_000, 'up')
    streams.state$('balance').next({ value: sampleBalance(), asOf: streams.now })
  })
  await userEvent.click(screen.getByRole('button', { name: /^Up/ }))
  await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
  return store.get(toastsAtom)[0]
}
const storedNow = () => purchases.find({ account: 'someone', id: bought.id })

describe('a purchase', () => {
  it('leaves its receipt on the device, and at hand to download', async () => {
    const toast = await buy(() => json({ order: wireOrder, receipt }))
    await waitFor(async () => expect((await storedNow())?.receipt).toEqual(receipt))
    expect(toast?.action?.label).toBe('Download receipt')
  })

  it('has its receipt also where the answer itself was lost', async () => {
    const toast = await buy(({ path, method }) => {
      if (method === 'POST') return problem('unavailable', 503)
      return path.startsWith('/commands/order/')
        ? json({ answer: { order: wireOrder, receipt } })
        : json({})
    })
    await waitFor(async () => expect((await storedNow())?.receipt).toEqual(receipt))
    expect(toast?.action?.label).toBe('Download receipt')
  })
})
