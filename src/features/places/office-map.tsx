import { lazy, Suspense } from 'react'
import { MapFailed } from '#features/places/map-failed.tsx'
import type { Point } from '#features/places/place-catalogue.ts'
import { TILE_SOURCE } from '#features/places/tile-source.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** The build drops the import, and with it the map library, when no tile source is set. */
const TileMap = import.meta.env.VITE_MAP_TILES
  ? lazy(() =>
      import('#features/places/tile-map.tsx').then(
        ({ TileMap }) => ({ default: TileMap }),
        () => ({ default: MapFailed }),
      ),
    )
  : null

/** The map of an office, or nothing when this build has no tile source. */
export function OfficeMap({ at: { latitude, longitude } }: { at: Point }) {
  if (TileMap === null || TILE_SOURCE === null) return null
  return (
    <Suspense fallback={<Skeleton className="h-56 rounded-control" />}>
      <TileMap key={`${latitude},${longitude}`} {...{ latitude, longitude }} source={TILE_SOURCE} />
    </Suspense>
  )
}
