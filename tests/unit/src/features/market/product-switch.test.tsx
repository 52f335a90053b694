import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation, useNavigationType } from 'react-router-dom'
import { expect, it } from 'vitest'
import { firstAtom } from '#features/market/favourites.ts'
import { ProductSwitch } from '#features/market/product-switch.tsx'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'
import { productsReply, sparklinesReply } from '../sample-product.ts'

/** Where the page is, and how it came there. */
function Place() {
  const { search } = useLocation()
  return <output aria-label="place">{`${useNavigationType()} ${search}`}</output>
}

async function shown() {
  fakeNetwork(({ path }) => json(path === '/products' ? productsReply : sparklinesReply))
  await renderFeature(
    <>
      <Place />
      <ProductSwitch open shown="GC" onClose={() => undefined} />
    </>,
    '/?symbol=GC',
    (store) => store.set(firstAtom, ['ETHUSDT']),
  )
  const sheet = within(await screen.findByRole('dialog', { name: 'Choose a product' }))
  await sheet.findByText('Bitcoin')
  const rows = () => sheet.getAllByRole('link').map((link) => link.textContent.slice(0, 7))
  return { sheet, rows, user: userEvent.setup() }
}
const place = () => screen.getByRole('status', { name: 'place', hidden: true }).textContent

it('lists favourites first, marks the shown product, and searches', async () => {
  const { sheet, rows, user } = await shown()
  expect(rows()[0]).toMatch(/^Ether/)
  expect(sheet.getByRole('link', { current: true }).textContent).toMatch(/^Gold/)
  await user.type(sheet.getByRole('searchbox'), 'bitc')
  await waitFor(() => expect(rows()).toEqual(['Bitcoin']))
})

it('is used by keys alone, and replaces the page so that Back leaves it', async () => {
  const { sheet, user } = await shown()
  const search = sheet.getByRole('searchbox')
  await user.click(search)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(document.activeElement?.textContent).toMatch(/^Ether/)
  await user.click(search)
  await user.keyboard('bitc')
  await waitFor(() => expect(sheet.getAllByRole('link')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(place()).toBe('REPLACE ?symbol=BTCUSDT')
})
