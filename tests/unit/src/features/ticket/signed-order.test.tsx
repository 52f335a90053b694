import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { order } from '#contract/order.ts'
import { product, productTerms } from '#contract/product.ts'
import { orderSignature } from '#contract/signed-order.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { productsAtom } from '#data/products.ts'
import { headAtom } from '#features/ticket/signing.ts'
import { TicketPanel } from '#features/ticket/ticket-panel.tsx'
import { useAcceptance } from '#features/ticket/use-acceptance.ts'
import { type SigningKeys, signingKeys, signingKeysAtom } from '#device/signing-keys.ts'
import { refusedPurchase, storedReceipts, storedReceiptsAtom } from '#device/receipts.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { intentText } from '#rules/signed-order.ts'
import type { ClockQuality } from '#streams'
import { storedTable } from '#support/stored-table.ts'
import { sampleBalance } from '#support/sample-account.ts'
import {
  fakeNetwork,
  json,
  meAnswer,
  type Network,
  problem,
  renderFeature,
  type Sent,
} from '../render-feature.tsx'
import { sampleOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const receipt = { text: 'terms', signature: 's', keyId: 'k' }
const refusal = { text: 'fairtick-refusal-1', signature: 'r', keyId: 'k' }
const HASH = 'a'.repeat(64)
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
let keys: SigningKeys
let purchases: ReturnType<typeof storedReceipts>

beforeEach(() => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  keys = signingKeys(storedTable())
  purchases = storedReceipts(storedTable(), { sha256: async () => sha256Hex, now: () => 1 })
})

function Host() {
  useAcceptance(bitcoin.symbol, 'toast', () => {})
  return <TicketPanel product={bitcoin} direction="up" onClose={() => {}} practiceMoney={null} />
}

const registered = ({ body }: Sent): Response =>
  json({
    keyId: '0123456789abcdef',
    publicKey: JSON.parse(body).publicKey,
    registeredAt: 1,
    seq: 1,
    session: 'handle',
    current: true,
  })
const bodyOf = ({ body }: Sent) => JSON.parse(body)
/** The server's answer to a signed order: it starts when the device said. */
const accepted = (sent: Sent): Response => {
  const { signed, durationMs } = bodyOf(sent)
  const { startsAt } = signed
  const made = sampleOrder({
    acceptedAt: startsAt - 200,
    startsAt,
    expiresAt: startsAt + durationMs,
  })
  return json({ order: z.encode(order, made), receipt })
}

interface Setting {
  onOrder?: Network
  onKey?: Network
  products?: object[]
  clock?: ClockQuality | null
}
async function opened(setting: Setting = {}) {
  const { onOrder = accepted, onKey = registered, clock, products } = setting
  const calls = fakeNetwork(
    (sent) => {
      if (sent.path === '/device-keys') return onKey(sent)
      if (sent.path === '/orders') return onOrder(sent)
      if (sent.path === '/me') return meAnswer()
      if (sent.path === '/products') return json({ products, serverTime: 1, source: 'live' })
      return json({ answer: null })
    },
    { lookUps: true },
  )
  const { store, streams, view } = await renderFeature(<Host />, '/', (fresh) => {
    fresh.set(signingKeysAtom, keys)
    fresh.set(storedReceiptsAtom, purchases)
    fresh.set(commandTimerAtom, { now: () => 0, wait: (ms) => pause(ms >= 6_000 ? 1e6 : 1) })
  })
  await act(async () => {
    streams.clock =
      clock === undefined
        ? { roundTripMs: 100, usualTripMs: 100, uncertaintyMs: 50, agrees: true }
        : clock
    streams.tick(bitcoin.id, 6_400_000, 'up')
    streams.state$('balance').next({ value: sampleBalance(), asOf: streams.now })
    streams.head$(bitcoin.symbol).next({
      value: { seq: 7, timeMs: (streams.now - 300) as never, hash: HASH },
      asOf: streams.now,
    })
  })
  return { store, streams, view, calls, user: userEvent.setup() }
}
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
const buy = (): HTMLElement => screen.getByRole('button', { name: /^Up|Sending|Checking|Starts/ })
const ready = () => waitFor(() => expect(buy().getAttribute('aria-disabled')).toBeNull())
const orders = (calls: readonly Sent[]): Sent[] => calls.filter(({ path }) => path === '/orders')

describe('an order from a device with a key', () => {
  it('is signed over everything that was agreed, and starts when the device says', async () => {
    const { calls, user, streams, store } = await opened()
    await ready()
    await user.click(buy())
    await waitFor(() => expect(orders(calls)).toHaveLength(1))
    const [sent] = orders(calls)
    const body = bodyOf(sent as Sent)
    const signed = orderSignature.parse(body.signed)
    expect(signed.tappedAt).toBe(streams.now)
    expect(signed.startsAt).toBe(streams.now + 800)
    expect(signed.uncertaintyMs).toBe(50)
    expect(signed.head).toEqual({ seq: 7, hash: HASH })
    const key = await keys.find('someone')
    expect(signed.deviceKeyId).toBe(key?.keyId)
    const { signature, ...fixed } = signed
    const text = intentText({ ...body, stake: 1_000n, ...fixed, key: sent?.key ?? '' })
    const bytes = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const spki = await crypto.subtle.importKey('spki', bytes(key?.publicKey ?? ''), CURVE, false, [
      'verify',
    ])
    const how = { name: 'ECDSA', hash: 'SHA-256' }
    const data = new TextEncoder().encode(text)
    expect(await crypto.subtle.verify(how, spki, bytes(signature), data)).toBe(true)
    await waitFor(() => expect(store.get(toastsAtom)[0]?.text).toMatch(/^Purchase Successful · /))
  })

  it('starts later by the least lead of a live product', async () => {
    const index = { venues: ['okx'], symbols: {}, decimals: 2, needed: 3, freshMs: 1, spreadBps: 1 }
    const terms = productTerms.parse({
      ...z.encode(productTerms, bitcoin.terms),
      index: { ...index, leadMs: 1_000 },
    })
    const products = [z.encode(product, { ...bitcoin, source: 'live', terms })]
    const { calls, user, streams, store } = await opened({ products })
    await act(() => store.set(productsAtom))
    await ready()
    await user.click(buy())
    await waitFor(() => expect(orders(calls)).toHaveLength(1))
    const signed = orderSignature.parse(bodyOf(orders(calls)[0] as Sent).signed)
    expect(signed.startsAt).toBe(streams.now + 1_800)
  })

  it('shows all the time when it starts, and says it once', async () => {
    const answer = Promise.withResolvers<Response>()
    const { user, streams } = await opened({ onOrder: () => answer.promise })
    await ready()
    await user.click(buy())
    expect((await screen.findByRole('button', { name: /Starts in/ })).textContent).toBe(
      'Starts in 0.8 s',
    )
    expect(screen.getByRole('status').textContent).toBe('Starts in 0.8 s')
    streams.now += 250
    await waitFor(() => expect(buy().textContent).toBe('Starts in 0.6 s'))
    expect(screen.getByRole('status').textContent).toBe('Starts in 0.8 s')
  })

  it('is sent again in the same bytes when its answer is lost', async () => {
    let posts = 0
    const { calls, user, store } = await opened({
      onOrder: (sent) => {
        posts += 1
        return posts === 1 ? problem('unavailable', 503) : accepted(sent)
      },
    })
    await ready()
    await user.click(buy())
    await waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))
    const [first, again] = orders(calls)
    expect(again).toEqual(first)
  })

  it('costs nothing when it comes too late, keeps the signed refusal, and takes a new key', async () => {
    const tooLate = (): Response => {
      const type = 'urn:fairtick:error:too_late'
      return json({ type, title: 'too_late', status: 409, code: 'too_late', refusal }, 409)
    }
    const { calls, user } = await opened({ onOrder: tooLate })
    await ready()
    await user.click(buy())
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was debited')
    const [first] = orders(calls)
    const kept = () => purchases.find(refusedPurchase('someone', first?.key ?? ''))
    await waitFor(async () => expect((await kept())?.receipt).toEqual(refusal))
    expect((await kept())?.intent).toContain(`key ${first?.key}\n`)
    await ready()
    await user.click(buy())
    await waitFor(() => expect(orders(calls)).toHaveLength(2))
    const [, second] = orders(calls)
    expect(second?.key).not.toBe(first?.key)
    expect(bodyOf(second as Sent).signed.signature).not.toBe(bodyOf(first as Sent).signed.signature)
  })

  it('registers a new key when the server does not know the old one', async () => {
    const { calls, user } = await opened({ onOrder: () => problem('device_unknown', 409) })
    await ready()
    const before = await keys.find('someone')
    await user.click(buy())
    expect((await screen.findByRole('alert')).textContent).toContain('register its key again')
    await waitFor(async () => {
      const key = await keys.find('someone')
      expect(key?.keyId).not.toBe(before?.keyId)
      expect(key?.registered).toBe(true)
    })
    expect(calls.filter(({ path }) => path === '/device-keys')).toHaveLength(2)
  })

  it('measures the clock again when the market says that it was ahead', async () => {
    const { user, streams } = await opened({ onOrder: () => problem('clock_ahead', 409) })
    await ready()
    await user.click(buy())
    await screen.findByRole('alert')
    expect(streams.calls.probe).toBe(1)
  })
})

describe('before the tap', () => {
  it('waits for a clock that is certain, and measures it again', async () => {
    const unsure = { roundTripMs: 100, usualTripMs: 100, uncertaintyMs: 900, agrees: false }
    const { calls, user, streams } = await opened({ clock: unsure })
    expect(await screen.findByText('Checking the clock…')).toBeTruthy()
    await user.click(buy())
    expect(orders(calls)).toEqual([])
    expect(streams.calls.probe).toBeGreaterThan(0)
    streams.clock = { roundTripMs: 100, usualTripMs: 100, uncertaintyMs: 50, agrees: true }
    await ready()
  })

  it('registers the key once, and finds it again on the next visit', async () => {
    const first = await opened()
    await ready()
    expect(first.calls.filter(({ path }) => path === '/device-keys')).toHaveLength(1)
    first.view.unmount()
    const second = await opened()
    await ready()
    expect(second.calls.filter(({ path }) => path === '/device-keys')).toEqual([])
  })

  it('leases the newest record only while the ticket is open', async () => {
    const { streams, store } = await opened()
    expect(streams.leases.get(`head:${bitcoin.symbol}`)).toBeGreaterThan(0)
    expect(store.get(headAtom(bitcoin.symbol)).status).toBe('live')
  })

  it('says why the server fixes the start where the key is refused, and sends it unsigned', async () => {
    const limit = () => problem('too_many_device_keys', 429, { limit: 20 })
    const { calls, user } = await opened({
      onKey: limit,
      onOrder: () => problem('price_stale', 409),
    })
    expect(await screen.findByText(/daily limit for device keys \(20\)/)).toBeTruthy()
    await user.click(buy())
    await waitFor(() => expect(orders(calls)).toHaveLength(1))
    expect(bodyOf(orders(calls)[0] as Sent).signed).toBeUndefined()
  })

  it('says so where the browser can neither sign nor store a key', async () => {
    keys = signingKeys({
      all: () => Promise.reject(new Error('none')),
      put: () => Promise.reject(new Error('none')),
      remove: () => Promise.reject(new Error('none')),
    })
    await opened()
    expect(
      await screen.findByText(
        'This browser can’t sign orders. The server sets when this order starts.',
      ),
    ).toBeTruthy()
    await ready()
  })
})
