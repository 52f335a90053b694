import { expect, it } from 'vitest'
import { ChunkFailure, keepLoading, retryLoad } from '#lib/retry-load.ts'

/** Time that passes only by waiting; the shortest wait ends first, as with real timers. */
function fakeTimer() {
  let now = 0
  const waiting: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    wait: (ms: number) =>
      new Promise<void>((run) => {
        waiting.push({ at: now + ms, run })
      }),
    settle: async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    },
    step: (): void => {
      waiting.sort((a, b) => a.at - b.at)
      const next = waiting.shift()
      if (next === undefined) return
      now = Math.max(now, next.at)
      next.run()
    },
  }
}

async function outcome(load: () => Promise<string>, how: typeof retryLoad = retryLoad) {
  const timer = fakeTimer()
  const run: { end: string | ChunkFailure | null } = { end: null }
  const follow = async (): Promise<void> => {
    run.end = await how(load, timer).catch((error: ChunkFailure) => error)
  }
  void follow()
  await timer.settle()
  for (let steps = 0; run.end === null && steps < 500; steps++) {
    timer.step()
    await timer.settle()
  }
  return { end: run.end, now: timer.now() }
}

it('tries again until the code comes', async () => {
  let tries = 0
  const { end } = await outcome(async () => {
    tries += 1
    if (tries < 4) throw new Error('offline')
    return 'page'
  })
  expect([end, tries]).toEqual(['page', 4])
})

it('gives up within 120 s and says that it was the page’s code', async () => {
  const { end, now } = await outcome(() => Promise.reject(new Error('offline')))
  expect(end).toBeInstanceOf(ChunkFailure)
  expect(now).toBeGreaterThan(100_000)
  expect(now).toBeLessThanOrEqual(120_000)
})

it('goes on for as long as it takes with parts of the frame', async () => {
  let tries = 0
  const load = async (): Promise<string> => {
    tries += 1
    if (tries < 200) throw new Error('offline')
    return 'part'
  }
  const { end, now } = await outcome(load, keepLoading)
  expect(end).toBe('part')
  // Without a network it asks every 8 s.
  expect(now).toBeGreaterThan(180 * 8_000)
  expect(now).toBeLessThan(200 * 8_000)
})

it('lets one attempt hang for 60 s at most', async () => {
  let tries = 0
  const { end, now } = await outcome(() => {
    tries += 1
    return tries === 1 ? new Promise(() => {}) : Promise.resolve('page')
  })
  expect([end, now]).toEqual(['page', 60_500])
})
