import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { LegalView } from '#desk/legal-view.tsx'
import { EMPTY_LEGAL, legalForm } from '#desk/legal-writer.tsx'
import { judge } from '#forms/form.ts'
import { fakeNetwork, fillIn, json, renderFeature } from '../features/render-feature.tsx'

const WAITING = {
  id: '2',
  kind: 'terms',
  texts: { 'zh-CN': '条款', en: 'Terms of use' },
  digest: 'ab'.repeat(32),
  status: 'proposed',
  version: null,
  proposedBy: 'anna',
  proposedAt: 1_700_000_000_000,
  decidedBy: null,
  decidedAt: null,
}
const OLD = {
  ...WAITING,
  id: '1',
  status: 'published',
  version: 1,
  decidedBy: 'bert',
  decidedAt: 1_700_000_000_001,
}

async function shown(me: string) {
  const calls = fakeNetwork(({ method }) =>
    json(method === 'POST' ? WAITING : { items: [WAITING, OLD], next: null }),
  )
  await renderFeature(<LegalView me={me} revision={1} />)
  await screen.findAllByRole('listitem')
  return {
    posts: () => calls.filter(({ method }) => method === 'POST'),
    user: userEvent.setup(),
  }
}

it('offers to publish a proposal to the second operator alone', async () => {
  await shown('anna')
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  expect(screen.getByText('Another operator has to publish this.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Reject' })).toHaveLength(1)
})

it('publishes after a question', async () => {
  const { posts, user } = await shown('bert')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(posts()).toEqual([])
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
  await act(async () => undefined)
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({
    path: '/desk/legal-texts/2/decision',
    body: '{"decision":"publish"}',
  })
})

it('proposes a text in the languages that have one', async () => {
  const { posts, user } = await shown('anna')
  await user.click(screen.getByRole('button', { name: 'Write a text' }))
  await fillIn(user, screen.getByLabelText('English'), 'Terms')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  expect(posts()).toEqual([])
  await fillIn(user, screen.getByLabelText('简体中文'), '条款')
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(JSON.parse(posts()[0]?.body ?? '')).toMatchObject({
    kind: 'terms',
    texts: { en: 'Terms', 'zh-CN': '条款' },
  })
  expect(judge(legalForm, EMPTY_LEGAL).issues).toEqual({
    'texts.zh-CN': 'empty',
    'texts.en': 'empty',
  })
})
