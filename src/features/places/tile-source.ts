/** The tile source of this build, if it has one: docs/OPERATIONS.md describes the two variables. */

export interface TileSource {
  /** A path of the app's own server with {z}, {x} and {y}, so that no one else learns what users look at. */
  path: string
  /** The attribution that the licence of the tiles requires. */
  credit: string
}

const PATTERN = /^\/[^/].*\{z\}.*\{x\}.*\{y\}/

/** Null when no path is set, or when it is not a path of the app's own server. */
export const readTileSource = (
  path: string | undefined,
  credit: string | undefined,
): TileSource | null =>
  path !== undefined && PATTERN.test(path) ? { path, credit: credit ?? '' } : null

export const TILE_SOURCE = readTileSource(
  import.meta.env['VITE_MAP_TILES'],
  import.meta.env['VITE_MAP_CREDIT'],
)
