/** Searches the list of cities on the device by name in any spelling, by country, or by distance. */
import { CITIES, type City, type Point } from '#features/places/place-catalogue.ts'
import { bareText } from '#i18n/bare-text.ts'
import { countriesOf } from '#i18n/countries.ts'
import type { Language } from '#i18n/languages.ts'

export interface NamedCity extends City {
  /** The spelling that readers of the language know. */
  shown: string
  /** The other spelling; '' when there is none. */
  other: string
  countryName: string
}

/** The home countries of a language: they are listed first, and their own spellings are shown to its readers. */
const HOME: Record<Language, readonly string[]> = {
  'zh-CN': ['CN'],
  'zh-TW': ['TW', 'HK', 'MO'],
  en: ['GB', 'US', 'CA', 'AU', 'NZ', 'IE', 'SG'],
  ja: ['JP'],
  th: ['TH'],
  vi: ['VN'],
  id: ['ID'],
  ko: ['KR'],
  fr: ['FR', 'BE', 'CH', 'LU'],
  de: ['DE', 'AT', 'CH', 'LI'],
}
/** Other countries whose own spellings the readers of a language can read. */
const ALSO_READ: Partial<Record<Language, readonly string[]>> = {
  'zh-CN': ['TW', 'HK', 'MO', 'JP'],
  'zh-TW': ['CN', 'JP'],
  ko: ['KP'],
}

/** All cities in a language: those of its home countries first, then of the frequent ones, as everywhere in the app. */
export function citiesIn(language: Language): NamedCity[] {
  const home = HOME[language]
  const read = [...home, ...(ALSO_READ[language] ?? [])]
  const known = countriesOf(language)
  const first = home.flatMap((code) => known.filter((country) => country.code === code))
  const countries = [...first, ...known.filter(({ code }) => !home.includes(code))]
  return countries.flatMap(({ code, name }) =>
    CITIES.filter(({ country }) => country === code).map((city) => {
      const own = read.includes(code)
      const other = own ? city.name : city.ownName
      const shown = own ? city.ownName : city.name
      return { ...city, shown, other: other === shown ? '' : other, countryName: name }
    }),
  )
}

/** Users who do not find their city among these type another letter. */
const MAX_FOUND = 24
const MAX_UNFILTERED = 12

/**
 * Cities whose name starts with the words, then those whose name contains them, then those of a matching country.
 * Without words, the first cities of the list.
 */
export function findCities(all: readonly NamedCity[], words: string): readonly NamedCity[] {
  const wanted = bareText(words)
  if (wanted === '') return all.slice(0, MAX_UNFILTERED)
  const rank = (city: NamedCity): number => {
    const names = [city.name, city.ownName].map(bareText)
    if (names.some((name) => name.startsWith(wanted))) return 0
    if (names.some((name) => name.includes(wanted))) return 1
    const country = bareText(city.countryName)
    if (country.startsWith(wanted)) return 2
    return country.includes(wanted) || city.country.toLowerCase() === wanted ? 3 : 4
  }
  const ranked = all.map((city) => ({ city, rank: rank(city) })).filter(({ rank }) => rank < 4)
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND)
    .map(({ city }) => city)
}

const EARTH_KM = 6_371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance along the surface of the earth in km. */
export function distanceKm(a: Point, b: Point): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const part = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** The direction in which `b` lies as seen from `a`, in degrees from north by east, from 0 to 360. */
export function bearing(a: Point, b: Point): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)]
  const turn = radians(b.longitude - a.longitude)
  const east = Math.sin(turn) * Math.cos(to)
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** The `count` nearest places with their distance, nearest first. */
export const nearestCities = <C extends Point>(
  all: readonly C[],
  to: Point,
  count: number,
): { city: C; km: number }[] =>
  all
    .map((city) => ({ city, km: distanceKm(city, to) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, count)
