import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { Answer } from '#api/api-error.ts'
import type { FactorProof } from '#contract/factors.ts'
import { type PasskeyAnswer, passkeysAtom } from '#features/security/passkeys.ts'
import { SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { sampleProfile } from '#support/sample-account.ts'
import { renderFeature } from '../render-feature.tsx'

const key = { id: 'a'.repeat(22), name: 'Phone', createdAt: 1, lastUsedAt: null }
const factorsOf = (change: Record<string, unknown>) =>
  sampleProfile({ factors: { totp: false, recoveryCodesLeft: 0, passkeys: [], ...change } }).factors
const options = { challenge: 'c' }

interface Asked {
  factors: ReturnType<typeof factorsOf>
  answer?: PasskeyAnswer
  challenge?: () => Promise<Answer<{ options: Record<string, unknown> }>>
}

async function asked({ factors, answer, challenge }: Asked) {
  const onProof = vi.fn<(proof: FactorProof | null) => void>()
  const prove = vi.fn(async (): Promise<PasskeyAnswer> => answer ?? { ok: true, answer: {} })
  function Host() {
    const [proof, setProof] = useState<FactorProof | null>(null)
    const [error, setError] = useState<string>()
    const refuse = (): void => {
      setProof(null)
      setError('not accepted')
    }
    return (
      <>
        <button type="button" onClick={refuse}>
          refuse
        </button>
        <SecondFactorPrompt
          factors={factors}
          proof={proof}
          onProof={(next) => {
            onProof(next)
            setProof(next)
          }}
          challenge={challenge ?? (async () => ({ ok: true, value: { options } }))}
          error={error}
        />
      </>
    )
  }
  const room = await renderFeature(<Host />, '/', (store) =>
    store.set(passkeysAtom, { lack: () => null, make: prove, prove }),
  )
  return {
    ...room,
    onProof,
    prove,
    user: userEvent.setup(),
  }
}

it('asks for nothing when nothing is on', async () => {
  await asked({ factors: factorsOf({}) })
  expect(screen.queryByRole('group')).toBeNull()
})

it('hands on a code once it is whole, and takes it back when it is not', async () => {
  const { onProof, user } = await asked({ factors: factorsOf({ totp: true }) })
  const field = screen.getByLabelText('6-digit authenticator code')
  await user.type(field, '123456')
  expect(onProof).toHaveBeenLastCalledWith({ kind: 'totp', code: '123456' })
  await user.type(field, '{Backspace}')
  expect(onProof).toHaveBeenLastCalledWith(null)
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

it('offers each factor that is on, and drops the proof of another', async () => {
  const factors = factorsOf({ totp: true, recoveryCodesLeft: 8, passkeys: [key] })
  const { onProof, user } = await asked({ factors })
  expect(screen.getAllByRole('radio').map((radio) => radio.textContent)).toEqual([
    'Passkey',
    'Code',
    'Recovery code',
  ])
  await user.click(screen.getByRole('radio', { name: 'Code' }))
  await user.type(screen.getByLabelText('6-digit authenticator code'), '123456')
  await user.click(screen.getByRole('radio', { name: 'Recovery code' }))
  expect(onProof).toHaveBeenLastCalledWith(null)
  await user.type(screen.getByLabelText('Recovery code'), 'abcde12345')
  expect(onProof).toHaveBeenLastCalledWith({ kind: 'recovery', code: 'ABCDE-12345' })
})

it('proves a passkey against the challenge it was given, and asks again after a refusal', async () => {
  const answer = { id: 'x' }
  const { onProof, prove, user } = await asked({
    factors: factorsOf({ passkeys: [key] }),
    answer: { ok: true, answer },
  })
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(prove).toHaveBeenCalledWith(options)
  expect(onProof).toHaveBeenLastCalledWith({ kind: 'passkey', answer })
  expect(screen.getByText('Passkey confirmed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'refuse' }))
  expect(screen.getByRole('alert').textContent).toBe('not accepted')
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy()
})

it('says why there is no passkey: closed by the user, or no challenge', async () => {
  const factors = factorsOf({ passkeys: [key] })
  const { onProof, user, view } = await asked({
    factors,
    answer: { ok: false, fault: 'cancelled' },
  })
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(screen.getByRole('alert').textContent).toMatch(/^Not confirmed/)
  expect(onProof).not.toHaveBeenCalled()
  view.unmount()
  const lost = await asked({
    factors,
    challenge: async () => ({ ok: false, error: { kind: 'network' } }),
  })
  await lost.user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(screen.getByRole('alert').textContent).not.toBe('')
  expect(lost.prove).not.toHaveBeenCalled()
})
