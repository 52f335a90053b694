import type { MouseEvent } from 'react'
import { CITIES, type Point } from '#features/places/place-catalogue.ts'

/** The inhabited part of the world, one unit a degree. */
const WORLD = { west: -180, north: 76, width: 360, height: 134 } as const
const GRID = 30

const DOTS = CITIES.map(({ latitude, longitude }) => {
  const x = longitude - WORLD.west
  return `M${x.toFixed(1)} ${(WORLD.north - latitude).toFixed(1)}h0`
}).join('')
const GRID_LINES = [
  ...Array.from(
    { length: WORLD.width / GRID - 1 },
    (_, i) => `M${(i + 1) * GRID} 0v${WORLD.height}`,
  ),
  ...[60, 30, 0, -30].map((latitude) => `M0 ${WORLD.north - latitude}h${WORLD.width}`),
].join('')

interface Props {
  /** Marked; null: nothing is. */
  at: Point | null
  onPoint: (point: Point) => void
}

/** The listed cities as dots, to be tapped. Whoever does not see or point has the search, which finds all of them. */
export function WorldMap({ at, onPoint }: Props) {
  const tap = (event: MouseEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return
    onPoint({
      longitude: WORLD.west + ((event.clientX - box.left) / box.width) * WORLD.width,
      latitude: WORLD.north - ((event.clientY - box.top) / box.height) * WORLD.height,
    })
  }
  return (
    <svg
      aria-hidden
      data-world-map
      viewBox={`0 0 ${WORLD.width} ${WORLD.height}`}
      onClick={tap}
      className="w-full cursor-pointer rounded-control border border-line bg-sunken"
    >
      <path d={GRID_LINES} className="stroke-line" strokeWidth={0.5} />
      <path d={DOTS} className="stroke-ink-3" strokeWidth={2.2} strokeLinecap="round" />
      {at !== null && (
        <circle
          cx={at.longitude - WORLD.west}
          cy={WORLD.north - at.latitude}
          r={4.5}
          className="fill-brand/30 stroke-brand"
          strokeWidth={1.5}
        />
      )}
    </svg>
  )
}
