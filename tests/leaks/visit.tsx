/** The whole app over hand-driven streams, walked by address. */
import { act, render } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { z } from 'zod/mini'
import { App } from '#app/app.tsx'
import { candle } from '#contract/product.ts'
import { order } from '#contract/order.ts'
import { NAMESPACES, setUpLanguage } from '#i18n/setup.ts'
import { type Streams, streamsAtom } from '#streams'
import { createFakeStreams, type FakeStreams } from '#support/fake-streams.ts'
import {
  depositWire,
  messageWire,
  sampleBalance,
  sampleDeposit,
  sampleProfile,
  sampleWithdrawal,
  withdrawalWire,
} from '#support/sample-account.ts'
import { ownLimits } from '#contract/limits.ts'
import {
  settledReceipt as settledReceiptSchema,
  sharedReceipt,
} from '#contract/settlement-receipt.ts'
import { shared } from '#support/honest-receipts.ts'
import { ordinaryLog, settledReceipt } from '#support/settled-receipt.ts'
import { sampleLimits } from '#support/sample-limits.ts'
import { sampleSupportMarks, sampleSupportMessage } from '#support/sample-support.ts'
import { statisticsWire, ticksWire } from '#support/sample-trust.ts'
import { tallWindow } from '#support/tall-window.ts'
import { depositTermsWire, withdrawalTermsWire } from '../unit/src/features/cashier/cashier-wire.ts'
import {
  fundReplies,
  publishedRates,
  sampleStatement,
  stateOf,
} from '../unit/src/features/fund/sample-statement.ts'
import { fakeNetwork, json, type Network } from '../unit/src/features/render-feature.tsx'
import { sampleOrder, settledOrder } from '../unit/src/features/sample-order.ts'
import { bitcoin, productsReply, sparklinesReply } from '../unit/src/features/sample-product.ts'
import { resultsWire } from '../unit/src/features/results/sample-results.ts'
import { wireRecord } from '../unit/src/features/sample-record.ts'
import { blankCanvas } from './canvas.ts'

/** Where visits begin and end: the page of an unknown address, which is small. */
export const NOWHERE = '/nowhere'

const orders = {
  orders: ['3', '2', '1'].map((id) => z.encode(order, settledOrder({ id }))),
  next: null,
}

const records = { records: ['3', '2', '1'].map((id) => wireRecord({ id })), next: null }
const acts = {
  acts: [
    {
      seq: '7',
      at: 1_690_000_006_000,
      actor: 'anna-desk',
      act: 'deposit_approve',
      ref: '1',
      reason: null,
      why: null,
      userNumber: '9',
      previousHash: null,
      salt: '5'.repeat(32),
      format: 3,
      checkpoint: 12,
      hash: '1'.repeat(64),
    },
  ],
  next: null,
}

const messages = { messages: [messageWire()], next: null }

const cashier = new Map<string, unknown>([
  ['/deposit-terms', depositTermsWire()],
  ['/withdrawal-terms', withdrawalTermsWire()],
  ['/deposits', { deposits: [depositWire({ method: 'bank_transfer' })], next: null }],
  ['/withdrawals', { withdrawals: [withdrawalWire()], next: null }],
  ['/records', records],
  ['/results', resultsWire()],
  ['/acts', acts],
  ['/messages', messages],
  ['/limits', { limits: z.encode(ownLimits, sampleLimits()), changes: [] }],
  ['/statistics', statisticsWire()],
  ['/ticks/BTCUSDT', ticksWire()],
  ...Object.entries(fundReplies()),
])

const receipt = settledReceipt(ordinaryLog(100_010))

const answer: Network = ({ path }) => {
  const document = cashier.get(path.split('?')[0] ?? '')
  if (document !== undefined) return json(document)
  if (path === '/shares') return json({ shares: [] })
  if (path.startsWith('/shared/')) return json(z.encode(sharedReceipt, shared(receipt)))
  if (path === '/orders/3/receipt') return json(z.encode(settledReceiptSchema, receipt))
  if (path === '/products') return json(productsReply)
  if (path === '/sparklines') return json(sparklinesReply)
  if (path.startsWith('/orders?')) return json(orders)
  if (path.includes('/candles')) return json({ candles: [], more: false })
  return json({}, 404)
}

export interface Visit {
  /** Goes to an address inside the app and lets everything there settle. */
  go(path: string): Promise<void>
  leave(): void
}

export const settle = (ms = 0): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
  })

/** As a user who is logged in and has half registered once. */
export async function visit(streams: Streams): Promise<Visit> {
  tallWindow()
  blankCanvas()
  fakeNetwork(answer)
  localStorage.setItem(
    'registerInfo',
    JSON.stringify({ account: 'someone_1', phone: '+8613800138000', openingCode: '0123456789' }),
  )
  localStorage.setItem('token', 'known')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  const store = createStore()
  store.set(streamsAtom, streams)
  const i18n = await setUpLanguage('en')
  await i18n.loadNamespaces([...NAMESPACES])
  location.hash = `#${NOWHERE}`
  const view = render(<App store={store} i18n={i18n} />)
  await settle()
  return {
    go: async (path) => {
      await act(async () => {
        location.hash = `#${path}`
        // A new address has no state in a browser; jsdom keeps that of the page before.
        history.replaceState(null, '')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await settle()
    },
    leave: () => view.unmount(),
  }
}

/** Streams that have already said something about everything; `profile`: what is special about the user. */
export function talkative(profile: Record<string, unknown> = {}): FakeStreams {
  const streams = createFakeStreams()
  const stamp = { asOf: streams.now }
  for (const { id, symbol } of productsReply.products) {
    streams.tick(id, 6_400_000, 'up')
    streams.session$(id).next({ value: bitcoin.session, ...stamp })
    const candles = Array.from({ length: 40 }, (_, i) =>
      candle.parse([streams.now - (streams.now % 60_000) - (39 - i) * 60_000, ...BAR]),
    )
    streams.candles$(symbol, '1m').next({ value: { kind: 'reset', candles }, ...stamp })
  }
  const open = [sampleOrder({ expiresAt: streams.now + 30_000 })]
  streams.state$('positions').next({ value: { open, settled: [] }, ...stamp })
  streams.state$('balance').next({ value: sampleBalance(), ...stamp })
  streams.state$('profile').next({ value: sampleProfile(profile), ...stamp })
  streams.state$('deposits').next({ value: [sampleDeposit({ method: 'bank_transfer' })], ...stamp })
  streams.state$('withdrawals').next({ value: [sampleWithdrawal()], ...stamp })
  streams.state$('fund').next({ value: stateOf(sampleStatement()), ...stamp })
  const word = sampleSupportMessage({ id: '2', author: 'staff', operator: 'anna-desk' })
  const conversation = { latest: [word], marks: sampleSupportMarks(ALL_READ) }
  streams.state$('support').next({ value: conversation, ...stamp })
  streams.state$('limits').next({ value: sampleLimits(), ...stamp })
  streams.state$('rates').next({ value: publishedRates(), ...stamp })
  return streams
}

const ALL_READ = { userDelivered: '2', userRead: '2' }
const BAR = [6_400_000, 6_400_500, 6_399_500, 6_400_100, 12]
