/** Where everything stands in the plain drawing of a place: a small flat piece of the earth around it. */
import type { NamedCity } from '#features/places/find-cities.ts'
import type { Point } from '#features/places/place-catalogue.ts'

/** Small, so that names stay readable when the drawing shrinks to a narrow phone. */
export const VIEW = { width: 240, height: 144, letters: 10 } as const
const MIDDLE = { x: VIEW.width / 2, y: VIEW.height / 2 }
const KM_A_DEGREE = 111.2
/** Neighbours stay this far inside the frame, if that does not make the piece too large. */
const MARGIN = { x: 42, y: 18 }
/** From the middle to the upper edge. */
const LEAST_KM = 20
const MOST_KM = 1_500
const LABEL_HEIGHT = 12
/** Of a letter at the drawing's size; Han, kana, Hangul and Thai are wider. */
const LETTER = { latin: 5.7, other: 10 }
const LABEL_GAP = 6
/** Its corner of the view: no name stands there. */
const SCALE = { width: 90, height: 22 }
/** Its tip is narrow: a name may stand beside it. */
const PIN = { width: 18, top: 24, bottom: 7 }
const STEPS_DEGREES = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20]

interface Spot {
  x: number
  y: number
}
interface Dot extends Spot {
  city: NamedCity
  /** On which side of the dot its name stands. */
  anchor: 'start' | 'end'
  /** Names that would lie over one another are left out. */
  labelled: boolean
}

interface PlainView {
  /** Paths of the grid. */
  lines: string[]
  dots: Dot[]
  scale: { km: number; width: number }
}

interface Projection {
  pixelsAKm: number
  toSpot: (point: Point) => Spot
  toPoint: (spot: Spot) => Point
}

const around = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

function projectionOf(at: Point, near: readonly Point[]): Projection {
  // Degrees of longitude grow narrower towards the poles, where nobody lives.
  const narrow = Math.max(0.1, Math.cos((at.latitude * Math.PI) / 180))
  const kmOf = (point: Point): Spot => ({
    x: around(point.longitude - at.longitude) * KM_A_DEGREE * narrow,
    y: (at.latitude - point.latitude) * KM_A_DEGREE,
  })
  const farthest = (way: keyof Spot): number =>
    Math.max(1, ...near.map((point) => Math.abs(kmOf(point)[way])))
  const fits = Math.min(
    (MIDDLE.x - MARGIN.x) / farthest('x'),
    (MIDDLE.y - MARGIN.y) / farthest('y'),
  )
  const pixelsAKm = Math.min(MIDDLE.y / LEAST_KM, Math.max(MIDDLE.y / MOST_KM, fits))
  const tall = KM_A_DEGREE * pixelsAKm
  const wide = tall * narrow
  return {
    pixelsAKm,
    toSpot: (point) => {
      const km = kmOf(point)
      return { x: MIDDLE.x + km.x * pixelsAKm, y: MIDDLE.y + km.y * pixelsAKm }
    },
    toPoint: (spot) => ({
      longitude: at.longitude + (spot.x - MIDDLE.x) / wide,
      latitude: at.latitude - (spot.y - MIDDLE.y) / tall,
    }),
  }
}

const multiples = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * step)
}

function gridOf(at: Point, { toSpot, toPoint }: Projection): string[] {
  const low = toPoint({ x: 0, y: VIEW.height })
  const high = toPoint({ x: VIEW.width, y: 0 })
  const span = high.longitude - low.longitude
  const step = STEPS_DEGREES.find((one) => span / one <= 8) ?? 20
  const down = multiples(low.longitude, high.longitude, step).map((longitude) => {
    const x = Math.round(MIDDLE.x + ((longitude - at.longitude) * VIEW.width) / span)
    return `M${x} 0V${VIEW.height}`
  })
  const across = multiples(low.latitude, high.latitude, step).map(
    (latitude) => `M0 ${Math.round(toSpot({ ...at, latitude }).y)}H${VIEW.width}`,
  )
  return [...down, ...across]
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function labelWidth(name: string): number {
  const wide = name.replaceAll(/[ -\u024F]/gu, '').length
  return LABEL_GAP + wide * LETTER.other + (name.length - wide) * LETTER.latin
}

/** Where a name may stand beside its dot, the usual side first. */
const sidesOf = ({ x, y }: Spot, name: string): { anchor: Dot['anchor']; box: Box }[] => {
  const width = labelWidth(name)
  const rows = { top: y - LABEL_HEIGHT / 2, bottom: y + LABEL_HEIGHT / 2 }
  return [
    { anchor: 'start', box: { left: x, right: x + width, ...rows } },
    { anchor: 'end', box: { left: x - width, right: x, ...rows } },
  ]
}

/** Nearest first: their names matter most. */
function dotsOf(near: readonly { city: NamedCity }[], { toSpot }: Projection): Dot[] {
  const spots = near
    .map(({ city }) => ({ city, ...toSpot(city) }))
    .filter(({ x, y }) => x > 4 && x < VIEW.width - 4 && y > 4 && y < VIEW.height - 4)
  const taken: Box[] = [
    {
      left: MIDDLE.x - PIN.width / 2,
      right: MIDDLE.x + PIN.width / 2,
      top: MIDDLE.y - PIN.top,
      bottom: MIDDLE.y - PIN.bottom,
    },
    ...spots.map(({ x, y }) => ({ left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 })),
    { left: 0, right: SCALE.width, top: VIEW.height - SCALE.height, bottom: VIEW.height },
  ]
  return spots.map((spot, i): Dot => {
    // Its own dot is in nobody's way: it stands after the pin in the list.
    const others = taken.filter((_, j) => j !== i + 1)
    const free = sidesOf(spot, spot.city.shown).find(
      ({ box }) =>
        box.left >= 0 && box.right <= VIEW.width && !others.some((other) => meet(box, other)),
    )
    if (free !== undefined) taken.push(free.box)
    return { ...spot, anchor: free?.anchor ?? 'start', labelled: free !== undefined }
  })
}

/** A round distance about a fifth of the view long. */
function scaleOf(pixelsAKm: number): PlainView['scale'] {
  const wanted = VIEW.width / 5 / pixelsAKm
  const power = 10 ** Math.floor(Math.log10(wanted))
  const km = Math.max(1, ([5, 2, 1].find((one) => one * power <= wanted) ?? 1) * power)
  return { km, width: Math.round(km * pixelsAKm) }
}

/** `near`: cities around, nearest first. */
export function plainView(at: Point, near: readonly { city: NamedCity }[]): PlainView {
  const projection = projectionOf(
    at,
    near.map(({ city }) => city),
  )
  return {
    lines: gridOf(at, projection),
    dots: dotsOf(near, projection),
    scale: scaleOf(projection.pixelsAKm),
  }
}
