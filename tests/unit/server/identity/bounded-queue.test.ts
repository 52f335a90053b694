import { expect, it } from 'vitest'
import { boundedQueue } from '#server/identity/bounded-queue.ts'

const never = (): { work: () => Promise<number>; finish: () => void } => {
  let finish = (): void => undefined
  const done = new Promise<number>((resolve) => {
    finish = () => resolve(1)
  })
  return { work: () => done, finish: () => finish() }
}

it('runs so many at once, lets so many wait, and turns the rest away as unavailable', async () => {
  const inTurn = boundedQueue(2, 3)
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
  const inTurn = boundedQueue(1, 5)
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('fine'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})
