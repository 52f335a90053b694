import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { marketSession, type Product } from '#contract/product.ts'
import { ChartPlace } from '#features/chart/host/chart-place.tsx'
import { renderFeature } from '../../render-feature.tsx'
import { bitcoin } from '../../sample-product.ts'

const away = marketSession.parse({ state: 'catching_up', opensAt: null, closesAt: null })
const REASON = 'There’s no price right now'

const shown = (product: Product, state: 'loading' | 'empty' = 'loading') =>
  renderFeature(
    <ChartPlace product={product} state={state}>
      <canvas />
    </ChartPlace>,
  )
const hasSkeleton = (): boolean => document.querySelector('.animate-skeleton') !== null

it('says that the venues give no price, instead of a placeholder that would never go', async () => {
  const { streams } = await shown({ ...bitcoin, source: 'live', session: away })
  expect(screen.getByRole('status').textContent).toBe(REASON)
  expect(hasSkeleton()).toBe(false)
  const value = bitcoin.session
  await act(async () => streams.session$(bitcoin.id).next({ value, asOf: streams.now }))
  expect(screen.queryByText(REASON)).toBeNull()
  expect(hasSkeleton()).toBe(true)
})

it('keeps the placeholder while a recording fills in what it missed', async () => {
  await shown({ ...bitcoin, session: away })
  expect(screen.queryByText(REASON)).toBeNull()
  expect(hasSkeleton()).toBe(true)
})

it('shows neither where there is no bar yet and prices may come', async () => {
  await shown(bitcoin, 'empty')
  expect(hasSkeleton()).toBe(false)
  expect(screen.queryByRole('status')).toBeNull()
})
