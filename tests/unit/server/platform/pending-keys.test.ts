import { expect, it } from 'vitest'
import { createPendingKeys } from '#server/platform/http/pending-keys.ts'

/** Longer than any chain of promises in these tests. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('runs what is asked for one key in turn, also when an earlier call has ended by then', async () => {
  const keys = createPendingKeys()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ran: string[] = []
  const turn = (name: string, work?: Promise<void>): Promise<void> =>
    keys.inTurn({ userId: 1n, key: 'key' }, async () => {
      ran.push(name)
      await work
    })
  void turn('order', first.promise)
  void turn('same order', second.promise)
  first.resolve()
  await settled()
  const lookUp = turn('look-up')
  await settled()
  expect(ran).toEqual(['order', 'same order'])
  second.resolve()
  await lookUp
  expect(ran).toEqual(['order', 'same order', 'look-up'])
})

it('goes on after a failure', async () => {
  const keys = createPendingKeys()
  const failing = keys.inTurn({ userId: 1n, key: 'key' }, () =>
    Promise.reject(new Error('refused')),
  )
  const next = keys.inTurn({ userId: 1n, key: 'key' }, () => Promise.resolve('found'))
  await expect(failing).rejects.toThrow('refused')
  expect(await next).toBe('found')
})

it('keeps neither other users nor other keys waiting', async () => {
  const keys = createPendingKeys()
  void keys.inTurn({ userId: 1n, key: 'key' }, () => new Promise(() => undefined))
  expect(await keys.inTurn({ userId: 2n, key: 'key' }, () => Promise.resolve('other user'))).toBe(
    'other user',
  )
  expect(await keys.inTurn({ userId: 1n, key: 'other' }, () => Promise.resolve('other key'))).toBe(
    'other key',
  )
})
