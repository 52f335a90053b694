import { MINUTE_MS } from '#contract/time.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OutletLine } from '#desk/outlet-line.tsx'
import { createFakeStreams } from '#support/fake-streams.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'

const NOW = createFakeStreams().now

async function shown(channel: { waiting: number; waitedMs: number | null; failed: number }) {
  const { waiting, waitedMs, failed } = channel
  const oldest = waitedMs === null ? null : NOW - waitedMs
  fakeNetwork(() => json({ channels: [{ channel: 'mail', waiting, oldest, failed }] }))
  return renderFeature(<OutletLine />)
}

it('says how many notices wait, since when, and how many failed', async () => {
  await shown({ waiting: 12, waitedMs: 11 * MINUTE_MS, failed: 1 })
  expect(await screen.findByText('Mail to users')).toBeTruthy()
  expect(screen.getByText(/^12 waiting, the oldest since /)).toBeTruthy()
  expect(screen.getByText('1 failed in the last 24 hours')).toBeTruthy()
})

it('names a failure after which nothing waits', async () => {
  await shown({ waiting: 0, waitedMs: null, failed: 3 })
  expect(await screen.findByText('None waiting')).toBeTruthy()
  expect(screen.getByText('3 failed in the last 24 hours')).toBeTruthy()
})

it('says nothing while notices wait as long as they may', async () => {
  const { view } = await shown({ waiting: 3, waitedMs: 9 * MINUTE_MS, failed: 0 })
  expect(view.container.textContent).toBe('')
})
