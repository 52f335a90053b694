/** Where map pictures come from, if this build names a source, and which ones show a place. */
import type { Point } from '#features/places/place-catalogue.ts'

export interface TileSource {
  /** A path on this very server with {z}, {x} and {y}: nobody else learns what is looked at. */
  path: string
  /** Who made the pictures, as their licence wants it said. */
  credit: string
}

interface Tile {
  x: number
  y: number
  /** From the middle of the view, pixels. */
  left: number
  top: number
}

export const TILE_PIXELS = 256
const ZOOM = 15
const ACROSS = 2 ** ZOOM
/** Web Mercator ends there. */
const FARTHEST_NORTH = 85
/** Tiles on each side of the middle one: enough for the widest view. */
const BESIDE = { x: 2, y: 1 }
const PATTERN = /^\/[^/].*\{z\}.*\{x\}.*\{y\}/

/** Null: none is named, or it is not one of this server's own paths. */
export const readTileSource = (
  path: string | undefined,
  credit: string | undefined,
): TileSource | null =>
  path !== undefined && PATTERN.test(path) ? { path, credit: credit ?? '' } : null

/** Set when the app is built; docs/OPERATIONS.md names the two variables. */
export const TILE_SOURCE = readTileSource(
  import.meta.env['VITE_MAP_TILES'],
  import.meta.env['VITE_MAP_CREDIT'],
)

export function tilesAround({ latitude, longitude }: Point): Tile[] {
  const north = (Math.min(FARTHEST_NORTH, Math.max(-FARTHEST_NORTH, latitude)) * Math.PI) / 180
  const x = ((longitude + 180) / 360) * ACROSS
  const y = ((1 - Math.asinh(Math.tan(north)) / Math.PI) / 2) * ACROSS
  const tiles: Tile[] = []
  for (let row = -BESIDE.y; row <= BESIDE.y; row++)
    for (let column = -BESIDE.x; column <= BESIDE.x; column++) {
      const at = { x: Math.floor(x) + column, y: Math.floor(y) + row }
      if (at.y < 0 || at.y >= ACROSS) continue
      const left = Math.round((at.x - x) * TILE_PIXELS)
      const top = Math.round((at.y - y) * TILE_PIXELS)
      tiles.push({ x: (at.x + ACROSS) % ACROSS, y: at.y, left, top })
    }
  return tiles
}

export const tileUrl = ({ path }: TileSource, { x, y }: Tile): string =>
  path.replace('{z}', `${ZOOM}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
