import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AccountFrozen, Frozen } from '#components/frozen.tsx'
import { frozenState } from '#contract/frozen.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { renderFeature } from '../features/render-feature.tsx'

const since = 1_700_000_000_000
const at = since + 3_600_000
const state = (end: object | null) => frozenState.parse({ since, end })

it('says nothing where no check ever found a fault', async () => {
  await renderFeature(<Frozen what="open" state={undefined} />)
  expect(document.body.textContent).toBe('')
})

it.each([
  ['open', /Its stake stays held/, /the recorded prices then decide the order/],
  ['settled', /No one can change its result/, /difference that the published rule still owes/],
  ['document', /in this request/, /difference that the published rule still owes/],
  ['account', /open orders are settled once the/, /The fault is corrected/],
] as const)(
  'says of what is frozen (%s) what it means and how it ends',
  async (what, means, ends) => {
    await renderFeature(<Frozen what={what} state={state(null)} />)
    expect(await screen.findByText('Frozen: being examined')).toBeTruthy()
    expect(screen.getByText(means)).toBeTruthy()
    expect(screen.getByText(ends)).toBeTruthy()
  },
)

it.each([
  [null, /then lifted: the check no longer found the fault/],
  ['18.50', /Paid by the published rule: 18\.50/],
  ['0.00', /Paid by the published rule: 0\.00/],
])('says afterwards how it ended (paid: %s)', async (amount, text) => {
  await renderFeature(<Frozen what="open" state={state({ at, amount })} />)
  expect(await screen.findByText(text)).toBeTruthy()
})

it('says it of the whole account only while that is frozen', async () => {
  const { streams } = await renderFeature(<AccountFrozen />)
  const show = (frozenSince: number | null) =>
    act(async () =>
      streams.state$('balance').next({ value: sampleBalance({ frozenSince }), asOf: streams.now }),
    )
  await show(null)
  expect(screen.queryByText(/Frozen/)).toBeNull()
  await show(since)
  expect(await screen.findByText('Frozen: being examined')).toBeTruthy()
})
