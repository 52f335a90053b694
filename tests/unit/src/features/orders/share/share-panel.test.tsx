import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShareSheet } from '#features/orders/share/share-sheet.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../../render-feature.tsx'
import { settledOrder } from '../../sample-order.ts'
import { bitcoin } from '../../sample-product.ts'

const noop = (): void => {}
const CODE = 'abcdefghijklmnopqrstuvwxyz'
const share = (orderId: string, code = CODE) => ({ code, orderId, createdAt: 1 })
const order = settledOrder({ id: '7', status: 'won', profitAndLoss: '8.50' })

afterEach(() => vi.unstubAllGlobals())

async function shown(shares: object[], answer = () => json(share('7'))) {
  const calls = fakeNetwork(({ method }) => {
    if (method === 'GET') return json({ shares })
    return method === 'DELETE' ? new Response(null, { status: 204 }) : answer()
  })
  localStorage.setItem('token', 'cookie')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  await renderFeature(
    <ShareSheet order={order} product={bitcoin} records={[]} open onClose={noop} />,
  )
  return calls
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('sharing a result', () => {
  it('says what is in it and what is behind the code, before there is one', async () => {
    const calls = await shown([])
    expect(await screen.findByText(/without your name, account or balance/)).toBeTruthy()
    await press('More information')
    expect(screen.getByText(/contains the order number, the stake and this device’s/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('makes a code by a tap, with amounts hidden', async () => {
    const calls = await shown([])
    await press('Create picture and code')
    expect(await screen.findByRole('button', { name: 'Copy link' })).toBeTruthy()
    expect(screen.getByRole('switch', { checked: false })).toBeTruthy()
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/orders/7/share',
    ])
  })

  it('offers the link where the browser cannot draw', async () => {
    await shown([share('7')])
    expect(await screen.findByText(/^This browser can’t draw/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save picture' })).toBeNull()
  })

  it('copies a link whose code is after the #, where no server sees it', async () => {
    await shown([share('7')])
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    await press('Copy link')
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/#/pages/shared/shared?code=${CODE}`)
  })

  it('stops only after a question, and then offers a new code', async () => {
    const calls = await shown([share('7')])
    await press('Stop sharing')
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByText(/for everyone, for good/)).toBeTruthy()
    const confirm = within(question).getByRole('button', { name: 'Stop sharing' })
    expect(confirm.className).toContain('text-danger')
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(within(question).getByRole('button', { name: 'Stop sharing' }))
    expect(await screen.findByRole('button', { name: 'Create picture and code' })).toBeTruthy()
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/orders/7/share',
    ])
  })

  it('lists the other receipts that strangers can open, each with a way to stop', async () => {
    const calls = await shown([share('8'), share('9', 'b'.repeat(26))])
    expect(await screen.findByText('Other receipts you’re sharing')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Order 8' })).toBeTruthy()
    await press('Stop sharing: Order 9')
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Stop sharing' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Order 9' })).toBeNull())
    expect(calls.at(-1)?.path).toBe('/orders/9/share')
    expect(screen.getByRole('link', { name: 'Order 8' })).toBeTruthy()
  })

  it('says why there is no code', async () => {
    await shown([], () => problem('too_many_shares', 409, { limit: 100 }))
    await press('Create picture and code')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^You’re sharing 100 receipts/)
    expect(screen.getByRole('button', { name: 'Create picture and code' })).toBeTruthy()
  })
})
