/** Reads and writes the place in a link, and validates it, because anyone can write a link. */
import { z } from 'zod/mini'
import { plainText } from '#contract/scalars.ts'
import type { Point } from '#features/places/place-catalogue.ts'
import { PATHS } from '#lib/paths.ts'

export interface LinkedPlace extends Point {
  /** Either the name or the address may be ''. */
  name: string
  address: string
}

export type PlaceQuery =
  | { kind: 'own' }
  | { kind: 'place'; place: LinkedPlace }
  | { kind: 'broken' }

/** Characters that reverse the direction of text, with which one text can look like another. */
const REVERSES_TEXT = /[\u202A-\u202E\u2066-\u2069]/u
const lineOf = (max: number) =>
  z._default(
    z
      .union([z.literal(''), plainText(1, max)])
      .check(z.refine((text) => !REVERSES_TEXT.test(text))),
    '',
  )
const degrees = (max: number) =>
  z
    .pipe(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,8})?$/)), z.transform(Number))
    .check(z.refine((value) => Math.abs(value) <= max))

const linked = z
  .object({
    name: lineOf(80),
    address: lineOf(200),
    latitude: degrees(90),
    longitude: degrees(180),
  })
  .check(z.refine(({ name, address }) => name !== '' || address !== ''))

const PARTS = ['name', 'address', 'latitude', 'longitude'] as const

/** A link without any of the four parts means the platform's own office. */
export function readPlaceQuery(query: URLSearchParams): PlaceQuery {
  const parts = PARTS.filter((part) => query.has(part)).map((part) => [part, query.get(part)])
  if (parts.length === 0) return { kind: 'own' }
  const read = linked.safeParse(Object.fromEntries(parts))
  return read.success ? { kind: 'place', place: read.data } : { kind: 'broken' }
}

export function placePath({ name, address, latitude, longitude }: LinkedPlace): string {
  const query = new URLSearchParams({
    name,
    address,
    latitude: String(latitude),
    longitude: String(longitude),
  })
  return `${PATHS.openLocation}?${query.toString()}`
}

/** The coordinates in the form that map applications accept. */
export const coordinatesText = ({ latitude, longitude }: Point): string =>
  `${latitude}, ${longitude}`

/** A `geo:` link (RFC 5870) with the label that map applications on Android show. */
export function geoLink({ latitude, longitude }: Point, label: string): string {
  const at = `${latitude},${longitude}`
  return `geo:${at}?q=${at}(${encodeURIComponent(label)})`
}

const MAP_SITE = 'https://www.openstreetmap.org/'
const MAP_SITE_ZOOM = 15

/** A map website that marks the place; the app itself requests nothing from it. */
export const mapSiteLink = ({ latitude, longitude }: Point): string =>
  `${MAP_SITE}?mlat=${latitude}&mlon=${longitude}#map=${MAP_SITE_ZOOM}/${latitude}/${longitude}`
