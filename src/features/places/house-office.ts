/** The office that is shown without a link: an example, and the page says so. */
import type { Point } from '#features/places/place-catalogue.ts'

interface OfficeHours {
  /** 1 Monday … 7 Sunday, both included. */
  days: readonly [first: number, last: number]
  /** Hours of the day there; null: closed. */
  open: readonly [from: number, to: number] | null
}

interface Office extends Point {
  /** IANA name. */
  zone: string
  hours: readonly OfficeHours[]
}

export const HOUSE_OFFICE: Office = {
  latitude: 31.2304,
  longitude: 121.4737,
  zone: 'Asia/Shanghai',
  hours: [
    { days: [1, 5], open: [9, 18] },
    { days: [6, 7], open: null },
  ],
}
