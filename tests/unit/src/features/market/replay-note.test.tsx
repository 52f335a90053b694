import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { product } from '#contract/product.ts'
import { MarketState } from '#features/market/market-state.tsx'
import { ReplayNote } from '#components/replay-note.tsx'
import { renderFeature } from '../render-feature.tsx'
import { bitcoin } from '../sample-product.ts'

const RECORDED = {
  repeats: false,
  fastBars: false,
  watchOnly: false,
  recordedAt: Date.UTC(2014, 4, 8),
  startedAt: Date.UTC(2026, 10, 21),
}
const replayed = (change: Partial<typeof RECORDED> = {}) =>
  product.shape.replay.parse({ ...RECORDED, ...change })
const KNOWN = /anyone who has this file can know the outcome/

it('says nothing of prices that are not recorded', async () => {
  await renderFeature(<ReplayNote product={bitcoin} />)
  expect(screen.queryByText(KNOWN)).toBeNull()
})

it('says of recorded prices that the file tells the outcome, and when they were recorded', async () => {
  await renderFeature(<ReplayNote product={{ replay: replayed() }} />)
  const text = screen.getByText(KNOWN).textContent
  expect(text).toContain('2014')
  expect(text).toContain('2026')
  expect(text).not.toMatch(/repeats|faster/)
})

it('says that a recording repeats, and that fast bars can be foreseen', async () => {
  await renderFeature(
    <ReplayNote product={{ replay: replayed({ repeats: true, fastBars: true }) }} />,
  )
  const text = screen.getByText(KNOWN).textContent
  expect(text).toContain('This recording repeats.')
  expect(text).toContain('their path can be foreseen')
})

it('shows that prices can only be watched, in place of maintenance', async () => {
  const session = { ...bitcoin.session, state: 'closed' as const }
  const replay = replayed({ watchOnly: true })
  await renderFeature(<MarketState productId={18} initial={session} replay={replay} />)
  expect(screen.getByText(/Watch only/)).toBeTruthy()
  expect(screen.queryByText(/maintenance/)).toBeNull()
})

it('says that a recording has ended, and calls no other market so', async () => {
  const session = { ...bitcoin.session, state: 'closed' as const, opensAt: null }
  const props = { productId: 18, initial: session }
  const { view } = await renderFeature(<MarketState {...props} replay={replayed()} />)
  expect(screen.getByText('The recording has ended')).toBeTruthy()
  view.unmount()
  await renderFeature(<MarketState {...props} replay={null} />)
  expect(screen.getByText('Under maintenance')).toBeTruthy()
})
