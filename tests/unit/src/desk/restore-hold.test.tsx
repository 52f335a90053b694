import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { timeMs } from '#contract/scalars.ts'
import { RestoreHold } from '#desk/restore-hold.tsx'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
} from '../features/render-feature.tsx'

const SINCE = timeMs.parse(1_700_000_000_000)

async function shown(proposedBy: string | null, answer: Network = () => json({ lifted: false })) {
  const calls = fakeNetwork(answer)
  const page = await renderFeature(<RestoreHold me="berta" hold={{ since: SINCE, proposedBy }} />)
  return { calls, page, user: userEvent.setup() }
}
const button = () => screen.queryByRole('button', { name: 'Let withdrawals continue' })

it('says since when withdrawals are on hold, and lets an operator propose their end', async () => {
  const { calls, page, user } = await shown(null)
  expect(page.view.container.textContent).toContain('14 Nov 2023')
  await user.click(button() ?? document.body)
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/desk/restore-hold/lift', '{}'],
  ])
})

it('names who proposed it, and leaves it to another operator', async () => {
  await shown('anna')
  expect(screen.getByText(/^anna proposed/)).toBeTruthy()
  expect(button()).toBeTruthy()
})

it('offers nothing to the operator who proposed it', async () => {
  await shown('berta')
  expect(button()).toBeNull()
})

it('says why it was refused', async () => {
  const { user } = await shown('anna', () => problem('same_operator', 409))
  await user.click(button() ?? document.body)
  expect(await screen.findByText('A second operator has to decide this.')).toBeTruthy()
})
