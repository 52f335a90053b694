/** Computes a sketch of a place: the nearest cities of the list in their direction and at their distance. */
import { bearing, nearestCities } from '#features/places/find-cities.ts'
import type { Point } from '#features/places/place-catalogue.ts'

/** From the centre of the sketch to its farthest city, in units of the drawing. */
export const REACH = 84
/** The radius of a mark. */
export const MARK = 9
/** How many cities are looked at. Those whose marks would overlap are left out. */
const NEAREST = 6

const DIRECTIONS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const
type Direction = (typeof DIRECTIONS)[number]

interface Mark<C> {
  city: C
  km: number
  direction: Direction
  /** From the centre, to the right and downwards. North is at the top. */
  x: number
  y: number
}

export interface Sketch<C> {
  /** The nearest first; none covers another or the place itself. */
  marks: readonly Mark<C>[]
  /** From one circle to the next. */
  stepKm: number
  /** The radii of the circles. */
  circles: readonly number[]
}

/** The largest of 1, 2 and 5 times a power of ten that is not above `km`. */
function roundBelow(km: number): number {
  const power = 10 ** Math.floor(Math.log10(km))
  return power * ([5, 2].find((factor) => factor * power <= km) ?? 1)
}

export function sketchAround<C extends Point>(cities: readonly C[], at: Point): Sketch<C> {
  const nearest = nearestCities(cities, at, NEAREST)
  const maxKm = nearest.at(-1)?.km ?? 1
  const marks: Mark<C>[] = []
  for (const { city, km } of nearest) {
    const degrees = bearing(at, city)
    const angle = (degrees * Math.PI) / 180
    const away = (km / maxKm) * REACH
    const [x, y] = [away * Math.sin(angle), -away * Math.cos(angle)]
    const isFree = [{ x: 0, y: 0 }, ...marks].every(
      (other) => Math.hypot(other.x - x, other.y - y) >= 2 * MARK,
    )
    const direction = DIRECTIONS[Math.round(degrees / 45) % DIRECTIONS.length] ?? 'north'
    if (isFree) marks.push({ city, km, direction, x, y })
  }
  const stepKm = roundBelow(maxKm / 2)
  const circles = Array.from(
    { length: Math.floor(maxKm / stepKm) },
    (_, i) => (((i + 1) * stepKm) / maxKm) * REACH,
  )
  return { marks, stepKm, circles }
}
