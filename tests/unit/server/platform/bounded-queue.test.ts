import { expect, it } from 'vitest'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { hashesAtOnce } from '#server/identity/password-hasher.ts'

const never = (): { work: () => Promise<number>; finish: () => void } => {
  let finish = (): void => undefined
  const done = new Promise<number>((resolve) => {
    finish = () => resolve(1)
  })
  return { work: () => done, finish: () => finish() }
}

it('runs so many at once, lets so many wait, and turns the rest away as unavailable', async () => {
  const inTurn = boundedQueue({ atOnce: 2, waitingMax: 3 })
  let running = 0
  let most = 0
  const held = never()
  const job = async (): Promise<number> => {
    running += 1
    most = Math.max(most, running)
    const result = await held.work()
    running -= 1
    return result
  }
  const taken = [1, 2, 3, 4, 5].map(() => inTurn(job))
  await expect(inTurn(job)).rejects.toMatchObject({ code: 'unavailable' })
  held.finish()
  expect(await Promise.all(taken)).toEqual([1, 1, 1, 1, 1])
  expect(most).toBe(2)
})

it('gives the place on when work fails', async () => {
  const inTurn = boundedQueue({ atOnce: 1, waitingMax: 5 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('fine'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})

it('lets known callers go before strangers, who never take their places', async () => {
  const inTurn = boundedQueue({ atOnce: 1, waitingMax: 2 })
  const held = never()
  const order: string[] = []
  const first = inTurn(held.work, 'stranger')
  const job = (name: string) => async (): Promise<void> => void order.push(name)
  const strangers = [1, 2].map((n) => inTurn(job(`stranger ${n}`), 'stranger'))
  await expect(inTurn(job('stranger 3'), 'stranger')).rejects.toMatchObject({ code: 'unavailable' })
  const known = inTurn(job('known'))
  held.finish()
  await Promise.all([first, ...strangers, known])
  expect(order).toEqual(['known', 'stranger 1', 'stranger 2'])
})

it('lets nobody wait longer than its limit, and says when to come again', async () => {
  const inTurn = boundedQueue({ atOnce: 1, waitingMax: 5, waitMs: 20 })
  const held = never()
  const first = inTurn(held.work)
  const params = { retryAfterMs: expect.any(Number) }
  await expect(inTurn(async () => 2)).rejects.toMatchObject({ code: 'unavailable', params })
  held.finish()
  expect(await first).toBe(1)
  expect(await inTurn(async () => 3)).toBe(3)
})

it('hashes on all cores but one, and on one at least', () => {
  expect([1, 2, 3, 4, 16].map(hashesAtOnce)).toEqual([1, 1, 2, 3, 4])
})
