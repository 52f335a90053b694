import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AnnouncementsView } from '#desk/announcements-view.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

const OLD = {
  id: '3',
  texts: { 'zh-CN': '旧消息', en: 'Old news' },
  sentBy: 'anna',
  sentAt: 1_700_000_000_000,
  users: 40,
  told: 12,
  doneAt: null,
}
const asked = z.object({ key: z.string(), texts: z.record(z.string(), z.string()) })

async function shown(answers: (() => Response)[] = [() => json({ ...OLD, id: '4' })]) {
  const left = [...answers]
  const calls = fakeNetwork(({ method }) => {
    if (method !== 'POST') return json({ items: [OLD], next: null })
    return (left.shift() ?? (() => json(OLD)))()
  })
  await renderFeature(<AnnouncementsView revision={1} />)
  const posts = () =>
    calls.filter(({ method }) => method === 'POST').map(({ body }) => asked.parse(JSON.parse(body)))
  return { posts, user: userEvent.setup() }
}
type User = ReturnType<typeof userEvent.setup>
async function send(user: User): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Send to everyone' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Send now' }))
  await act(async () => undefined)
}
async function write(user: User): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Write an announcement' }))
  await user.type(screen.getByLabelText('English'), 'Hello')
  await user.type(screen.getByLabelText('简体中文'), '您好')
}

it('lists what was sent, and how many have it by now', async () => {
  await shown()
  expect(await screen.findByText('Old news')).toBeTruthy()
  expect(screen.getByText('Sent to 12 of 40')).toBeTruthy()
})

it('asks before it sends, and does not ask while a language is missing', async () => {
  const { posts, user } = await shown()
  await user.click(await screen.findByRole('button', { name: 'Write an announcement' }))
  await user.type(screen.getByLabelText('English'), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Send to everyone' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.type(screen.getByLabelText('简体中文'), '您好')
  await send(user)
  await waitFor(() =>
    expect(posts().map(({ texts }) => texts)).toEqual([{ en: 'Hello', 'zh-CN': '您好' }]),
  )
  await waitFor(() => expect(screen.queryByLabelText('English')).toBeNull())
})

it('keeps its key while the words are the same, so that a lost answer sends nothing twice', async () => {
  const { posts, user } = await shown([
    () => problem('internal', 500),
    () => problem('internal', 500),
  ])
  await write(user)
  await send(user)
  await send(user)
  await user.type(screen.getByLabelText('English'), ' again')
  await send(user)
  await waitFor(() => expect(posts()).toHaveLength(3))
  const [first, second, third] = posts()
  expect(second?.key).toBe(first?.key)
  expect(third?.key).not.toBe(first?.key)
})
