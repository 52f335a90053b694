import { expect, it } from 'vitest'
import { ChunkWriter } from '#server/trading/settlement-writer.ts'
import { manualClock } from '#support/manual-clock.ts'

interface Bench {
  writer: ChunkWriter<number>
  clock: ReturnType<typeof manualClock>
  chunks: number[][]
  refused: number[]
  waits: number[]
}
function bench(
  write: (chunk: readonly number[]) => unknown,
  { atOnce = 1, groupOf = (item: number): unknown => item } = {},
): Bench {
  const clock = manualClock(0)
  const [chunks, refused, waits]: [number[][], number[], number[]] = [[], [], []]
  const writer = new ChunkWriter<number>({
    limit: 3,
    atOnce,
    groupOf,
    clock,
    write: async (chunk) => {
      await write(chunk)
      chunks.push([...chunk])
    },
    refused: (item) => void refused.push(item),
    failed: (_, waitMs) => void waits.push(waitMs),
  })
  return { writer, clock, chunks, refused, waits }
}
const withCode = (code: string): Error => Object.assign(new Error(code), { code })

it('writes in chunks, in order, one at a time', async () => {
  const { writer, chunks } = bench(() => undefined)
  writer.add([1, 2])
  writer.add([3, 4, 5])
  await writer.idle()
  writer.add([])
  writer.add([6])
  await writer.idle()
  expect(chunks).toEqual([[1, 2, 3], [4, 5], [6]])
})
it.each([new TypeError('no field'), new RangeError('no such time'), new SyntaxError('no JSON')])(
  'writes the others when one item cannot be prepared: %s',
  async (fault) => {
    const { writer, chunks, refused, waits } = bench((chunk) => {
      if (chunk.includes(2)) throw fault
    })
    writer.add([1, 2, 3, 4])
    await writer.idle()
    expect(chunks.flat()).toEqual([1, 3, 4])
    expect([refused, waits]).toEqual([[2], []])
  },
)
it('waits longer and longer while the database is away, and then writes everything once', async () => {
  let away = true
  const { writer, clock, chunks, waits } = bench(() => {
    if (away) throw new Error('connection refused')
  })
  writer.add([1, 2, 3, 4])
  for (let i = 0; i < 60; i++) {
    await clock.advance(500)
    await new Promise(setImmediate)
  }
  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800])
  expect(Math.max(...waits)).toBe(5_000)
  away = false
  await clock.advance(5_000)
  await writer.idle()
  expect(chunks).toEqual([[1, 2, 3], [4]])
})
it.each(['23505', 'FT902', '22003'])(
  '%s of one item refuses that one and writes the others',
  async (code) => {
    const { writer, chunks, refused } = bench((chunk) => {
      if (chunk.includes(2)) throw withCode(code)
    })
    writer.add([1, 2, 3])
    await writer.idle()
    expect(refused).toEqual([2])
    expect(chunks.flat()).toEqual([1, 3])
  },
)
it.each(['FT503', '40P01', '57P01', '08006'])(
  '%s is the moment, not the item: nothing is refused',
  async (code) => {
    let times = 2
    const { writer, clock, chunks, refused } = bench(() => {
      if (times-- > 0) throw withCode(code)
    })
    writer.add([1, 2])
    for (let i = 0; i < 5; i++) {
      await clock.advance(200)
      await new Promise(setImmediate)
    }
    await writer.idle()
    expect([refused, chunks]).toEqual([[], [[1, 2]]])
  },
)
it('stops at once while it waits, and takes nothing more', async () => {
  const { writer, chunks } = bench(() => {
    throw new Error('away')
  })
  writer.add([1])
  await new Promise(setImmediate)
  await writer.stop()
  writer.add([2])
  await writer.idle()
  expect(chunks).toEqual([])
})

it('writes items of one group in one chunk, which may then be longer', async () => {
  const { writer, chunks } = bench(() => undefined, { groupOf: (item) => item % 2 })
  writer.add([1, 2, 3, 4])
  writer.add([5, 6, 7, 9])
  await writer.idle()
  expect(chunks).toEqual([
    [1, 3, 5, 7, 9],
    [2, 4, 6],
  ])
})

it('keeps no more chunks under way than it may, and fills a free place at once', async () => {
  const ends: (() => void)[] = []
  const { writer, chunks } = bench(() => new Promise<void>((end) => void ends.push(end)), {
    atOnce: 2,
  })
  writer.add([1, 2, 3, 4, 5, 6, 7])
  await new Promise(setImmediate)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await new Promise(setImmediate)
  expect(ends).toHaveLength(3)
  for (const end of ends) end()
  await writer.idle()
  expect(chunks).toEqual([[4, 5, 6], [1, 2, 3], [7]])
})
