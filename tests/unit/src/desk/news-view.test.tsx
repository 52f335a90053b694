import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { EMPTY_NEWS, newsForm } from '#desk/news-writer.tsx'
import { NewsView } from '#desk/news-view.tsx'
import { judge } from '#forms/form.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'

const AT = 1_700_000_000_000
const OLD = {
  id: '3',
  texts: { 'zh-CN': { title: '旧', body: '旧文' }, en: { title: 'Old news', body: 'Words' } },
  writtenBy: 'anna',
  writtenAt: AT,
  publishAt: AT,
  withdrawnBy: null,
  withdrawnAt: null,
}
const FAR = { ...OLD, id: '4', publishAt: 4_000_000_000_000 }
const GONE = { ...OLD, id: '2', withdrawnBy: 'bert', withdrawnAt: AT + 1 }
const body = z.object({ key: z.string(), texts: z.unknown(), publishAt: z.number().nullable() })

async function shown() {
  const calls = fakeNetwork(({ method }) =>
    json(method === 'POST' ? OLD : { items: [FAR, OLD, GONE], next: null }),
  )
  await renderFeature(<NewsView revision={1} />)
  const posts = () => calls.filter(({ method }) => method === 'POST')
  return { posts, user: userEvent.setup() }
}
const confirm = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> => {
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name }))
  await act(async () => undefined)
}

it('lists what is scheduled, published and withdrawn, and withdraws after a question', async () => {
  const { posts, user } = await shown()
  const lines = await screen.findAllByRole('listitem')
  const states = lines.map((line) => /Scheduled|Published|Withdrawn/.exec(line.textContent)?.[0])
  expect(states).toEqual(['Scheduled', 'Published', 'Withdrawn'])
  expect(screen.getAllByRole('button', { name: 'Withdraw' })).toHaveLength(2)
  await user.click(within(lines[1] ?? document.body).getByRole('button', { name: 'Withdraw' }))
  expect(posts()).toEqual([])
  await confirm(user, 'Withdraw')
  await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['/desk/news/3/withdraw']))
})

it('publishes after a question, and asks for both languages that are needed', async () => {
  const { posts, user } = await shown()
  await user.click(await screen.findByRole('button', { name: 'Write an article' }))
  const group = (name: string) => within(screen.getByRole('group', { name }))
  await user.type(group('English').getByLabelText('Title'), 'Hello')
  await user.type(group('English').getByLabelText('Text'), 'One{enter}{enter}Two')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.type(group('简体中文').getByLabelText('Title'), '您好')
  await user.type(group('简体中文').getByLabelText('Text'), '正文')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await confirm(user, 'Publish')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(body.parse(JSON.parse(posts()[0]?.body ?? ''))).toMatchObject({
    texts: {
      en: { title: 'Hello', body: 'One\n\nTwo' },
      'zh-CN': { title: '您好', body: '正文' },
    },
    publishAt: null,
  })
})

it('reads a time as one of the operator’s clock, and wants a title beside a body', () => {
  const filled = Object.fromEntries(
    Object.keys(EMPTY_NEWS).map((name) => [name, /zh-CN|\.en\./.test(name) ? 'x' : '']),
  )
  const at = { ...EMPTY_NEWS, ...filled, publishAt: '2026-12-24T18:30' }
  expect(judge(newsForm, at).output?.publishAt).toBe(new Date(2026, 11, 24, 18, 30).getTime())
  expect(judge(newsForm, { ...at, 'texts.de.body': 'Text' }).issues).toEqual({
    'texts.de.title': 'empty',
  })
})
