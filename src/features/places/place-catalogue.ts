/**
 * A small list of cities: capitals, and large cities where most users live. No service is asked for others. Each line
 * of the file is a city: country, international name, own name where it differs, latitude and longitude in degrees.
 */
import lines from './cities.txt?raw'

/** Coordinates in degrees, positive to the north and east. */
export interface Point {
  latitude: number
  longitude: number
}

export interface City extends Point {
  /** ISO 3166-1 alpha-2 code. */
  country: string
  /** The international name. */
  name: string
  /** The local name, in Latin letters or in the script of one of the app's languages. */
  ownName: string
}

function cityOf(line: string): City {
  const [head = '', own = '', at = ''] = line.split('|')
  const [latitude = 0, longitude = 0] = at.split(',').map(Number)
  const name = head.slice(3)
  return { country: head.slice(0, 2), name, ownName: own || name, latitude, longitude }
}

export const CITIES: readonly City[] = lines.trim().split('\n').map(cityOf)
