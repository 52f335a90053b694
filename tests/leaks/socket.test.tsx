import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { PATHS, productPath } from '#lib/paths.ts'
import { createStreams } from '#streams'
import { fakeTransport } from '#support/fake-transport.ts'
import { PATIENT, VISITS } from './stays.ts'
import { visit } from './visit.tsx'

const PLACES = [
  PATHS.products,
  productPath('BTCUSDT'),
  PATHS.orders,
  `${PATHS.orders}?tab=open`,
  PATHS.login,
]

const named = z.object({ topic: z.string().default('') })

it(`${VISITS} tours keep one connection and no topic but the app’s own, and those only until it is left`, async () => {
  const fake = fakeTransport()
  const subscribed = new Set<string>()
  let most = 0
  let late = 0
  fake.onRequest = (attempt, { event, payload }) => {
    const { topic } = named.parse(payload ?? {})
    if (event === SOCKET_EVENTS.subscribe) subscribed.add(topic)
    if (event === SOCKET_EVENTS.unsubscribe) subscribed.delete(topic)
    if (attempt.closed) late += 1
    most = Math.max(most, fake.attempts.filter(({ closed }) => !closed).length)
  }
  const streams = createStreams({ transport: fake.transport })
  fake.last().to.up()
  const visitor = await visit(streams)
  for (let i = 0; i < VISITS; i++) {
    // A line that says nothing for long counts as dead.
    fake.last().to.alive()
    for (const place of PLACES) await visitor.go(place)
  }
  expect(fake.attempts).toHaveLength(1)
  expect([most, late]).toEqual([1, 0])
  await visitor.go(PATHS.about)
  // Topics stay a little while for pages that come back at once.
  const waiting = { ...PATIENT, interval: 200 }
  // What the app itself listens for as long as it stands.
  const own = ['checkpoint', 'limits', 'messages', 'positions', 'profile', 'support']
  await vi.waitFor(() => expect([...subscribed].toSorted()).toEqual(own), waiting)
  visitor.leave()
  await vi.waitFor(() => expect([...subscribed]).toEqual([]), waiting)
  streams.close()
  expect(fake.attempts.every(({ closed }) => closed)).toBe(true)
})
