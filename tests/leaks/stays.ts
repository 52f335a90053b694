/** Opens and leaves a page many times, and counts what the visits leave behind. */
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { verificationWire } from '#support/sample-account.ts'
import { HANG_MS } from '#support/until.ts'
import { accountWire } from '../unit/src/features/cashier/cashier-wire.ts'
import { type Census, takeCensus } from './census.ts'
import { NOWHERE, settle, talkative, type Visit, visit } from './visit.tsx'

/** How long a leak test waits for what must come. */
export const PATIENT = { timeout: HANG_MS }
/** How often a leak test opens and leaves each page: a leak of one thing per visit shows after the first. */
export const VISITS = 10
const WARM_UP = 3
let census: Census

/** Call once in each file: every test of it begins with nothing and is counted. */
export function countEverything(): () => Census {
  beforeEach(() => {
    census = takeCensus()
  })
  afterEach(() => {
    census.end()
  })
  return () => census
}

/** Opens what a button opens. */
export const tap = async (selector: string): Promise<void> => {
  const button = await vi.waitFor(() => {
    const found = document.querySelector(selector)
    if (found === null) throw new Error(`no ${selector}`)
    return found
  }, PATIENT)
  await act(async () => void fireEvent.click(button))
}

/** Taps, and waits for what the tap opens. */
export const press = async (selector: string): Promise<void> => {
  await tap(selector)
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull(), PATIENT)
}

export interface Stay {
  path: string
  /** Standing on the page shows that it is really there. */
  sees: string | RegExp
  does?: () => Promise<void>
  /** What is special about the user who stays. */
  profile?: Record<string, unknown>
}

export const VERIFIED = verificationWire({
  status: 'verified',
  name: 'W**',
  nationality: 'CN',
  idNumber: '•••• 7651',
  submittedAt: 1_690_000_000_000,
  decidedAt: 1_690_000_006_000,
  reviewer: 'practice-reviewer',
  photosUntil: 1_697_776_000_000,
})
export const READY = { verification: VERIFIED, payoutAccount: accountWire() }

async function stay(visitor: Visit, { path, sees, does }: Stay): Promise<void> {
  await visitor.go(path)
  expect((await screen.findAllByText(sees)).length).toBeGreaterThan(0)
  await does?.()
  await visitor.go(NOWHERE)
}

const inOrder = (leases: ReadonlyMap<string, number>): [string, number][] =>
  [...leases].toSorted(([a], [b]) => a.localeCompare(b))

/** What there is more of than before. Less is no leak: what the app began with may have run out meanwhile. */
function grown<T extends object>(before: T, after: T): string[] {
  const counts = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, count]) =>
    count > counts.get(name) ? [`${name}: ${counts.get(name)} → ${count}`] : [],
  )
}

async function leavesNothing(one: Stay): Promise<void> {
  const streams = talkative(one.profile)
  const visitor = await visit(streams)
  // The app itself listens for signed checkpoints, for messages, for the word that stands on them, for a reminder, and
  // for the price log of open orders, on whatever page.
  const appLeases = [
    ['checkpoint', 1],
    ['head:BTCUSDT', 1],
    ['limits', 1],
    ['messages', 1],
    ['positions', 1],
    ['profile', 1],
    ['support', 1],
  ]
  // Some of them are in code that is loaded by and by.
  await vi.waitFor(() => expect(inOrder(streams.leases)).toEqual(appLeases), PATIENT)
  for (let i = 0; i < WARM_UP; i++) await stay(visitor, one)
  await settle(300)
  const before = { ...census.counts(), watchers: streams.connection$.observers.length }
  const known = census.list()
  for (let i = 0; i < VISITS; i++) await stay(visitor, one)
  const nothingLeft = (): void => {
    const added = census.list().filter((line) => !known.includes(line))
    const after = { ...census.counts(), watchers: streams.connection$.observers.length }
    expect(inOrder(streams.leases)).toEqual(appLeases)
    expect(after.charts).toBe(0)
    expect(grown(before, after), added.join('\n')).toEqual([])
  }
  // A timer that runs out soon is no leak. Timers of one process fire in order, so load does not matter here.
  await vi.waitFor(nothingLeft, { timeout: 2_000 })
  visitor.leave()
  expect([...streams.leases]).toEqual([])
}

/** One test per page, with `VISITS` visits. */
export const leavesNothingBehind = (stays: Record<string, Stay>): void =>
  it.each(Object.entries(stays))(
    `visiting %s ${VISITS} times leaves nothing behind`,
    (_name, one) => leavesNothing(one),
  )
