import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLotList } from '#features/fund/documents/lots.tsx'
import { FUND_NOW, fundLotWire, sampleFund } from '#support/sample-fund.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'

const PAGE = 50
const page = (newest: number, oldestIs: string) =>
  Array.from({ length: PAGE }, (_, i) => {
    const id = String(newest - i)
    const status = id === '1' ? oldestIs : 'confirmed'
    const over = status === 'redeemed' ? { remaining: '0.00', endedAt: FUND_NOW } : {}
    return fundLotWire({ id, status, confirmedAt: FUND_NOW, ...over })
  })

function Oldest() {
  const list = useLotList()
  const oldest = list.rows.at(-1)
  return (
    <button type="button" onClick={list.loadMore}>
      {list.rows.length} rows, {oldest?.id} is {oldest?.status}
    </button>
  )
}

it('reads what was read beyond the newest page again too, for withdrawals take the oldest lots', async () => {
  let oldestIs = 'confirmed'
  const calls = fakeNetwork(({ path }) =>
    path.includes('before')
      ? json({ lots: page(PAGE, oldestIs), next: null })
      : json({ lots: page(2 * PAGE, oldestIs), next: String(PAGE + 1) }),
  )
  const { streams } = await renderFeature(<Oldest />)
  await screen.findByText('50 rows, 51 is confirmed')
  await act(async () => screen.getByRole('button').click())
  await screen.findByText('100 rows, 1 is confirmed')
  const before = calls.length
  oldestIs = 'redeemed'
  const value = sampleFund({ version: 2 })
  await act(async () => streams.state$('fund').next({ value, asOf: streams.now }))
  await screen.findByText('100 rows, 1 is redeemed')
  expect(calls.slice(before).some(({ path }) => path.includes('before=51'))).toBe(true)
})

it('reads no older page again that was never read', async () => {
  const calls = fakeNetwork(() => json({ lots: page(2 * PAGE, 'confirmed'), next: '51' }))
  const { streams } = await renderFeature(<Oldest />)
  await screen.findByText('50 rows, 51 is confirmed')
  const value = sampleFund({ version: 2 })
  await act(async () => streams.state$('fund').next({ value, asOf: streams.now }))
  await waitFor(() => expect(calls.length).toBeGreaterThan(1))
  expect(calls.filter(({ path }) => path.includes('before'))).toEqual([])
})
