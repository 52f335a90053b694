import { describe, expect, it } from 'vitest'
import { type Entry, TAG, tagsOf } from '#features/chart/marks/axis-tags.ts'

/** Prices count from the bottom of an axis of 200 px. */
const entry = (price: number, tone: Entry['tone'] = 'gain'): Entry => ({
  price,
  y: 200 - price,
  tone,
})
const shown = (entries: Entry[], newest: number | null) =>
  tagsOf(entries, newest === null ? null : 200 - newest, 200)

describe('the tags of the price axis', () => {
  it('are at their prices, in the order of the prices', () => {
    const tags = shown([entry(50), entry(150), entry(100)], null)
    expect(tags.map(({ price, y }) => [price, y])).toEqual([
      [150, 50],
      [100, 100],
      [50, 150],
    ])
  })

  it('are one where they would overlap, in a colour that is right for all of them', () => {
    const tags = shown([entry(50), entry(60), entry(100, 'loss'), entry(104)], null)
    expect(tags.map(({ count, tone }) => [count, tone])).toEqual([
      [2, 'level'],
      [2, 'gain'],
    ])
  })

  it('make room for the newest price, each on its own side', () => {
    const tags = shown([entry(101), entry(98)], 100)
    expect(tags.map(({ price, y }) => [price, y])).toEqual([
      [101, 100 - TAG.height],
      [98, 100 + TAG.height],
    ])
  })

  it('never overlap each other or the newest price, and count every order once', () => {
    let seed = 7
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed / 2 ** 32
    }
    for (let round = 0; round < 300; round += 1) {
      const entries = Array.from({ length: 1 + Math.floor(random() * 20) }, () =>
        entry(random() * 200),
      )
      const newest = random() * 200
      const tags = shown(entries, newest)
      expect(tags.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length)
      const ys = tags.map(({ y }) => y)
      const all = [...ys, 200 - newest].toSorted((a, b) => a - b)
      expect(ys).toEqual(ys.toSorted((a, b) => a - b))
      for (const [i, y] of all.slice(1).entries())
        expect(y - (all[i] ?? 0)).toBeGreaterThanOrEqual(TAG.height - 1e-9)
    }
  })

  it('are left out where the price is not in view', () => {
    expect(shown([entry(-5), entry(205)], 100)).toEqual([])
  })
})
