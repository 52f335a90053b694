import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useState } from 'react'
import type { SupportMessage, SupportSubject } from '#contract/support.ts'
import { ChatView } from '#features/support/chat-view.tsx'
import { SupportNews } from '#features/support/support-news.tsx'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleSupportMarks, sampleSupportMessage } from '#support/sample-support.ts'
import { fakeNetwork, json, renderFeature, type Sent } from '../render-feature.tsx'

let calls: Sent[]
beforeEach(() => {
  localStorage.setItem('token', 'known')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'anna_1', nickname: 'Anna' }))
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  calls = fakeNetwork(({ path }) =>
    path === '/support/messages'
      ? json({ message: sampleSupportMessage({ id: '50' }) })
      : path === '/support/marks'
        ? json(sampleSupportMarks())
        : new Response(null, { status: 204 }),
  )
})

function Page() {
  const [about, setAbout] = useState<SupportSubject | null>({ kind: 'order', id: '1001' })
  return <ChatView about={about} onAbout={setAbout} />
}

async function chat(latest: SupportMessage[] = [], marks = {}) {
  const { streams } = await renderFeature(<Page />)
  const bring = (rows: SupportMessage[], more = {}) =>
    act(async () =>
      streams.state$('support').next({
        value: { latest: rows, marks: sampleSupportMarks({ ...marks, ...more }) },
        asOf: streams.now,
      }),
    )
  await bring(latest)
  return { streams, bring }
}
const log = () => screen.getByRole('log')
const sentBodies = () =>
  calls.filter(({ path }) => path === '/support/messages').map(({ body }) => JSON.parse(body))

describe('the conversation', () => {
  it('begins with the frequent questions, and one tap asks', async () => {
    await chat()
    await act(async () => fireEvent.click(screen.getByText('How is an order settled?')))
    expect(sentBodies()).toEqual([{ text: '', photo: null, about: null, question: 'settlement' }])
    expect(within(log()).getByText('How is an order settled?')).toBeDefined()
  })
  it('labels the helper’s answer as automatic', async () => {
    await chat([
      sampleSupportMessage({ id: '2', author: 'helper', text: '', answer: 'odds', key: null }),
    ])
    expect(within(log()).getByText('automatic reply')).toBeDefined()
    expect(log().textContent).toContain('break-even win rate')
  })
  it('shows in words how far a message has come', async () => {
    const { bring } = await chat([sampleSupportMessage({ id: '2' })])
    expect(within(log()).getByText('Sent')).toBeDefined()
    await bring([sampleSupportMessage({ id: '2' })], { staffDelivered: '2' })
    expect(within(log()).getByText('Delivered')).toBeDefined()
    await bring([sampleSupportMessage({ id: '2' })], { staffDelivered: '2', staffRead: '2' })
    expect(within(log()).getByText('Read')).toBeDefined()
  })
  it('tells the server what was read, once', async () => {
    const { bring } = await chat([
      sampleSupportMessage({ id: '2', author: 'staff', operator: 'anna' }),
    ])
    const told = () => calls.filter(({ path }) => path === '/support/marks').map(({ body }) => body)
    expect(told()).toContain('{"readUpTo":"2"}')
    const before = told().length
    await bring([sampleSupportMessage({ id: '2', author: 'staff', operator: 'anna' })], {
      userDelivered: '2',
      userRead: '2',
    })
    expect(told()).toHaveLength(before)
  })
})

describe('a message', () => {
  it('goes with the document that it is about, and stands once when the stream brings it', async () => {
    const { bring } = await chat()
    const field = screen.getByLabelText('Your message')
    await act(async () => fireEvent.change(field, { target: { value: ' Why did I lose? ' } }))
    await act(async () => fireEvent.click(screen.getByLabelText('Send')))
    expect(sentBodies()).toEqual([
      {
        text: 'Why did I lose?',
        photo: null,
        about: { kind: 'order', id: '1001' },
        question: null,
      },
    ])
    expect(field).toHaveProperty('value', '')
    const key = calls.find(({ path }) => path === '/support/messages')?.key
    await bring([sampleSupportMessage({ id: '5', text: 'Why did I lose?', key })])
    expect(within(log()).getAllByText('Why did I lose?')).toHaveLength(1)
  })
  it('shows its picture while that is kept, and says so once it has expired', async () => {
    const { bring } = await chat()
    const withPhoto = (more: object) => sampleSupportMessage({ id: '7', photo: '1001', ...more })
    await bring([withPhoto({})])
    expect(within(log()).getByRole('img').getAttribute('src')).toBe('/api/photos/1001')
    await bring([withPhoto({ photoExpired: true })])
    expect(within(log()).getByText('The picture has expired and was deleted.')).toBeTruthy()
    expect(within(log()).queryByRole('img')).toBeNull()
  })
  it('that is half written is there again after a reload', async () => {
    await chat()
    const field = screen.getByLabelText('Your message')
    await act(async () => fireEvent.change(field, { target: { value: 'half a' } }))
    expect(localStorage.getItem('supportDraft:anna_1')).toBe('half a')
  })
})

it('on another page the staff’s answer is told once, and that it arrived', async () => {
  const { store, streams } = await renderFeature(<SupportNews />)
  const value = {
    latest: [sampleSupportMessage({ id: '4', author: 'staff', operator: 'anna', text: 'Done' })],
    marks: sampleSupportMarks({ unread: 1 }),
  }
  for (const asOf of [1, 2]) await act(async () => streams.state$('support').next({ value, asOf }))
  expect(store.get(toastsAtom).map(({ text }) => text)).toEqual(['Customer service: Done'])
  expect(calls.map(({ body }) => body)).toEqual(['{"deliveredUpTo":"4"}'])
})
