import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PushSection } from '#features/settings/push-section.tsx'
import { type WebPush, webPushAtom } from '#notifications/push-subscription.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'

const KEYS = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22) },
}
const device = (id: string, current: boolean) => ({
  id,
  service: 'fcm.googleapis.com',
  label: current ? 'Chrome · Android' : 'Firefox · Linux',
  language: 'en',
  createdAt: 1_700_000_000_000,
  current,
})

/** A browser as `ways` says, and a server that keeps what it is told. */
async function section(ways: Partial<WebPush> = {}) {
  const kept = new Map<string, string>()
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (key: string, reply: Response) => void kept.set(key, await reply.text()),
    }),
  })
  let devices = [device('9', false)]
  let switches = { settled: true, reviews: true, alerts: true, announcements: true }
  const forget = vi.fn(async () => undefined)
  const sent = fakeNetwork(({ method, path, body }) => {
    if (method === 'POST') {
      devices = [device('10', true), ...devices]
      return json({ device: devices[0] })
    }
    if (method === 'DELETE') {
      devices = devices.filter(({ id }) => !path.endsWith(`/${id}`))
      return new Response(null, { status: 204 })
    }
    if (method === 'PUT') switches = JSON.parse(body) as typeof switches
    return json(method === 'PUT' ? { switches } : { publicKey: 'key', switches, devices })
  })
  const browser: WebPush = {
    reach: () => 'possible',
    current: async () => null,
    subscribe: async () => KEYS,
    forget,
    ...ways,
  }
  await renderFeature(<PushSection />, '/', (store) => store.set(webPushAtom, browser))
  await screen.findByRole('switch', { name: 'Push notifications' })
  return { sent, kept, forget }
}
const pushes = (): HTMLElement => screen.getByRole('switch', { name: 'Push notifications' })

it('subscribes on the tap alone, keeps the sentences for the worker, and tells the server', async () => {
  const user = userEvent.setup()
  const { sent, kept } = await section()
  expect(sent.map(({ method }) => method)).not.toContain('POST')
  await user.click(pushes())
  await screen.findByText('This device')
  expect(pushes()).toHaveProperty('checked', true)
  const posted = sent.find(({ method }) => method === 'POST')
  expect(JSON.parse(posted?.body ?? '')).toEqual({ ...KEYS, language: 'en' })
  expect(JSON.parse(kept.get('/push-texts') ?? '')).toMatchObject({
    language: 'en',
    alert: '{{symbol}} has reached {{price}}.',
  })
})

it('says what stands in the way: a refusal, a browser that cannot, the home screen', async () => {
  const user = userEvent.setup()
  await section({ subscribe: async () => 'refused' })
  await user.click(pushes())
  await screen.findByText(/doesn’t allow notifications/)
  expect(pushes()).toHaveProperty('checked', false)
  cleanup()
  await section({ reach: () => 'never' })
  screen.getByText('This browser can’t receive push notifications.')
  expect(pushes()).toHaveProperty('disabled', true)
  cleanup()
  await section({ reach: () => 'homeScreen' })
  screen.getByText(/add the app to the home screen/)
})

it('switches a kind of news, and stops another device', async () => {
  const user = userEvent.setup()
  const { sent } = await section()
  await user.click(screen.getByRole('switch', { name: 'Price alerts' }))
  const put = sent.find(({ method }) => method === 'PUT')
  expect(JSON.parse(put?.body ?? '')).toMatchObject({ alerts: false, settled: true })
  await user.click(screen.getByRole('button', { name: 'Stop notifying Firefox · Linux' }))
  await waitFor(() => expect(screen.queryByText('Firefox · Linux')).toBeNull())
})
