import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPublicTopics } from '#server/platform/socket/public-topics.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

const PAGES = 450

/** Many pages that subscribe to a topic, and what each has got after its snapshot. */
async function crowd(name: 'checkpoint' | 'sessions') {
  const topics = createPublicTopics({ epoch: 'e', nowMs: () => 1 })
  topics.add({ name, snapshot: async () => ({ seq: 1, data: null }) })
  const got = Array.from({ length: PAGES }, (): number[] => [])
  const pages = got.map(
    (frames): SocketClient => ({
      session: null,
      operator: null,
      send: (frame) => void frames.push(JSON.parse(frame)[2]),
      sendNow: () => true,
      end: () => undefined,
      cut: () => undefined,
    }),
  )
  for (const page of pages) await topics.open(page, name, () => undefined)
  for (const frames of got) frames.length = 0
  const reached = (): number => got.filter((frames) => frames.length > 0).length
  return { topics, pages, got, reached }
}

it('sends a topic of which only the newest counts to so many pages at a time, in order', async () => {
  const { topics, pages, got, reached } = await crowd('checkpoint')
  topics.broadcast('checkpoint', 2, {})
  expect(reached()).toBe(200)
  topics.broadcast('checkpoint', 3, {})
  topics.close(pages[PAGES - 1]!, 'checkpoint')
  await nextTurn()
  expect(reached()).toBe(400)
  await nextTurn()
  expect(reached()).toBe(PAGES - 1)
  expect(got.slice(0, -1).every((frames) => frames.join() === '2,3')).toBe(true)
})

it('sends a topic of which nothing may be missing to all pages at once', async () => {
  const { topics, reached } = await crowd('sessions')
  topics.broadcast('sessions', 2, [])
  expect(reached()).toBe(PAGES)
})
