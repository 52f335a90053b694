import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { product as productSchema } from '#contract/product.ts'
import { type SharedReceipt, sharedReceipt } from '#contract/settlement-receipt.ts'
import { sharedPath } from '#lib/paths.ts'
import { deviceTools } from '#proof/device-tools.ts'
import { type ReceiptChecker, receiptCheckerAtom } from '#proof/receipt-checker.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { honest, shared } from '#support/honest-receipts.ts'
import { SYMBOL } from '#support/settled-receipt.ts'
import { SharedPage } from '../../../../src/pages/shared/shared.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'
import { bitcoin } from '../features/sample-product.ts'

const CODE = 'abcdefghijklmnopqrstuvwxyz'
const here: ReceiptChecker = {
  check: (receipt, keys, own) => checkReceipt(receipt, deviceTools(keys), own),
}
const products = {
  products: [
    z.encode(
      productSchema,
      productSchema.parse({ ...z.encode(productSchema, bitcoin), symbol: SYMBOL }),
    ),
  ],
  serverTime: 1,
  source: 'simulated',
}

async function opened(code: string, answer: () => Response) {
  const calls = fakeNetwork(({ path }) => (path.startsWith('/shared/') ? answer() : json(products)))
  await renderFeature(<SharedPage />, sharedPath(code), (store) =>
    store.set(receiptCheckerAtom, here),
  )
  return calls.filter(({ path }) => path.startsWith('/shared/'))
}
const receipt = (change: (receipt: SharedReceipt) => void = () => undefined) => {
  const made = shared(honest())
  change(made)
  return json(z.encode(sharedReceipt, made))
}

describe('a shared receipt', () => {
  it('is checked on the reader’s device without an account, and says what it left out', async () => {
    const calls = await opened(CODE, () => receipt())
    expect(await screen.findByText(/^Everything matches/)).toBeTruthy()
    expect(calls.map(({ path }) => path)).toContain(`/shared/${CODE}`)
    const left = screen.getByText('not part of a shared receipt').closest('li')
    expect(left?.dataset).toMatchObject({ step: 'ledger', verdict: 'absent' })
    expect(screen.queryByText(/This device didn’t receive the purchase/)).toBeNull()
  })

  it('says what it shows and what it does not, and names no amount and no one', async () => {
    await opened(CODE, () => receipt())
    expect(await screen.findByText('What this shows')).toBeTruthy()
    expect(screen.getByText(/^Who placed the order/)).toBeTruthy()
    expect(screen.getByText(/same person’s other orders/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/\byour? (?:chose|order|stake)|10\.00|8\.50/i)
  })

  it('proves nothing if a step fails, and names the step', async () => {
    await opened(CODE, () =>
      receipt((made) => {
        made.acceptance.text = made.acceptance.text.replace('direction up', 'direction down')
      }),
    )
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByText('What this shows')).toBeNull()
    const failed = document.querySelectorAll('[data-step][data-verdict=fails]')
    expect(failed.length).toBeGreaterThan(1)
    for (const step of failed) expect(step.textContent).toMatch(/doesn’t match/)
  })

  it('looks the same for an unknown code, a revoked one and none at all', async () => {
    const calls = await opened(CODE, () => problem('not_found', 404))
    expect(await screen.findByText('This code doesn’t work')).toBeTruthy()
    expect(calls.length).toBeGreaterThan(0)
  })

  it.each(['', 'short', `${CODE}x`, 'ABCDEFGHIJKLMNOPQRSTUVWXY!'])(
    'asks the server for no code that cannot be one: %j',
    async (code) => {
      const calls = await opened(code, () => receipt())
      expect(await screen.findByText('This code doesn’t work')).toBeTruthy()
      expect(calls).toEqual([])
    },
  )

  it('says that the server cannot be reached, which is not an invalid code', async () => {
    await opened(CODE, () => problem('unavailable', 503, { retryAfterMs: 1_000 }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByText('This code doesn’t work')).toBeNull()
  })
})
