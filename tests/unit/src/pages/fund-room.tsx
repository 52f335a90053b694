/** The fund's pages over hand-driven streams and a network that a test answers, on a Wednesday before the cut-off. */
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { commandTimerAtom } from '#commands/commands.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { FUND_NOW, fundTermsWire, sampleFund, sampleRate } from '#support/sample-fund.ts'
import { depositTermsWire } from '../features/cashier/cashier-wire.ts'
import {
  fakeNetwork,
  json,
  type Network,
  renderFeature,
  instantTimer,
  meAnswer,
} from '../features/render-feature.tsx'

type Change = Record<string, unknown>

interface Wish {
  ui: ReactNode
  address?: string
  /** What commands are answered; terms answer by themselves. */
  answer?: Network
  terms?: Change
}

export async function fundRoom({ ui, address = '/', answer = () => json({}, 404), terms }: Wish) {
  const calls = fakeNetwork((sent) => {
    if (sent.path === '/me') return meAnswer()
    if (sent.path === '/fund/terms') return json(fundTermsWire(terms))
    if (sent.path === '/deposit-terms') return json(depositTermsWire())
    return answer(sent)
  })
  localStorage.setItem('token', 'handle')
  const room = await renderFeature(ui, address, (store) =>
    store.set(commandTimerAtom, instantTimer()),
  )
  const { streams } = room
  streams.now = FUND_NOW
  const stamped = <T,>(value: T) => ({ value, asOf: streams.now })
  return {
    ...room,
    user: userEvent.setup(),
    commands: () => calls.filter(({ method }) => method === 'POST'),
    fund: (change: Change = {}) =>
      act(async () => streams.state$('fund').next(stamped(sampleFund(change)))),
    rates: (...changes: Change[]) =>
      act(async () => streams.state$('rates').next(stamped(changes.map(sampleRate)))),
    balance: (available: string) =>
      act(async () => streams.state$('balance').next(stamped(sampleBalance({ available })))),
  }
}
