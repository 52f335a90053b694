import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { tokenAtom } from '#api/session.ts'
import { OwnRecoveries } from '#features/recovery/own-recoveries.tsx'
import { RecoveryNotice } from '#features/recovery/recovery-notice.tsx'
import { RecoverySection } from '#features/recovery/recovery-section.tsx'
import { VetoByWord } from '#features/recovery/veto-by-word.tsx'
import { recoveryPath } from '#lib/recovery-path.ts'
import { sampleMessage, sampleProfile, verificationWire } from '#support/sample-account.ts'
import { ownRecoveryWire } from '#support/sample-recovery.ts'
import { fakeNetwork, fillIn, json, problem, renderFeature } from '../render-feature.tsx'

const listed = (...recoveries: object[]) => json({ recoveries })
const answer = async (yes: string) => {
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toMatch(/account will be locked/)
  await userEvent.setup().click(within(question).getByRole('button', { name: yes }))
}

it('lists who asked and how it ended, and offers a veto only where the server does', async () => {
  const ended = { id: '70', status: 'vetoed', canVeto: false, vetoedBy: 'device' }
  fakeNetwork(() => listed(ownRecoveryWire(), ownRecoveryWire(ended)))
  await renderFeature(<OwnRecoveries onVetoed={() => undefined} />)
  const [running, before] = await screen.findAllByRole('listitem')
  expect(
    within(running as HTMLElement).getByRole('button', { name: /^That’s not me/ }),
  ).toBeTruthy()
  expect(before?.textContent).toContain('Stopped')
  expect(within(before as HTMLElement).queryByRole('button')).toBeNull()
})

it('vetoes after a question that says what follows, and logs this device out', async () => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', '{"account":"trader_one","nickname":"Trader"}')
  const calls = fakeNetwork(({ method }) =>
    method === 'GET' ? listed(ownRecoveryWire()) : new Response(null, { status: 204 }),
  )
  const onVetoed = vi.fn()
  const { store } = await renderFeature(<OwnRecoveries onVetoed={onVetoed} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: /^That’s not me/ }))
  await answer('Cancel')
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.setup().click(screen.getByRole('button', { name: /^That’s not me/ }))
  await answer('Stop and lock')
  await waitFor(() => expect(onVetoed).toHaveBeenCalledOnce())
  expect(calls.some(({ path }) => path === '/recoveries/71/veto')).toBe(true)
  expect(store.get(tokenAtom)).toBe('')
})

it('says why a veto was refused', async () => {
  fakeNetwork(({ method }) =>
    method === 'GET'
      ? listed(ownRecoveryWire())
      : problem('document_moved_on', 409, { status: 'done' }),
  )
  const onVetoed = vi.fn()
  await renderFeature(<OwnRecoveries onVetoed={onVetoed} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: /^That’s not me/ }))
  await answer('Stop and lock')
  expect(await screen.findByText(/status has changed/)).toBeTruthy()
  expect(onVetoed).not.toHaveBeenCalled()
})

it('shows the notice while a recovery can be vetoed, as soon as a message tells of it', async () => {
  let list = [ownRecoveryWire({ status: 'review', canVeto: false })]
  fakeNetwork(() => listed(...list))
  const { streams } = await renderFeature(<RecoveryNotice />)
  const push = (id: string, kind: string) =>
    act(async () =>
      streams.state$('messages').next({
        value: { unread: 1, latest: [sampleMessage({ id, kind })] },
        asOf: streams.now,
      }),
    )
  await act(async () => undefined)
  expect(screen.queryByRole('alert')).toBeNull()
  list = [ownRecoveryWire()]
  await push('8', 'recovery_approved')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Someone is recovering this/)
  list = [ownRecoveryWire({ status: 'vetoed', canVeto: false })]
  await push('9', 'recovery_vetoed')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it.each([
  ['verified', 'Possible'],
  ['none', 'Not possible, verify first'],
] as const)('the settings say for a user who is %s: %s', async (status, text) => {
  const { streams } = await renderFeature(<RecoverySection />)
  const verification = verificationWire({ status })
  await act(async () =>
    streams.state$('profile').next({ value: sampleProfile({ verification }), asOf: streams.now }),
  )
  const row = screen.getByRole('link')
  expect(row.textContent).toContain(text)
  expect(row.getAttribute('href')).toBe(recoveryPath('own'))
  expect(screen.getByText(/Without verified documents/)).toBeTruthy()
})

it('vetoes by the code of the account, and gives one answer', async () => {
  const calls = fakeNetwork(() => new Response(null, { status: 204 }))
  await renderFeature(<VetoByWord />)
  const user = userEvent.setup()
  const submit = screen.getByRole('button', { name: 'Stop and lock the account' })
  await user.click(submit)
  expect(screen.getByText('Enter your anti-phishing code')).toBeTruthy()
  expect(calls).toEqual([])
  await fillIn(user, screen.getByLabelText('User name'), 'trader_one')
  await fillIn(user, screen.getByLabelText('Anti-phishing code'), 'marigold')
  await user.click(submit)
  expect(
    await screen.findByText(/^If a recovery was running and the details were right/),
  ).toBeTruthy()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ account: 'trader_one', word: 'marigold' })
})
