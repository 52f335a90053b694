import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PayoutView } from '#features/payout-account/payout-view.tsx'
import { toastsAtom } from '#notifications/toasts.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { sampleProfile, verificationWire } from '#support/sample-account.ts'
import { accountWire } from '../cashier/cashier-wire.ts'
import {
  fakeNetwork,
  fillIn,
  json,
  type Network,
  problem,
  renderFeature,
  instantTimer,
} from '../render-feature.tsx'

async function shown(answer: Network = () => json({ payoutAccount: accountWire() })) {
  const calls = fakeNetwork(answer)
  const onSaved = vi.fn<() => void>()
  const room = await renderFeature(<PayoutView onSaved={onSaved} />, '/', (store) =>
    store.set(commandTimerAtom, instantTimer()),
  )
  const user = userEvent.setup()
  const enter = (name: string, text: string): Promise<void> =>
    fillIn(user, screen.getByRole('textbox', { name }), text)
  const who = async (): Promise<void> => {
    await enter('Account holder', 'Wang Xiaoming')
    await user.click(screen.getByRole('button', { name: /^Country or region/ }))
    await user.type(await screen.findByRole('searchbox'), 'china{Enter}')
  }
  const bank = async (number: string): Promise<void> => {
    await who()
    await enter('Bank', 'Example Bank')
    await enter('Account number or IBAN', number)
    await enter('Branch name or address', '1 Long Road')
  }
  const next = () => user.click(screen.getByRole('button', { name: 'Check the details' }))
  const save = async (): Promise<void> => {
    await fillIn(user, screen.getByLabelText('Trading password'), 'another-mule-8-stapler')
    await user.click(screen.getByRole('button', { name: 'Save permanently' }))
  }
  return { ...room, calls, onSaved, user, enter, who, bank, next, save }
}

it('calls each blank an empty value, as many as the kind needs', async () => {
  const { user, next, calls } = await shown()
  await next()
  expect(screen.getAllByText('Empty Value')).toHaveLength(5)
  await user.click(screen.getByRole('radio', { name: 'Crypto address' }))
  expect(screen.getAllByText('Empty Value')).toHaveLength(3)
  expect(calls).toEqual([])
})

it('refuses a card whose digits do not add up, before anything is sent', async () => {
  const { bank, next } = await shown()
  await bank('4111 1111 1111 1112')
  await next()
  expect(screen.getByText('Check the digits: this number can’t be right')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save permanently' })).toBeNull()
})

it('shows everything once more, sends only after that, and says so', async () => {
  const { bank, next, save, calls, store, onSaved } = await shown()
  await bank('4111 1111 1111 1111')
  await next()
  const sent = () => calls.filter(({ method }) => method === 'POST')
  expect(sent()).toEqual([])
  expect(
    screen.getByText(
      (_, element) => element?.tagName === 'BDI' && element.textContent === '4111111111111111',
    ),
  ).toBeTruthy()
  expect(screen.getByText('You can only set this once')).toBeTruthy()
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sent()[0]?.path).toBe('/payout-account')
  expect(JSON.parse(sent()[0]?.body ?? '').account).toEqual({
    kind: 'bank_card',
    holder: 'Wang Xiaoming',
    nationality: 'CN',
    bank: 'Example Bank',
    number: '4111 1111 1111 1111',
    address: '1 Long Road',
  })
  expect(store.get(toastsAtom).at(-1)?.text).toBe('Setup Successful')
})

it('goes back to change with everything still there', async () => {
  const { user, bank, next } = await shown()
  await bank('4111 1111 1111 1111')
  await next()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const number = screen.getByRole<HTMLInputElement>('textbox', { name: 'Account number or IBAN' })
  expect(number.value).toBe('4111 1111 1111 1111')
})

it('takes a currency address, checked by its kind', async () => {
  const { user, who, enter, next, save, calls } = await shown()
  await user.click(screen.getByRole('radio', { name: 'Crypto address' }))
  await who()
  await user.click(screen.getByRole('radio', { name: 'Ethereum' }))
  await enter('Crypto address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('aA', 'AA'))
  await next()
  expect(screen.getByText('Check the digits: this number can’t be right')).toBeTruthy()
  await enter('Crypto address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  await next()
  await save()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(JSON.parse(calls[0]?.body ?? '').account).toMatchObject({
    kind: 'currency_address',
    currency: 'ETH',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  })
})

it('asks with the same key after a lost answer, and shows a refusal where it was sent', async () => {
  let tries = 0
  const { bank, next, save, calls, onSaved } = await shown(() => {
    tries += 1
    if (tries === 1) throw new TypeError('cut')
    return problem('payout_account_set', 409)
  })
  await bank('4111 1111 1111 1111')
  await next()
  await save()
  expect(await screen.findByText(/A withdrawal account is already saved/)).toBeTruthy()
  expect(calls.map(({ key }) => key)).toEqual([calls[0]?.key, calls[0]?.key])
  expect(onSaved).not.toHaveBeenCalled()
})

it('asks for the trading password, and says beside it that it is wrong', async () => {
  const { user, bank, next, save, calls } = await shown(() =>
    problem('trading_password_wrong', 422),
  )
  await bank('4111 1111 1111 1111')
  await next()
  await user.click(screen.getByRole('button', { name: 'Save permanently' }))
  expect(screen.getByText('Enter your trading password')).toBeTruthy()
  expect(calls).toEqual([])
  await save()
  expect(JSON.parse(calls[0]?.body ?? '').tradingPassword).toBe('another-mule-8-stapler')
  const field = screen.getByLabelText('Trading password')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('refuses another holder than the verified name, before and after it is sent', async () => {
  const { bank, enter, next, save, streams } = await shown(() =>
    json(
      {
        type: 'urn:fairtick:error:validation_failed',
        title: 'validation_failed',
        status: 400,
        code: 'validation_failed',
        issues: [{ path: 'account.holder', code: 'other_name' }],
      },
      400,
    ),
  )
  const verification = verificationWire({ status: 'verified', name: 'W*** X***' })
  await act(async () =>
    streams
      .state$('profile')
      .next({ value: sampleProfile({ verification }), asOf: 1_700_000_000_000 }),
  )
  await bank('4111 1111 1111 1111')
  await enter('Account holder', 'Li Xiaoming')
  await next()
  expect(screen.getByText(/must be in the same name/)).toBeTruthy()
  await enter('Account holder', 'wang xiaohong')
  await next()
  await save()
  expect(await screen.findByText(/must be in the same name/)).toBeTruthy()
})

it('shows the number to check in groups of four, and copies it without spaces', async () => {
  const { bank, next } = await shown()
  await bank('41111111 11111111')
  await next()
  const number = screen.getByText((_, element) => element?.textContent === '4111111111111111', {
    selector: 'bdi',
  })
  expect([...number.children].map(({ textContent }) => textContent)).toEqual([
    '4111',
    '1111',
    '1111',
    '1111',
  ])
})
