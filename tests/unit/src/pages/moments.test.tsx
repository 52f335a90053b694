import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { timeMs } from '#contract/scalars.ts'
import { ordinaryLog, settledReceipt, T0 } from '#support/settled-receipt.ts'
import { Moments } from '../../../../src/pages/order/moments.tsx'
import { renderFeature } from '../features/render-feature.tsx'

const startsAt = timeMs.parse(T0)
const acceptedAt = timeMs.parse(T0 - 1_000)

it.each([
  [
    'by the signature of its device',
    { signing: {} },
    /^The order started at the moment your device/,
  ],
  ['without a device', { order: { acceptedAt, startsAt } }, /^The order started one second after/],
  ['with its acceptance, long ago', {}, null],
])('says of an order that started %s when it did', async (_, made, text) => {
  const receipt = settledReceipt(ordinaryLog(100_010), made)
  await renderFeature(<Moments receipt={receipt} decimals={5} />)
  expect(screen.getByText(/^The first tick after that/)).toBeTruthy()
  const starts = screen.queryAllByText(/^The order started/).map((each) => each.textContent)
  expect(starts).toEqual(text === null ? [] : [expect.stringMatching(text)])
})
