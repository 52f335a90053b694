import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { message, type Message } from '#contract/messages.ts'
import { MessageNews } from '#features/messages/message-news.tsx'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { renderFeature } from '../render-feature.tsx'

let ids = 0
function sent(kind: Message['kind'], params = {}, readAt: number | null = null): Message {
  ids += 1
  return message.parse({ id: String(ids), kind, params, sentAt: 1_700_000_000_000, readAt })
}

async function page() {
  const { store, streams } = await renderFeature(<MessageNews />)
  const know = (safetyWord: string | null) =>
    act(async () =>
      streams.state$('profile').next({ value: sampleProfile({ safetyWord }), asOf: streams.now }),
    )
  const push = (latest: Message[]) =>
    act(async () =>
      streams.state$('messages').next({ value: { unread: 0, latest }, asOf: streams.now }),
    )
  return {
    push,
    know,
    store,
    streams,
    toasts: () => store.get(toastsAtom).map(({ tone, text }) => ({ tone, text })),
  }
}

it('says a message that arrives, with its amount and reason in words, and never what was there before', async () => {
  const { push, toasts } = await page()
  const old = sent('deposit_approved', { amount: '5.00' })
  await push([old])
  expect(toasts()).toEqual([])
  const fresh = sent('deposit_rejected', { amount: '1234.50', reason: 'payment_not_received' })
  await push([fresh, old])
  expect(toasts()).toEqual([
    {
      tone: 'bad',
      text: 'Your deposit of 1,234.50 was rejected: the payment hasn’t arrived.',
    },
  ])
})

it('says each message once, whatever the stream repeats', async () => {
  const { push, toasts } = await page()
  await push([])
  const fresh = sent('withdrawal_paid', { amount: '20.00' })
  await push([fresh])
  await push([fresh])
  await push([{ ...fresh, readAt: fresh.sentAt }])
  expect(toasts()).toHaveLength(1)
})

it('leaves voids and what was read elsewhere unsaid', async () => {
  const { push, toasts } = await page()
  await push([])
  await push([sent('order_void', { orderId: '1', stake: '1.00' }), sent('factor_changed', {}, 1)])
  expect(toasts()).toEqual([])
})

it('marks what it says with the safety word, once there is one', async () => {
  const { push, know, toasts } = await page()
  await push([])
  await know('blue heron')
  await push([sent('withdrawal_paid', { amount: '20.00' })])
  expect(toasts().map(({ text }) => text)).toEqual([
    '[blue heron] Your withdrawal of 20.00 has been paid out.',
  ])
})

it('says an announcement in the language on screen', async () => {
  const { push, toasts } = await page()
  await push([])
  const texts = { 'zh-CN': '周六维护', en: 'Maintenance on Saturday' }
  await push([message.parse({ ...sent('announcement'), texts })])
  expect(toasts().map(({ text }) => text)).toEqual(['Maintenance on Saturday'])
})
