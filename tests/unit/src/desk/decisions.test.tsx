import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseRoute } from '#desk/desk-route.ts'
import { DepositQueue, VerificationQueue } from '#desk/queues.tsx'
import {
  fakeNetwork,
  json,
  type Network,
  renderFeature,
  type Sent,
} from '../features/render-feature.tsx'

interface Seen {
  target: Element
  isIntersecting: boolean
  intersectionRatio: number
  rootBounds: null
}
/** Tells every watched element whether it is in the window. */
const watched = new Map<Element, (entries: Seen[]) => void>()
function seeAll(): void {
  for (const [target, tell] of watched)
    act(() => tell([{ target, isIntersecting: true, intersectionRatio: 1, rootBounds: null }]))
}
beforeEach(() => {
  watched.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: Seen[]) => void
      constructor(tell: (entries: Seen[]) => void) {
        this.#tell = tell
      }
      observe(target: Element): void {
        watched.set(target, this.#tell)
      }
      disconnect(): void {}
    },
  )
})

const verification = (change: object = {}) => ({
  id: '31',
  account: 'trader_one',
  status: 'verifying',
  nationality: 'IE',
  submittedAt: 1_699_900_000_000,
  decidedAt: null,
  reviewer: null,
  reason: null,
  ...change,
})
const detail = (change: object = {}) => ({
  ...verification(),
  name: 'Ann Example',
  idNumber: '123456789',
  sameDocument: [],
  frontPhoto: '1001',
  backPhoto: '1002',
  ...change,
})
const deposit = (change: object = {}) => ({
  id: '500001',
  account: 'trader_one',
  method: 'bank_transfer',
  amount: '100.00',
  status: 'submitted',
  hasProof: false,
  proof: null,
  createdAt: 1_699_900_000_000,
  reviewAt: null,
  decidedAt: null,
  reviewer: null,
  reason: null,
  secondAbove: null,
  proposal: null,
  ...change,
})

async function identities(one: object = detail()) {
  const calls = fakeNetwork(({ method, path }) => {
    if (method === 'POST') return json(verification({ status: 'verified', reviewer: 'anna' }))
    return path.endsWith('/31') ? json(one) : json({ items: [verification()], next: null })
  })
  location.hash = '#/verifications'
  const route = { ...parseRoute('#/verifications'), id: '31' }
  await renderFeature(<VerificationQueue me="anna" revision={1} route={route} />)
  await screen.findByText('Ann Example')
  return { user: userEvent.setup(), posts: () => calls.filter(({ method }) => method === 'POST') }
}
const approve = () => screen.queryByRole('button', { name: 'Approve' })
const look = (name: string): void => {
  fireEvent.load(screen.getByRole('img', { name }))
  seeAll()
}
const question = () => screen.queryByRole('alertdialog')

describe('an identity', () => {
  it('is approved neither by key nor by button before both photos were on the screen', async () => {
    const { user, posts } = await identities()
    seeAll()
    look('Front of the document')
    expect(approve()).toBeNull()
    expect(document.body.textContent).toContain('first look at: back of the document')
    await user.keyboard('a')
    expect(question()).toBeNull()
    look('Back of the document')
    expect(approve()).not.toBeNull()
    expect(posts()).toEqual([])
  })
  it('is approved after a question, whether a key or the button asked for it', async () => {
    const { user, posts } = await identities()
    look('Front of the document')
    look('Back of the document')
    await user.keyboard('a')
    expect(posts()).toEqual([])
    const asked = within(await screen.findByRole('alertdialog'))
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(question()).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(posts()).toEqual([])
    const again = within(await screen.findByRole('alertdialog'))
    await user.click(again.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(posts().map(({ body }) => body)).toEqual(['{"decision":"approve"}']))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')))
  })
  it('whose photo cannot be loaded says so, and can only be rejected until it is', async () => {
    const { user } = await identities()
    look('Front of the document')
    fireEvent.error(screen.getByRole('img', { name: 'Back of the document' }))
    seeAll()
    expect(await screen.findByText('This photo couldn’t be loaded.')).toBeTruthy()
    expect(approve()).toBeNull()
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    look('Back of the document')
    expect(approve()).not.toBeNull()
  })
  it('whose photo was deleted can only be rejected', async () => {
    await identities(detail({ backPhoto: null }))
    look('Front of the document')
    expect(approve()).toBeNull()
  })
  it('shows the country by name, and has the focus once it is opened', async () => {
    await identities()
    const { textContent } = screen.getByRole('article')
    expect(textContent).toContain('Ireland')
    expect(document.activeElement).toBe(screen.getByRole('article'))
  })
})

async function deposits(answer: (sent: Sent) => object) {
  const network: Network = (sent) => {
    const body = answer(sent)
    return json(sent.method === 'POST' ? body : { items: [body], next: null })
  }
  const calls = fakeNetwork(network)
  const route = { ...parseRoute('#/deposits'), id: '500001' }
  const draw = (revision: number) => <DepositQueue me="berta" revision={revision} route={route} />
  const { view } = await renderFeature(draw(1))
  const article = await screen.findByRole('article')
  return {
    user: userEvent.setup(),
    view,
    article,
    posts: () => calls.filter(({ method }) => method === 'POST'),
  }
}

describe('a deposit', () => {
  it('asks before each step, also before one that moves no money', async () => {
    const { user, posts } = await deposits(() => deposit())
    await user.keyboard('a')
    expect(posts()).toEqual([])
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Start review')
  })
  it('names its method, and who only started the review', async () => {
    const { article } = await deposits(() => deposit({ status: 'review', reviewer: 'anna' }))
    expect(article.textContent).toContain('Bank transfer')
    expect(article.textContent).toContain('Review started byanna')
    expect(article.textContent).not.toContain('Decided by')
  })
  it('says what was proposed, and nothing of proposals once it is approved', async () => {
    const proposal = { step: 'approve', by: 'anna', at: 1_699_900_001_000, reason: null }
    const open = { status: 'review', reviewer: 'anna', secondAbove: '50.00', proposal }
    const { article } = await deposits(() => deposit(open))
    expect(article.textContent).toContain('anna proposed: Approve')
    expect(article.textContent).not.toContain('Decided by')
  })
  it('says nothing of proposals once it is decided', async () => {
    const done = { status: 'approved', reviewer: 'berta', decidedAt: 1_699_900_002_000 }
    const { article } = await deposits(() => deposit({ ...done, secondAbove: '50.00' }))
    expect(article.textContent).toContain('Decided byberta')
    expect(article.textContent).not.toContain('proposal')
  })
})
