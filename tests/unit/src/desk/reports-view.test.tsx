import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ReportsView } from '#desk/reports-view.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

let ids = 0
const group = (change: object = {}) => {
  ids += 1
  return {
    id: `${ids}`,
    page: 'app',
    build: 'aB3_-xYz',
    kind: 'error',
    name: 'TypeError',
    stack: [{ file: 'detail-12345678.js', line: 1, column: 2_345 }],
    reports: 31,
    networks: 12,
    firstAt: 1_699_900_000_000,
    lastAt: 1_699_990_000_000,
    ...change,
  }
}
async function shown(groups: object[]) {
  fakeNetwork(() => json({ groups }))
  await renderFeature(<ReportsView revision={1} />)
  return userEvent.setup()
}
const region = (name: RegExp | string) => screen.findByRole('region', { name })

it('groups by build and kind, with count, place, first and last time', async () => {
  await shown([
    group(),
    group({ kind: 'lcp', name: 'poor', stack: [] }),
    group({ build: null, kind: 'policy', name: 'script-src inline', stack: [], page: 'desk' }),
  ])
  const errors = await region('Errors · App · build aB3_-xYz')
  const texts = [
    'TypeError',
    '31 reports',
    '12 networks',
    'detail-12345678.js:1:2345',
    'First',
    'last',
  ]
  for (const text of texts) expect(errors.textContent).toContain(text)
  expect((await region('Largest paint (LCP) · App · build aB3_-xYz')).textContent).toContain('Poor')
  const policy = await region('Stopped by the content policy · Desk · unknown build')
  expect(policy.textContent).toContain('script-src inline')
})

it('stays readable when a few senders make up many errors', async () => {
  const made = Array.from({ length: 200 }, (_, n) =>
    group({ name: 'Error', networks: 1, reports: n + 1 }),
  )
  const user = await shown([...made, group()])
  const errors = await region(/^Errors/)
  expect(within(errors).getByText('TypeError')).toBeTruthy()
  const fold = within(errors).getByRole('button', { name: '195 more, each from a single network' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await user.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})

it('says that nothing was reported, and that it could not be read', async () => {
  await shown([])
  expect(await screen.findByText('Nothing here')).toBeTruthy()
  fakeNetwork(() => problem('internal', 500))
  await renderFeature(<ReportsView revision={2} />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
