import { expect, it } from 'vitest'
import {
  bearing,
  citiesIn,
  distanceKm,
  findCities,
  nearestCities,
} from '#features/places/find-cities.ts'
import { CITIES } from '#features/places/place-catalogue.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { countriesOf } from '#i18n/countries.ts'

const shownIn = (language: (typeof LANGUAGE_CODES)[number], words: string): string[] =>
  findCities(citiesIn(language), words).map(({ shown }) => shown)

it('lists each city once, on earth, in a country that has a name', () => {
  const known = new Set(countriesOf('en').map(({ code }) => code))
  const faults = CITIES.filter(
    ({ country, name, latitude, longitude }) =>
      !known.has(country) ||
      name === '' ||
      !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ||
      (latitude === 0 && longitude === 0),
  )
  expect(faults).toEqual([])
  expect(new Set(CITIES.map(({ country, name }) => country + name)).size).toBe(CITIES.length)
})

it('loses no city in any language', () => {
  for (const language of LANGUAGE_CODES) expect(citiesIn(language)).toHaveLength(CITIES.length)
})

it('begins with the cities of the language’s own country, in its own spelling', () => {
  expect(shownIn('de', '')[0]).toBe('Berlin')
  expect(shownIn('zh-CN', '')[0]).toBe('北京')
  expect(shownIn('th', '')[0]).toBe('กรุงเทพมหานคร')
  expect(shownIn('vi', '')).toContain('Hà Nội')
  expect(shownIn('en', '').length).toBeLessThan(20)
})

it('finds a city by any of its spellings, with or without accents and signs', () => {
  expect(shownIn('en', 'muenc')).toEqual([])
  expect(shownIn('en', 'munchen')).toEqual(['Munich'])
  expect(shownIn('en', ' 上海 ')).toEqual(['Shanghai'])
  expect(shownIn('de', 'xian')).toEqual(['Xi’an'])
  expect(shownIn('en', 'ha noi')).toEqual(['Hanoi'])
})

it('puts names that begin so before names that hold it, and both before a country’s', () => {
  const found = shownIn('en', 'san')
  expect(found.slice(0, 2).every((name) => name.toLowerCase().startsWith('san'))).toBe(true)
  expect(shownIn('en', 'japan')).toContain('Tokyo')
  expect(shownIn('fr', 'allemagne')).toContain('Berlin')
  expect(shownIn('zh-CN', '法国')).toContain('Paris')
  expect(shownIn('en', 'nowhere at all')).toEqual([])
})

it('names the other spelling beside the one shown', () => {
  const [munich] = findCities(citiesIn('en'), 'Munich')
  expect(munich).toMatchObject({ shown: 'Munich', other: 'München', countryName: 'Germany' })
  const [paris] = findCities(citiesIn('en'), 'Paris')
  expect(paris?.other).toBe('')
})

it('measures along the surface', () => {
  const berlin = { latitude: 52.52, longitude: 13.41 }
  const paris = { latitude: 48.86, longitude: 2.35 }
  expect(distanceKm(berlin, paris)).toBeGreaterThan(870)
  expect(distanceKm(berlin, paris)).toBeLessThan(885)
  expect(distanceKm(berlin, berlin)).toBe(0)
  // Across the date line it is near.
  expect(
    distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }),
  ).toBeLessThan(112)
})

it('sees a place in the direction in which the way to it begins', () => {
  const equator = { latitude: 0, longitude: 179 }
  expect(bearing(equator, { latitude: 10, longitude: 179 })).toBeCloseTo(0)
  // Across the date line.
  expect(bearing(equator, { latitude: 0, longitude: -179 })).toBeCloseTo(90)
  expect(bearing(equator, { latitude: -10, longitude: 179 })).toBeCloseTo(180)
  expect(bearing(equator, { latitude: 0, longitude: 170 })).toBeCloseTo(270)
  // The great circle from Berlin to Tokyo begins to the north-east and crosses Siberia; Tokyo is farther south.
  const berlin = { latitude: 52.52, longitude: 13.405 }
  expect(bearing(berlin, { latitude: 35.68, longitude: 139.69 })).toBeCloseTo(42, 0)
})

it('gives the nearest first', () => {
  const near = nearestCities(CITIES, { latitude: 31.2, longitude: 121.4 }, 3)
  expect(near.map(({ city }) => city.name)).toEqual(['Shanghai', 'Suzhou', 'Ningbo'])
  expect(near[0]?.km).toBeLessThan(10)
})
