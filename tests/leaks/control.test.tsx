import { act, render } from '@testing-library/react'
import { createChart } from 'lightweight-charts'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeStreams } from '#support/fake-streams.ts'
import { blankCanvas, GREY } from './canvas.ts'
import { type Census, type Counts, takeCensus } from './census.ts'
import { VISITS } from './stays.ts'

let census: Census
beforeEach(() => {
  blankCanvas()
  census = takeCensus()
})
afterEach(() => census.end())

const nothing = (): void => undefined
const box = (): HTMLDivElement => document.body.appendChild(document.createElement('div'))

interface Habit {
  take: () => unknown
  giveBack: (taken: never) => void
}
const habit = <T,>(take: () => T, giveBack: (taken: T) => void): Habit => ({ take, giveBack })

/** One way to leak a count, and how it is done well. */
const HABITS: [string, keyof Counts, Habit][] = [
  [
    'a listener on the window',
    'listeners',
    habit(
      () => {
        const hear = (): void => undefined
        addEventListener('online', hear)
        return hear
      },
      (hear) => removeEventListener('online', hear),
    ),
  ],
  [
    'a listener on the document with a signal',
    'listeners',
    habit(
      () => {
        const leaving = new AbortController()
        document.addEventListener('scroll', () => undefined, { signal: leaving.signal })
        return leaving
      },
      (leaving) => leaving.abort(),
    ),
  ],
  [
    'an interval',
    'timers',
    habit(
      () => setInterval(nothing, 60_000),
      (timer) => clearInterval(timer),
    ),
  ],
  [
    'a timeout',
    'timers',
    habit(
      () => setTimeout(nothing, 60_000),
      (timer) => clearTimeout(timer),
    ),
  ],
  [
    'an observer of the theme',
    'observed',
    habit(
      () => {
        const observer = new MutationObserver(nothing)
        observer.observe(document.documentElement, { attributes: true })
        return observer
      },
      (observer) => observer.disconnect(),
    ),
  ],
  [
    'a chart',
    'charts',
    habit(
      () => createChart(box(), { layout: { textColor: GREY, background: { color: GREY } } }),
      (chart) => chart.remove(),
    ),
  ],
]

async function visits({ take, giveBack }: Habit, tidy: boolean): Promise<Counts> {
  const Page = () => {
    useEffect(() => {
      const taken = take()
      return () => {
        if (tidy) Reflect.apply(giveBack, undefined, [taken])
      }
    }, [])
    return null
  }
  for (let i = 0; i < VISITS; i++) {
    const view = await act(async () => render(<Page />))
    view.unmount()
    document.body.replaceChildren()
  }
  return census.counts()
}

describe.each(HABITS)('the census', (name, count, one) => {
  it(`catches a page that leaks ${name}`, async () => {
    const before = census.counts()[count]
    const after = await visits(one, false)
    expect(after[count]).toBeGreaterThanOrEqual(before + VISITS)
  })

  it(`finds nothing wrong with a page that gives ${name} back`, async () => {
    const before = census.counts()[count]
    const after = await visits(one, true)
    expect(after[count]).toBe(before)
  })
})

it('forgets timers that fired and listeners that were wanted once', async () => {
  const before = census.counts()
  const fired = new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
  addEventListener('online', nothing, { once: true })
  expect(census.counts().listeners).toBe(before.listeners + 1)
  dispatchEvent(new Event('online'))
  await fired
  expect(census.counts().listeners).toBe(before.listeners)
  expect(census.counts().timers).toBe(before.timers)
})

it('catches a lease that a page keeps', () => {
  const streams = createFakeStreams()
  const tidy = streams.quote(1, 'list').subscribe()
  streams.state('positions').subscribe()
  tidy.unsubscribe()
  expect([...streams.leases]).toEqual([['positions', 1]])
})
