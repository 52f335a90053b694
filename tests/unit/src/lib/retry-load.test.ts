import { expect, it } from 'vitest'
import { ChunkFailure, keepLoading, type LoadTimer, retryLoad } from '#lib/retry-load.ts'

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
      for (let turn = 0; turn < 40; turn++) await Promise.resolve()
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

const withServer: typeof retryLoad = (load, timer) => retryLoad(load, timer, async () => true)
const withoutServer: typeof retryLoad = (load, timer) => retryLoad(load, timer, async () => false)

async function outcome(
  load: () => Promise<string>,
  how: (load: () => Promise<string>, timer: LoadTimer) => Promise<string> = withoutServer,
) {
  const timer = fakeTimer()
  const run: { end: unknown } = { end: null }
  const follow = async (): Promise<void> => {
    run.end = await how(load, timer).catch((error: unknown) => error)
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

it('does not wait for code that the server does not have', async () => {
  const { end, now } = await outcome(() => Promise.reject(new Error('404')), withServer)
  expect(end).toMatchObject({ name: 'ChunkFailure', missing: true })
  expect(now).toBeLessThan(5_000)
})

it('waits for a server that does not answer', async () => {
  const { end, now } = await outcome(() => Promise.reject(new Error('offline')), withoutServer)
  expect(end).toMatchObject({ name: 'ChunkFailure', missing: false })
  expect(now).toBeGreaterThan(100_000)
})

it('reports code that loads and then fails as what it is', async () => {
  const bug = new TypeError('not a constructor')
  const { end, now } = await outcome(() => Promise.reject(bug), withoutServer)
  expect(end).toBe(bug)
  expect(now).toBeLessThan(1_000)
})
