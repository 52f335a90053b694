import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { describe, expect, it, vi } from 'vitest'
import { ReachabilityNotices } from '#app/reachability-notices.tsx'
import { AsOf } from '#components/as-of.tsx'
import { newVersionAtom } from '#app/new-version.ts'
import { OnlineButton } from '#components/online-button.tsx'
import { type Reachability, reachabilityAtom } from '#api/reachability.ts'
import { quoteAtom } from '#streams'
import { renderFeature } from './render-feature.tsx'

function Price() {
  const quote = useAtomValue(quoteAtom(1, 'list'))
  return <AsOf live={quote} />
}
const send = vi.fn()
const everything = (
  <>
    <ReachabilityNotices />
    <Price />
    <OnlineButton onClick={send}>Pay</OnlineButton>
  </>
)

async function shown(reach: Reachability) {
  const feature = await renderFeature(everything, '/', (store) =>
    store.set(reachabilityAtom, reach),
  )
  await act(async () => {
    feature.streams.tick(1, 108_345)
    feature.streams.connection$.next({
      status: 'reconnecting',
      attempt: 1,
      nextAttemptAt: null,
      asOf: null,
    })
  })
  return feature
}
const button = (): HTMLElement => screen.getByRole('button', { name: 'Pay' })

describe('while the server is out of reach', () => {
  it('says which of the two it is, and how old a value is', async () => {
    await shown('offline')
    expect(screen.getAllByRole('status')[0]?.textContent).toContain('You’re offline.')
    expect(screen.getByText(/^As of /)).toBeTruthy()
  })

  it('rests what moves money, and says why beside it', async () => {
    await shown('unreachable')
    expect(button()).toHaveProperty('disabled', true)
    const reason = document.getElementById(button().getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('The server can’t be reached. Try again later.')
  })

  it('lives again by itself', async () => {
    const { store } = await shown('offline')
    await act(async () => store.set(reachabilityAtom, 'reached'))
    expect(screen.queryByText(/offline|As of/)).toBeNull()
    await userEvent.click(button())
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('a network that blocks sockets', () => {
  it('is said when no socket has taken over for ten seconds, and nothing rests', async () => {
    const { streams } = await renderFeature(everything)
    vi.useFakeTimers()
    const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
    const polled = (is: boolean) =>
      act(async () => streams.connection$.next({ status: 'live', ...(is && { polled: true }) }))
    await polled(true)
    await pass(9_900)
    await polled(false)
    await polled(true)
    await pass(9_900)
    expect(screen.queryByText(/blocked/)).toBeNull()
    await pass(200)
    expect(screen.getAllByRole('status')[0]?.textContent).toMatch(/^Live prices are blocked/)
    expect(button()).toHaveProperty('disabled', false)
    await polled(false)
    expect(screen.queryByText(/blocked/)).toBeNull()
    vi.useRealTimers()
  })
})

describe('a short loss of the link', () => {
  it('ages nothing in words', async () => {
    await shown('reached')
    expect(screen.queryByText(/^As of /)).toBeNull()
  })
})

describe('a new version', () => {
  it('is offered calmly, taken on the user’s word, and can be put aside', async () => {
    const take = vi.fn(async () => undefined)
    const { store } = await shown('reached')
    await act(async () => store.set(newVersionAtom, { take }))
    expect(screen.getByRole('status').textContent).toContain('A new version is ready.')
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(take).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('A new version is ready.')).toBeNull()
  })
})
