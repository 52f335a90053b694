import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { recoveryStatus } from '#contract/recovery.ts'
import { parseRoute } from '#desk/desk-route.ts'
import { RecoveriesView } from '#desk/recoveries-view.tsx'
import { deskRecoveryWire } from '#support/sample-recovery.ts'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

/** Everything that is watched is in the window. */
const watched: (() => void)[] = []
beforeEach(() => {
  watched.length = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #hear: (entries: object[]) => void
      constructor(hear: (entries: object[]) => void) {
        this.#hear = hear
      }
      observe(): void {
        watched.push(() =>
          this.#hear([{ isIntersecting: true, intersectionRatio: 1, rootBounds: null }]),
        )
      }
      disconnect(): void {}
    },
  )
})

const SUMS = {
  byStatus: { ...Object.fromEntries(recoveryStatus.options.map((each) => [each, 0])), vetoed: 3 },
  byLost: { login_password: 5, trading_password: 1, second_factor: 2 },
  withoutAccount: 4,
  vetoedByWord: 1,
  byOperator: [{ operator: 'anna', proposed: 6, approved: 2, rejected: 1 }],
}

async function shown({ change = {}, detail = {}, refusal = null as Response | null } = {}) {
  const item = deskRecoveryWire(change)
  const calls = fakeNetwork(({ method, path }) => {
    if (method === 'POST') return refusal ?? json({ ...item, status: 'waiting' })
    if (path.startsWith('/desk/recovery-sums')) return json(SUMS)
    if (!path.endsWith('/71')) return json({ items: [item], next: null })
    return json({
      ...item,
      name: 'Ann Example',
      nationality: 'IE',
      idNumber: 'PA1234567',
      verifiedAt: 1_690_000_000_000,
      frontPhoto: null,
      backPhoto: null,
      pictures: { document: true, face: true },
      locked: false,
      others: [],
      ...detail,
    })
  })
  location.hash = '#/recoveries'
  const route = { ...parseRoute('#/recoveries'), id: '71' }
  await renderFeature(<RecoveriesView me="anna" revision={1} route={route} />)
  await screen.findByText('PA1234567')
  const look = (name: string): void => {
    fireEvent.load(screen.getByRole('img', { name }))
    act(() => watched.splice(0).forEach((tell) => tell()))
  }
  const lookAtBoth = (): void => {
    look('New: document')
    look('New: face with the document')
  }
  return { calls, user: userEvent.setup(), lookAtBoth, look }
}
const approve = () => screen.queryByRole('button', { name: 'Approve' })

it('is approved only after both new pictures were on the screen', async () => {
  const { user, calls, look } = await shown()
  expect(approve()).toBeNull()
  look('New: document')
  expect(approve()).toBeNull()
  look('New: face with the document')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const asked = within(await screen.findByRole('alertdialog'))
  await user.click(asked.getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/desk/recoveries/71/decision',
    body: '{"decision":"approve"}',
  })
})

it('wants the verified photo looked at while it is stored, which takes a written reason', async () => {
  const { lookAtBoth } = await shown({ detail: { frontPhoto: '1001' } })
  lookAtBoth()
  expect(approve()).toBeNull()
  expect(document.body.textContent).toContain('first look at: front of the document')
  expect(screen.getByRole('form', { name: 'Front of the document' })).toBeTruthy()
})

it('leaves the second approval to another operator, and says who proposed', async () => {
  const proposal = { by: 'anna', at: 1_700_000_000_000 }
  const { lookAtBoth } = await shown({ change: { proposal } })
  lookAtBoth()
  expect(approve()).toBeNull()
  expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy()
  expect(screen.getByText(/^anna proposed: Approve/)).toBeTruthy()
})

it('marks a further attempt in the list and above the pictures', async () => {
  await shown({ change: { earlierVetoes: 2 } })
  expect(screen.getByText(/further attempt$/)).toBeTruthy()
  expect(screen.getByText(/2 recoveries of this account were vetoed/)).toBeTruthy()
})

it('rejects with a reason, by one operator', async () => {
  const { user, calls } = await shown()
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getAllByRole('radio')[1] as HTMLElement)
  await user.click(sheet.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  expect(calls.find(({ method }) => method === 'POST')?.body).toBe(
    '{"decision":"reject","reason":"photo_mismatch"}',
  )
})

it('says why a decision was refused', async () => {
  const { user, lookAtBoth } = await shown({ refusal: problem('same_operator', 409) })
  lookAtBoth()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const asked = within(await screen.findByRole('alertdialog'))
  await user.click(asked.getByRole('button', { name: 'Yes' }))
  expect(await screen.findByText('A second operator has to decide this.')).toBeTruthy()
})

it('shows how often, by whom and with which end', async () => {
  const { user, calls } = await shown()
  const sums = within(screen.getByRole('region', { name: 'How often accounts were recovered' }))
  expect((await sums.findByText('3 (1 by the code)')).textContent).toBeTruthy()
  expect(sums.getByRole('row', { name: 'anna 6 2 1' })).toBeTruthy()
  await user.selectOptions(sums.getByRole('combobox', { name: 'Period' }), '365')
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('days=365'))).toBe(true))
})
