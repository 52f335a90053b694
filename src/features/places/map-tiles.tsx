import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '#features/places/place-catalogue.ts'
import { tilesAround, TILE_PIXELS, type TileSource, tileUrl } from '#features/places/tile-source.ts'

interface Props {
  at: Point
  source: TileSource
  /** Stands there instead when a picture does not come. */
  instead: ReactNode
}

/** A place on map pictures from the configured source. */
export function MapTiles({ at, source, instead }: Props) {
  const { t } = useTranslation('places')
  const [failed, setFailed] = useState(false)
  if (failed) return instead
  return (
    <figure className="flex flex-col gap-1.5">
      <div
        role="img"
        aria-label={t('map.tiles')}
        className="relative h-56 overflow-hidden rounded-control border border-line bg-sunken"
      >
        {tilesAround(at).map((tile) => (
          <img
            key={`${tile.x}/${tile.y}`}
            src={tileUrl(source, tile)}
            alt=""
            width={TILE_PIXELS}
            height={TILE_PIXELS}
            onError={() => setFailed(true)}
            className="absolute max-w-none"
            style={{ left: `calc(50% + ${tile.left}px)`, top: `calc(50% + ${tile.top}px)` }}
          />
        ))}
        <span className="absolute start-1/2 top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-brand" />
      </div>
      <figcaption className="text-xs text-ink-3">{source.credit}</figcaption>
    </figure>
  )
}
