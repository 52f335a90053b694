import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { drawingsAtom } from '#features/chart/drawings/drawing-choices.ts'
import { ChartMenu } from '#features/chart/host/chart-menu.tsx'
import { renderFeature } from '../../render-feature.tsx'
import { bitcoin } from '../../sample-product.ts'

afterEach(() => localStorage.clear())

const at = { x: 10, y: 20, price: 6_400_050 }
const names = (): (string | null)[] =>
  screen.getAllByRole('menuitem').map(({ textContent }) => textContent)

it('draws a line, begins an alert, and resets, at the price that was pointed at', async () => {
  const [onAlertAt, onReset] = [vi.fn(), vi.fn()]
  const { store } = await renderFeature(
    <ChartMenu
      product={bitcoin}
      at={at}
      open
      onClose={() => {}}
      onReset={onReset}
      onAlertAt={onAlertAt}
    />,
  )
  expect(names()).toEqual(['Line at 64,000.50', 'Alert at 64,000.50', 'Reset view'])
  const user = userEvent.setup()
  await user.click(screen.getByRole('menuitem', { name: 'Line at 64,000.50' }))
  expect(store.get(drawingsAtom(bitcoin.symbol))).toMatchObject([
    { kind: 'level', price: 6_400_050 },
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Alert at 64,000.50' }))
  expect(onAlertAt).toHaveBeenCalledExactlyOnceWith(6_400_050)
  await user.click(screen.getByRole('menuitem', { name: 'Reset view' }))
  expect(onReset).toHaveBeenCalledOnce()
})

it('offers no alert where the page has none, and no price outside the prices', async () => {
  const rest = { product: bitcoin, open: true, onClose: () => {}, onReset: () => {} }
  const { view } = await renderFeature(<ChartMenu {...rest} at={at} />)
  expect(names()).toEqual(['Line at 64,000.50', 'Reset view'])
  view.unmount()
  await renderFeature(<ChartMenu {...rest} at={{ ...at, price: null }} />)
  expect(names()).toEqual(['Reset view'])
})
