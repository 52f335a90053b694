import { HOUR_MS } from '#contract/time.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { messageWire, sampleMessage, sampleProfile } from '#support/sample-account.ts'
import { tallWindow } from '#support/tall-window.ts'
import { MessagePage } from '../../../../src/pages/message/message.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

const NOW = 1_700_000_000_000
let looked: Set<Element>
let tell: (() => void)[]

/** A screen that a test shows rows on by hand. */
class HandScreen {
  readonly #hear: IntersectionObserverCallback
  constructor(hear: IntersectionObserverCallback) {
    this.#hear = hear
  }
  observe(target: Element): void {
    tell.push(() => {
      if (!looked.has(target)) return
      const entry = {
        target,
        intersectionRatio: 1,
        rootBounds: null,
        intersectionRect: target.getBoundingClientRect(),
      }
      this.#hear([entry as never], this as never)
    })
  }
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  localStorage.setItem('token', 'handle')
  tallWindow()
  looked = new Set()
  tell = []
  vi.stubGlobal('IntersectionObserver', HandScreen)
})

const WITHDRAWAL = { kind: 'withdrawal_paid', params: { withdrawalId: '31', amount: '20.00' } }
const TWO = [
  messageWire({ id: '12', ...WITHDRAWAL, sentAt: NOW - 60_000 }),
  messageWire({ id: '9', sentAt: NOW - 3 * HOUR_MS }),
]

async function shown(rows: object[] = TWO, unread = rows.length) {
  const calls = fakeNetwork((sent) => {
    if (sent.method === 'POST') return json({ unread: 0 })
    if (sent.method === 'PUT') return new Response(null, { status: 204 })
    return json({ messages: rows, next: null })
  })
  const room = await renderFeature(<MessagePage />)
  const push = (latest: readonly Message[], count: number, readUpTo?: string) =>
    act(async () =>
      room.streams.state$('messages').next({
        value: { unread: count, latest, ...(readUpTo !== undefined && { readUpTo }) },
        asOf: NOW,
      }),
    )
  room.streams.now = NOW
  await push(
    rows.map((row) => sampleMessage({ ...row })),
    unread,
  )
  await waitFor(() => expect(list()).toHaveLength(rows.length))
  return { ...room, calls, push, user: userEvent.setup() }
}
const list = () => screen.queryAllByRole('listitem')
const read = (calls: { method: string; path: string; body: string }[]): string[] =>
  calls.filter(({ path }) => path === '/messages/read').map(({ body }) => body)

describe('the messages', () => {
  it('are a way in for visitors', async () => {
    localStorage.clear()
    await renderFeature(<MessagePage />)
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('say what happened and when, and lead to what they are about', async () => {
    await shown()
    const [newest, older] = list()
    expect(newest?.textContent).toContain('Withdrawal paid out')
    expect(newest?.textContent).toContain('Just now')
    expect(newest?.querySelector('a')?.getAttribute('href')).toContain('withdraw-list?id=31')
    expect(older?.textContent).toContain('3 hours ago')
    expect(older?.querySelector('a')?.getAttribute('href')).toContain('withdraw-open?id=7')
  })

  it('say when there are none, and what will come', async () => {
    fakeNetwork(() => json({ messages: [], next: null }))
    await renderFeature(<MessagePage />)
    expect(await screen.findByText('No messages yet')).toBeTruthy()
  })

  it('offer to try again when they could not be read', async () => {
    fakeNetwork(() => problem('internal', 500))
    await renderFeature(<MessagePage />)
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('are unread until read, also when another device read them', async () => {
    const { push } = await shown()
    expect(screen.getByText('2 unread')).toBeTruthy()
    expect(list().map((row) => within(row).queryByText('Unread') !== null)).toEqual([true, true])
    await push(
      TWO.map((row) => sampleMessage(row)),
      1,
      '9',
    )
    expect(list().map((row) => within(row).queryByText('Unread') !== null)).toEqual([true, false])
  })

  it('are marked by a tap up to the newest', async () => {
    const { calls, user } = await shown()
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(read(calls)).toEqual(['{"upTo":"12"}']))
  })

  it('count as read once all of them stood on the screen for a second, and no earlier', async () => {
    const { calls } = await shown()
    vi.useFakeTimers()
    try {
      const rows = list().map((row) => row.firstElementChild)
      for (const row of rows) if (row) looked.add(row)
      act(() => tell.forEach((say) => say()))
      await act(() => vi.advanceTimersByTimeAsync(900))
      expect(read(calls)).toEqual([])
      await act(() => vi.advanceTimersByTimeAsync(200))
      expect(read(calls)).toEqual(['{"upTo":"12"}'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('show an announcement in the language on screen', async () => {
    const texts = { 'zh-CN': '周六维护', en: 'Maintenance on Saturday' }
    await shown([messageWire({ kind: 'announcement', params: { announcementId: '1' }, texts })])
    expect(list()[0]?.textContent).toContain('Maintenance on Saturday')
    expect(list()[0]?.querySelector('a')).toBeNull()
  })
})

describe('the safety word', () => {
  it('stands on every message once it is set', async () => {
    const { streams } = await shown()
    expect(list()[0]?.textContent).not.toContain('blue heron')
    const value = sampleProfile({ version: 2, safetyWord: 'blue heron' })
    await act(async () => streams.state$('profile').next({ value, asOf: NOW }))
    expect(list().every((row) => row.textContent?.includes('Anti-phishing code: blue heron'))).toBe(
      true,
    )
  })

  it('is set from beside the messages, and refused when too short before it is sent', async () => {
    const { calls, streams, user } = await shown()
    const value = sampleProfile({ safetyWord: null })
    await act(async () => streams.state$('profile').next({ value, asOf: NOW }))
    await user.click(screen.getByRole('button', { name: 'Set a code' }))
    const field = await screen.findByLabelText('Your code')
    await user.type(field, 'x')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const puts = () => calls.filter(({ method }) => method === 'PUT')
    expect(puts()).toEqual([])
    await user.type(field, 'yz')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(puts().map(({ body }) => body)).toEqual(['{"word":"xyz"}']))
  })
})
