/** Draws a place with Leaflet. Only nodes are handed to it: the Trusted Types policy forbids it to write HTML. */
import { divIcon, latLng, Map as LeafletMap, Marker, TileLayer } from 'leaflet'
import type { Point } from '#features/places/place-catalogue.ts'
import type { TileSource } from '#features/places/tile-source.ts'

/** Tiles exist for one zoom level; the levels above it show them enlarged. */
const TILE_ZOOM = 15
export const MAX_ZOOM = TILE_ZOOM + 2
export const MIN_ZOOM = TILE_ZOOM
/** The map can be moved within a square of this width around the place. */
const AREA_M = 4_000
const MARKER_PIXELS = 20

interface Options extends Point {
  source: TileSource
  onZoom: (zoom: number) => void
  /** No tile of the first view could be loaded. */
  onFailed: () => void
}

function markerIcon() {
  const dot = document.createElement('span')
  dot.className = 'block size-5 rounded-full border-3 border-surface bg-brand'
  return divIcon({ html: dot, className: '', iconSize: [MARKER_PIXELS, MARKER_PIXELS] })
}

function tileLayer({ source, onFailed }: Options): TileLayer {
  let loaded = false
  return new TileLayer(source.path, { minNativeZoom: TILE_ZOOM, maxNativeZoom: TILE_ZOOM })
    .on('tileload', () => {
      loaded = true
    })
    .on('load', () => {
      if (!loaded) onFailed()
    })
}

export function drawMap(box: HTMLElement, options: Options): LeafletMap {
  const center = latLng(options.latitude, options.longitude)
  const animated = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(box, {
    center,
    zoom: TILE_ZOOM,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    maxBounds: center.toBounds(AREA_M),
    maxBoundsViscosity: 1,
    // Both of these controls write HTML; the component draws its own.
    zoomControl: false,
    attributionControl: false,
    // The wheel and one finger scroll the page, also over the map.
    scrollWheelZoom: false,
    dragging: !matchMedia('(pointer: coarse)').matches,
    zoomAnimation: animated,
    fadeAnimation: animated,
  })
  map.on('zoomend', () => options.onZoom(map.getZoom()))
  // Moves the map without dragging.
  map.on('click', ({ latlng }) => map.panTo(latlng, { animate: animated }))
  new Marker(center, { icon: markerIcon(), interactive: false, keyboard: false }).addTo(map)
  tileLayer(options).addTo(map)
  return map
}
