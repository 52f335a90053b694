/** The platform's own office. It is an example, and the page says so. */
import type { Point } from '#features/places/place-catalogue.ts'

interface OfficeHours {
  /** Weekdays from 1 (Monday) to 7 (Sunday), both included. */
  days: readonly [first: number, last: number]
  /** Hours of the day in local time; null when closed. */
  open: readonly [from: number, to: number] | null
}

interface Office extends Point {
  /** IANA time zone name. */
  zone: string
  hours: readonly OfficeHours[]
}

export const OWN_OFFICE: Office = {
  latitude: 31.2304,
  longitude: 121.4737,
  zone: 'Asia/Shanghai',
  hours: [
    { days: [1, 5], open: [9, 18] },
    { days: [6, 7], open: null },
  ],
}
