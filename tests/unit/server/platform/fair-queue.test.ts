import { expect, it } from 'vitest'
import { fairQueue } from '#server/platform/fair-queue.ts'
import { createTurns } from '#server/platform/http/turns.ts'

const LIMITS = { atOnce: 2, atOnceOfCaller: 1, waiting: 4, waitingOfCaller: 2, waitMs: 60_000 }

const nextTurn = (): Promise<void> => new Promise((done) => void setImmediate(done))

/** Work that ends when the test says so, and the order in which it began. */
function workshop() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => async (): Promise<string> => {
      begun.push(name)
      const held = Promise.withResolvers<void>()
      ends.set(name, held.resolve)
      await held.promise
      return name
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.()
      await nextTurn()
    },
  }
}

it('runs little at once, lets callers take turns, and none holds more than a share', async () => {
  const { begun, work, end } = workshop()
  const run = fairQueue(LIMITS)
  const done = [
    run('a', work('a1')),
    run('a', work('a2')),
    run('a', work('a3')),
    run('b', work('b1')),
    run('c', work('c1')),
  ]
  await nextTurn()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  // The second place is not for the caller who has the first.
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('a1')
  await end('c1')
  await end('a2')
  await end('a3')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

it('refuses a caller with too many waiting, and everyone when too much waits', async () => {
  const { work } = workshop()
  const run = fairQueue(LIMITS)
  const codes: unknown[] = []
  const send = (caller: string, name: string): void =>
    void run(caller, work(name)).catch((error: unknown) => codes.push(error))
  for (const name of ['a1', 'a2', 'a3', 'a4']) send('a', name)
  for (const name of ['b1', 'b2', 'b3']) send('b', name)
  send('c', 'c1')
  await nextTurn()
  expect(codes).toMatchObject([{ code: 'rate_limited' }, { code: 'unavailable' }])
})

it('refuses what has waited for too long, and goes on after work that failed', async () => {
  const { work, end } = workshop()
  const run = fairQueue({ ...LIMITS, atOnce: 1, waitMs: 1 })
  const first = run('a', work('a1'))
  await expect(run('b', work('b1'))).rejects.toMatchObject({ code: 'unavailable' })
  await end('a1')
  await first
  await expect(run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run('b', () => Promise.resolve('fine'))).toBe('fine')
})

it('begins so many requests per turn of the event loop, one of each caller after the other', () => {
  const turns: (() => void)[] = []
  const enter = createTurns(2, (run) => void turns.push(run))
  const begun: string[] = []
  const arrive = (caller: string, name: string): void => enter(caller, () => void begun.push(name))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) arrive('a', name)
  arrive('b', 'b1')
  expect(begun).toEqual(['a1', 'a2'])
  turns.shift()?.()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1'])
  // What arrives within a turn that is full waits as well.
  arrive('c', 'c1')
  turns.shift()?.()
  expect(begun.slice(4)).toEqual(['a4', 'c1'])
  turns.shift()?.()
  turns.shift()?.()
  expect(begun.slice(6)).toEqual(['a5'])
  expect(turns).toEqual([])
  arrive('a', 'a6')
  expect(begun.at(-1)).toBe('a6')
})
