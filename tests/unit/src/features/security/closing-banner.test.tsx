import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ClosingBanner } from '#features/security/closing-banner.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../render-feature.tsx'

const closing = (closesAt: number | null) => json({ closesAt, obstacles: [] })
const KEEP = { name: 'Keep my account' }

it('says when the account closes, and keeps it with one tap', async () => {
  let closesAt: number | null = Date.UTC(2026, 4, 18, 10)
  const calls = fakeNetwork(({ method }) => {
    if (method === 'POST') closesAt = null
    return method === 'POST' ? new Response(null, { status: 204 }) : closing(closesAt)
  })
  await renderFeature(<ClosingBanner />)
  const banner = await screen.findByRole('complementary')
  expect(banner.textContent).toMatch(/^Your account closes on .*18.*2026/)
  await userEvent.setup().click(screen.getByRole('button', KEEP))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  const sent = calls.map(({ method, path }) => `${method} ${path}`)
  expect(sent.filter((each) => each.startsWith('POST'))).toEqual(['POST /account/keep'])
  expect(sent.at(-1)).toBe('GET /account/closing')
})

it('stays and says why if the account could not be kept', async () => {
  fakeNetwork(({ method }) =>
    method === 'POST' ? problem('unavailable', 503) : closing(Date.UTC(2026, 4, 18, 10)),
  )
  await renderFeature(<ClosingBanner />)
  await userEvent.setup().click(await screen.findByRole('button', KEEP))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', KEEP)).toBeTruthy()
})

it('shows nothing of an account that is not closing', async () => {
  const calls = fakeNetwork(() => closing(null))
  await renderFeature(<ClosingBanner />)
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  await act(async () => undefined)
  expect(screen.queryByRole('complementary')).toBeNull()
})
