import { describe, expect, it } from 'vitest'
import {
  coordinatesText,
  geoLink,
  mapSiteLink,
  placePath,
  readPlaceQuery,
} from '#features/places/place-query.ts'

const read = (query: string) => readPlaceQuery(new URLSearchParams(query))
const place = {
  name: 'Café Müller',
  address: 'Hauptstraße 1',
  latitude: 52.5163,
  longitude: 13.3777,
}

describe('a place in a link', () => {
  it('means the own office without any part, whatever else it contains', () => {
    expect(read('')).toEqual({ kind: 'own' })
    expect(read('utm=1')).toEqual({ kind: 'own' })
  })

  it('is read as it was written', () => {
    expect(read(placePath(place).split('?')[1] ?? '')).toEqual({ kind: 'place', place })
    const nameless = { ...place, name: '' }
    expect(read(placePath(nameless).split('?')[1] ?? '')).toEqual({
      kind: 'place',
      place: nameless,
    })
  })

  it.each([
    'name=x',
    'latitude=1&longitude=1',
    'name=x&latitude=91&longitude=1',
    'name=x&latitude=1&longitude=-180.5',
    'name=x&latitude=1e1&longitude=1',
    'name=x&latitude=&longitude=1',
    'name=x&latitude=NaN&longitude=1',
    `name=${'x'.repeat(81)}&latitude=1&longitude=1`,
    'name=a%0Ab&latitude=1&longitude=1',
    'name=a%E2%80%AEb&latitude=1&longitude=1',
  ])('is refused when it is incomplete or impossible: %s', (query) => {
    expect(read(query)).toEqual({ kind: 'broken' })
  })

  it('may be at the edges of the earth', () => {
    expect(read('name=x&latitude=-90&longitude=180').kind).toBe('place')
  })

  it('opens map apps at the place, with its name as a label that breaks nothing', () => {
    expect(geoLink(place, 'A (b) & c')).toBe(
      'geo:52.5163,13.3777?q=52.5163,13.3777(A%20(b)%20%26%20c)',
    )
    expect(coordinatesText(place)).toBe('52.5163, 13.3777')
  })

  it('opens a map website by HTTPS, with the coordinates alone', () => {
    expect(mapSiteLink(place)).toBe(
      'https://www.openstreetmap.org/?mlat=52.5163&mlon=13.3777#map=15/52.5163/13.3777',
    )
  })
})
