import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ReachabilityNotices } from '#app/reachability-notices.tsx'
import { renderFeature } from '../features/render-feature.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const reach = () => document.querySelector('[data-reach]')

it('calls sockets blocked only when none has taken over for ten seconds', async () => {
  const { streams } = await renderFeature(<ReachabilityNotices />)
  vi.useFakeTimers()
  await act(async () => streams.connection$.next({ status: 'live', polled: true }))
  await act(async () => void vi.advanceTimersByTime(9_900))
  expect(reach()).toBeNull()
  await act(async () => streams.connection$.next({ status: 'live' }))
  await act(async () => streams.connection$.next({ status: 'live', polled: true }))
  await act(async () => void vi.advanceTimersByTime(9_900))
  expect(reach()).toBeNull()
  await act(async () => void vi.advanceTimersByTime(200))
  expect(reach()?.textContent).toContain('Live prices are blocked in this network')
})
