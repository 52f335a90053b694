import { describe, expect, it } from 'vitest'
import type { Drawn } from '#features/trust/draw-example.ts'
import { pictureOf } from '#components/order-picture/picture-lines.ts'
import { shareBps } from '#features/trust/share.ts'
import { spanText } from '#features/trust/statistics-figures.tsx'
import { exampleOf } from '#rules/settle-example.ts'
import { logOf, type Planned, rejected, tick } from '#support/records.ts'

const BOX = { width: 120, height: 60, air: 10 }
const drawn = (planned: Planned[]): Drawn => {
  const records = logOf(planned)
  const example = exampleOf(records, { direction: 'up', durationMs: 5_000, at: 0 })
  if (example === null) throw new Error('no example')
  return { ...example, records, durationMs: 5_000 }
}
const seconds = (price: (i: number) => number): Planned[] =>
  Array.from({ length: 10 }, (_, i) => tick(1_000 + i * 1_000, price(i)))

describe('the picture of an example', () => {
  it('is a line of steps with both moments and both decisive dots inside the box', () => {
    const picture = pictureOf(drawn(seconds((i) => 100 + i)), BOX)
    expect(picture?.path).toMatch(/^M10 50(H[\d.]+V[\d.]+)+H110$/)
    expect(picture?.entry?.x).toBeGreaterThan(picture?.startX ?? 0)
    expect(picture?.exit?.x).toBeLessThanOrEqual(picture?.expiresX ?? 0)
    // Higher prices stand higher.
    expect(picture?.exit?.y).toBeLessThan(picture?.entry?.y ?? 0)
  })
  it('marks when a price was put aside, and draws its line as if it had never been', () => {
    const plain = seconds((i) => 100 + i)
    const spiked = [...plain.slice(0, 4), rejected(4_500, 9_999), ...plain.slice(4)]
    const picture = pictureOf(drawn(spiked), BOX)
    expect(picture?.asideX).toHaveLength(1)
    expect(picture?.path).toBe(pictureOf(drawn(plain), BOX)?.path)
  })
  it('stops where records are missing, and says so', () => {
    const whole = drawn(seconds((i) => 100 + i))
    const cut = { ...whole, records: whole.records.filter((_, i) => i < 4 || i > 6) }
    expect(pictureOf(whole, BOX)?.isCut).toBe(false)
    const picture = pictureOf(cut, BOX)
    expect(picture?.isCut).toBe(true)
    expect(picture?.path.match(/M/g)).toHaveLength(2)
  })
  it('stands in the middle where the price never moved', () => {
    expect(pictureOf(drawn(seconds(() => 100)), BOX)?.entry?.y).toBe(30)
  })
})

describe('a share', () => {
  it('is rounded to the nearest basis point, with its sign', () => {
    expect(shareBps(1n, 3n)).toBe(3_333)
    expect(shareBps(2n, 3n)).toBe(6_667)
    expect(shareBps(-1n, 20_000n)).toBe(-1)
    expect(shareBps(-75n, 1_000n)).toBe(-750)
  })
  it('of nothing is none', () => {
    expect(() => shareBps(1n, 0n)).toThrow(RangeError)
  })
})

describe('how long something took', () => {
  it('is written in the unit that suits it, never shorter than it was', () => {
    expect(spanText('en', 0)).toBe('0 sec')
    expect(spanText('en', 3_201)).toBe('3.3 sec')
    expect(spanText('en', 59_000)).toBe('59 sec')
    expect(spanText('en', 90_000)).toBe('1.5 min')
    expect(spanText('en', 40 * 60_000 + 1)).toBe('41 min')
    expect(spanText('en', 47 * 3_600_000)).toBe('47 hr')
    expect(spanText('en', 50 * 3_600_000)).toBe('2.1 days')
  })
})
