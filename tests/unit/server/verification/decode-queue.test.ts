import { describe, expect, it } from 'vitest'
import { createDecodeQueue } from '#server/verification/decode-queue.ts'
import { pause } from '#support/until.ts'

const LIMITS = { atOnce: 2, pixels: 24, waiting: 3, longestMs: 60_000 }

/** Works that end when told to, and what began so far. */
function room() {
  const queue = createDecodeQueue(LIMITS)
  const began: string[] = []
  const ends = new Map<string, (failed?: Error) => void>()
  const enter = (name: string, pixels: number): Promise<string> =>
    queue(pixels, () => {
      began.push(name)
      return new Promise((resolve, reject) =>
        ends.set(name, (failed) => (failed === undefined ? resolve(name) : reject(failed))),
      )
    })
  const end = async (name: string, failed?: Error): Promise<void> => {
    ends.get(name)?.(failed)
    await pause(0)
  }
  return { began, enter, end }
}

describe('the decode queue', () => {
  it('lets two small photos in at once, and the third when one is done', async () => {
    const { began, enter, end } = room()
    const all = ['a', 'b', 'c'].map((name) => enter(name, 3))
    await pause(0)
    expect(began).toEqual(['a', 'b'])
    await end('a')
    expect(began).toEqual(['a', 'b', 'c'])
    await end('b')
    await end('c')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  })

  it('decodes a large photo alone, and nobody passes it meanwhile', async () => {
    const { began, enter, end } = room()
    void enter('small', 3)
    void enter('large', 24)
    void enter('late', 3)
    await pause(0)
    expect(began).toEqual(['small'])
    await end('small')
    expect(began).toEqual(['small', 'large'])
    await end('large')
    expect(began).toEqual(['small', 'large', 'late'])
    await end('late')
  })

  it('turns away whoever finds the waiting room full, and nobody else', async () => {
    const { began, enter, end } = room()
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name, 3)
    await pause(0)
    await expect(enter('f', 3)).rejects.toMatchObject({ code: 'unavailable' })
    await end('a')
    await pause(0)
    expect(began).toEqual(['a', 'b', 'c'])
    void enter('g', 3)
    for (const name of ['b', 'c', 'd', 'e', 'g']) await end(name)
    expect(began).toEqual(['a', 'b', 'c', 'd', 'e', 'g'])
  })

  it('gives the place on after a failure', async () => {
    const { began, enter, end } = room()
    const broken = enter('broken', 24)
    void enter('next', 24)
    const seen = expect(broken).rejects.toThrow('broken photo')
    await pause(0)
    await end('broken', new Error('broken photo'))
    await seen
    expect(began).toEqual(['broken', 'next'])
    await end('next')
  })
})
