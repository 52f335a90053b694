/** A fault of the app itself is called by its name and leaves nothing locked, whenever it happens. */
import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it, vi } from 'vitest'
import { rememberAtom } from '#api/session.ts'
import { commandOpenAtom, commandTimerAtom, earlierAtom, runCommand } from '#commands/commands.ts'
import { storedCommands } from '#device/commands.ts'
import { me } from '#contract/account.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { balanceWire } from '#support/sample-account.ts'
import {
  fakeNetwork,
  instantTimer,
  json,
  type Network,
  type Sent,
} from '../features/render-feature.tsx'

const ANN = me.parse({
  account: 'ann_unsent',
  nickname: 'Ann',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1,
})
const done = (): Response =>
  json({
    amount: '10000.00',
    balance: balanceWire({ version: 3, available: '10000.00', total: '10000.00' }),
  })
const posts = (calls: readonly Sent[]): number =>
  calls.filter(({ method }) => method === 'POST').length

beforeEach(() => localStorage.clear())

function device(network: Network = done) {
  const calls = fakeNetwork(network, { lookUps: true })
  const store = createStore()
  store.set(rememberAtom, { handle: 'handle', me: ANN })
  store.set(commandTimerAtom, instantTimer())
  const send = () =>
    runCommand(store.get, store.set, { endpoint: takePracticeMoney, input: { body: {} } })
  const left = () => ({
    running: store.get(commandOpenAtom),
    stored: storedCommands(ANN.account).length,
    earlier: store.get(earlierAtom).length,
  })
  return { calls, store, send, left }
}
const NOTHING_LEFT = { running: false, stored: 0, earlier: 0 }
const UNSENT = { ok: false, error: { kind: 'unsent' } }

it.each(['AbortController', 'Request', 'URL'])(
  'sends nothing without %s, says so, and forgets the command',
  async (missing) => {
    const { calls, send, left } = device()
    vi.stubGlobal(missing, undefined)
    expect(await send()).toEqual(UNSENT)
    vi.unstubAllGlobals()
    expect([posts(calls), left()]).toEqual([0, NOTHING_LEFT])
  },
)

it('sends the next command after one that failed on this device', async () => {
  const failing = device()
  vi.stubGlobal('fetch', () => {
    throw new TypeError('not a function')
  })
  expect(await failing.send()).toEqual(UNSENT)
  fakeNetwork(done)
  expect(await failing.send()).toMatchObject({ ok: true })
  expect(failing.left()).toEqual(NOTHING_LEFT)
})

it('looks a command up as an earlier one when the app failed after it was sent', async () => {
  const { store, send, left } = device(() => Promise.reject(new TypeError('Failed to fetch')))
  const timer = { ...instantTimer(), wait: () => Promise.reject(new RangeError('bug')) }
  store.set(commandTimerAtom, timer)
  expect(await send()).toEqual({ ok: false, error: { kind: 'program' } })
  expect(left()).toEqual({ running: false, stored: 1, earlier: 1 })
})
