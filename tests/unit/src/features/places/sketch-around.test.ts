import { expect, it } from 'vitest'
import { CITIES, type Point } from '#features/places/place-catalogue.ts'
import { MARK, REACH, sketchAround } from '#features/places/sketch-around.ts'

const OFFICE = { latitude: 31.2304, longitude: 121.4737 }
const EDGES = [
  { latitude: -90, longitude: 180 },
  { latitude: 90, longitude: -180 },
  { latitude: 0, longitude: 180 },
  { latitude: -48.88, longitude: -123.39 },
]
/** Never −0. */
const whole = (value: number): number => Math.round(value) + 0
const PLACES: readonly Point[] = [OFFICE, ...EDGES, ...CITIES]

it('names the nearest cities with their distance and direction, and not the one that the place is in', () => {
  const { marks } = sketchAround(CITIES, OFFICE)
  expect(marks.map(({ city, km, direction }) => [city.name, Math.round(km), direction])).toEqual([
    ['Ningbo', 151, 'south'],
    ['Hangzhou', 165, 'southwest'],
    ['Nanjing', 269, 'west'],
    ['Hefei', 408, 'west'],
  ])
})

it('draws each city in its direction, to one scale with the circles', () => {
  for (const place of PLACES) {
    const { marks, circles, stepKm } = sketchAround(CITIES, place)
    const unitsPerKm = (circles[0] ?? 0) / stepKm
    for (const { x, y, km } of marks) expect(Math.hypot(x, y) / km).toBeCloseTo(unitsPerKm, 9)
    for (const [i, radius] of circles.entries())
      expect(radius).toBeCloseTo((i + 1) * stepKm * unitsPerKm, 9)
  }
  const cross = [
    { latitude: 2, longitude: 0 },
    { latitude: 0, longitude: 4 },
    { latitude: -6, longitude: 0 },
    { latitude: 0, longitude: -8 },
  ]
  const { marks } = sketchAround(cross, { latitude: 0, longitude: 0 })
  expect(marks.map(({ direction, x, y }) => [direction, whole(x), whole(y)])).toEqual([
    ['north', 0, -REACH / 4],
    ['east', REACH / 2, 0],
    ['south', 0, (REACH * 3) / 4],
    ['west', -REACH, 0],
  ])
})

it('keeps every mark within the drawing and clear of the others and of the place, anywhere on earth', () => {
  for (const place of PLACES) {
    const { marks } = sketchAround(CITIES, place)
    const points = [{ x: 0, y: 0 }, ...marks]
    expect(marks.length).toBeGreaterThan(1)
    for (const [i, a] of points.entries()) {
      expect(Math.hypot(a.x, a.y)).toBeLessThan(REACH + 0.001)
      for (const b of points.slice(i + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(2 * MARK)
    }
  }
})

it('has from two to five circles at a round distance', () => {
  for (const place of PLACES) {
    const { circles, stepKm } = sketchAround(CITIES, place)
    expect(String(stepKm)).toMatch(/^[125]0*$/)
    expect(circles.length).toBeGreaterThanOrEqual(2)
    expect(circles.length).toBeLessThanOrEqual(5)
    expect(circles.at(-1)).toBeLessThanOrEqual(REACH)
  }
})
