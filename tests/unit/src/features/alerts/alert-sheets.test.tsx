import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type PriceAlert, priceAlert } from '#contract/alerts.ts'
import { ProductAlertsSheet } from '#features/alerts/alert-sheets.tsx'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { bitcoin, productsReply } from '../sample-product.ts'

const AT = 1_700_000_000_000
const alertOf = (changes: Partial<Record<keyof PriceAlert, unknown>> = {}): PriceAlert =>
  priceAlert.parse({
    id: '970001',
    symbol: 'BTCUSDT',
    direction: 'at_or_above',
    price: 110_000,
    status: 'active',
    createdAt: AT,
    hit: null,
    endedAt: null,
    ...changes,
  })

const stored = (guest: boolean): void => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'trader_one', nickname: 'x', guest }))
}

async function sheet(answer: Network) {
  stored(false)
  const sent = fakeNetwork((request) =>
    request.path === '/products' ? json(productsReply) : answer(request),
  )
  const page = await renderFeature(<ProductAlertsSheet product={bitcoin} open onClose={() => {}} />)
  await act(async () => page.streams.tick(18, 108_000))
  await act(async () => page.streams.state$('alerts').next({ value: [], asOf: AT }))
  return { ...page, sent: () => sent.filter(({ path }) => path.startsWith('/alerts')) }
}

it('says what a typed price means before it is sent, and sends just that', async () => {
  const user = userEvent.setup()
  const { sent } = await sheet(() => json({ alert: alertOf() }))
  const button = screen.getByRole('button', { name: 'Set alert' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText('Alert price'), '1100,5')
  screen.getByText('We’ll notify you when the price is 1,100.50 or higher.')
  await user.click(button)
  expect(sent().map(({ body }): unknown => JSON.parse(body))).toEqual([
    { symbol: 'BTCUSDT', direction: 'at_or_above', price: 110_050 },
  ])
  expect(screen.getByLabelText('Alert price')).toHaveProperty('value', '')
})

it('never turns an alert round because the market passes the typed price', async () => {
  const user = userEvent.setup()
  const { sent, streams } = await sheet(() => json({ alert: alertOf() }))
  const field = screen.getByLabelText('Alert price')
  await user.type(field, '1081')
  screen.getByText('We’ll notify you when the price is 1,081.00 or higher.')
  await act(async () => streams.tick(18, 108_200))
  screen.getByText('The price is already there. Choose one it hasn’t reached yet.')
  await user.type(field, '{Enter}')
  expect(sent()).toEqual([])
})

it('refuses a price that it cannot read with words, and changes nothing in it', async () => {
  const user = userEvent.setup()
  const { sent } = await sheet(() => json({ alert: alertOf() }))
  const field = screen.getByLabelText('Alert price')
  await user.type(field, '1,100.505')
  expect(field).toHaveProperty('value', '1,100.50')
  await user.clear(field)
  await user.click(field)
  await user.paste('1,2,3')
  screen.getByText('We can’t read this number. Write it like 1,080.00.')
  await user.type(field, '{Enter}')
  expect(sent()).toEqual([])
  await user.tab()
  expect(field).toHaveProperty('value', '1,2,3')
})

it('offers steps from the price now, on either side', async () => {
  const user = userEvent.setup()
  await sheet(() => json({ alert: alertOf() }))
  await user.click(screen.getByRole('button', { name: '−1%' }))
  expect(screen.getByLabelText('Alert price')).toHaveProperty('value', '1069.20')
  screen.getByText('We’ll notify you when the price is 1,069.20 or lower.')
})

it('refuses the price of now, and keeps what was typed when the server refuses', async () => {
  const user = userEvent.setup()
  const { sent } = await sheet(() => problem('too_many_alerts', 409, { limit: 20 }))
  const field = screen.getByLabelText('Alert price')
  await user.type(field, '1080.00')
  screen.getByText('That’s the current price. Choose a higher or lower one.')
  expect(sent()).toEqual([])
  await user.type(field, '{backspace}5')
  await user.click(screen.getByRole('button', { name: 'Set alert' }))
  await screen.findByText('You have 20 active alerts. Cancel one first.')
  expect(field).toHaveProperty('value', '1080.05')
})

it('shows alerts as the stream has them, and cancels one by its name', async () => {
  const user = userEvent.setup()
  const { sent, streams } = await sheet(() =>
    json({ alert: alertOf({ status: 'cancelled', endedAt: AT }) }),
  )
  screen.getByText('No active alerts for this product.')
  const other = alertOf({ id: '970002', symbol: 'GC' })
  await act(async () => streams.state$('alerts').next({ value: [other, alertOf()], asOf: AT }))
  await screen.findByText('2 of 20')
  const cancel = screen.getAllByRole('button', { name: /^Cancel the alert/ })
  expect(cancel).toHaveLength(1)
  for (const button of cancel) await user.click(button)
  expect(sent()).toEqual([])
  const asked = within(await screen.findByRole('alertdialog'))
  await user.click(asked.getByRole('button', { name: /^Cancel the alert/ }))
  expect(sent().map(({ path }) => path)).toEqual(['/alerts/970001/cancel'])
})

it('tells a guest on the spot that alerts need a registration, and asks the server for nothing', async () => {
  stored(true)
  const sent = fakeNetwork(() => json({}))
  const { streams } = await renderFeature(
    <ProductAlertsSheet product={bitcoin} open onClose={() => {}} />,
  )
  expect(screen.getByText(/Register to use this feature/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Register' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Set alert' })).toBeNull()
  expect([...streams.leases.keys()].filter((key) => key.startsWith('alerts'))).toEqual([])
  expect(sent).toEqual([])
})

it('begins with the price that was pointed at in the chart', async () => {
  stored(false)
  fakeNetwork(() => json(productsReply))
  await renderFeature(
    <ProductAlertsSheet product={bitcoin} price={110_050} open onClose={() => {}} />,
  )
  expect(screen.getByLabelText('Alert price')).toHaveProperty('value', '1100.50')
})
