import type { Map as LeafletMap } from 'leaflet'
import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawMap, MAX_ZOOM, MIN_ZOOM } from '#features/places/draw-map.ts'
import { MapFailed } from '#features/places/map-failed.tsx'
import type { Point } from '#features/places/place-catalogue.ts'
import type { TileSource } from '#features/places/tile-source.ts'
import { IconButton } from '#ui/button.tsx'
import '#features/places/tile-map.css'

interface Props extends Point {
  source: TileSource
}

/** A place on a map of tiles from the configured source, with their attribution. */
export function TileMap(props: Props) {
  const { t } = useTranslation('places')
  const help = useId()
  const [failed, setFailed] = useState(false)
  if (failed) return <MapFailed />
  return (
    <figure className="flex flex-col gap-1.5">
      <MovableMap {...props} help={help} onFailed={() => setFailed(true)} />
      <figcaption className="flex flex-col gap-1 text-xs text-ink-3">
        <span className="break-words">{props.source.credit}</span>
        <span id={help}>{t('map.help')}</span>
      </figcaption>
    </figure>
  )
}

interface MovableProps extends Props {
  /** The element that says how the map is moved. */
  help: string
  onFailed: () => void
}

function MovableMap({ latitude, longitude, source, help, onFailed }: MovableProps) {
  const { t } = useTranslation('places')
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [zoom, setZoom] = useState(MIN_ZOOM)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (box.current === null) return
    const drawn = drawMap(box.current, {
      latitude,
      longitude,
      source,
      onZoom: setZoom,
      onFailed: () => fail(),
    })
    setMap(drawn)
    return () => void drawn.remove()
  }, [latitude, longitude, source])
  return (
    <div className="relative isolate">
      {/* A screen reader passes the arrow keys to an application. */}
      <div
        ref={box}
        role="application"
        aria-label={t('map.tiles')}
        aria-describedby={help}
        className="h-56 rounded-control border border-line bg-sunken"
      />
      <div className="absolute end-2 top-2 z-1000 flex flex-col gap-2">
        <ZoomButton label={t('map.zoomIn')} atEnd={zoom >= MAX_ZOOM} onTap={() => map?.zoomIn()}>
          <Plus aria-hidden size={20} />
        </ZoomButton>
        <ZoomButton label={t('map.zoomOut')} atEnd={zoom <= MIN_ZOOM} onTap={() => map?.zoomOut()}>
          <Minus aria-hidden size={20} />
        </ZoomButton>
      </div>
    </div>
  )
}

interface ZoomProps {
  label: string
  atEnd: boolean
  onTap: () => void
  children: ReactNode
}

/** Stays focusable at the last level, so that a keyboard user does not lose the focus there. */
function ZoomButton({ label, atEnd, onTap, children }: ZoomProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={atEnd}
      onClick={onTap}
      className="border border-line bg-surface text-ink aria-disabled:text-ink-3"
    >
      {children}
    </IconButton>
  )
}
