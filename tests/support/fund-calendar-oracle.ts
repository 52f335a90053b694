/** The fund's calendar once more, from a list of Easter Sundays and the platform's own dates, as an oracle. */

/** The Easter Sundays of 2000 to 2099, a line a decade, as python-dateutil 2.9 lists them. */
const EASTER_SUNDAYS = [
  '04-23 04-15 03-31 04-20 04-11 03-27 04-16 04-08 03-23 04-12',
  '04-04 04-24 04-08 03-31 04-20 04-05 03-27 04-16 04-01 04-21',
  '04-12 04-04 04-17 04-09 03-31 04-20 04-05 03-28 04-16 04-01',
  '04-21 04-13 03-28 04-17 04-09 03-25 04-13 04-05 04-25 04-10',
  '04-01 04-21 04-06 03-29 04-17 04-09 03-25 04-14 04-05 04-18',
  '04-10 04-02 04-21 04-06 03-29 04-18 04-02 04-22 04-14 03-30',
  '04-18 04-10 03-26 04-15 04-06 03-29 04-11 04-03 04-22 04-14',
  '03-30 04-19 04-10 03-26 04-15 04-07 04-19 04-11 04-03 04-23',
  '04-07 03-30 04-19 04-04 03-26 04-15 03-31 04-20 04-11 04-03',
  '04-16 04-08 03-30 04-12 04-04 04-24 04-15 03-31 04-20 04-12',
]
  .flatMap((decade) => decade.split(' '))
  .map((monthAndDay, i) => `${2000 + i}-${monthAndDay}`)

export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2099-12-31'

/** ISO text of a day some days after another one, by the platform's UTC dates. */
export function laterBy(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const aroundEaster = new Map<string, string>()
for (const sunday of EASTER_SUNDAYS) {
  aroundEaster.set(laterBy(sunday, -2), 'good_friday')
  aroundEaster.set(laterBy(sunday, 1), 'easter_monday')
}

export function holidayByHand(day: string): string | null {
  if (day.endsWith('-01-01')) return 'new_year'
  if (day.endsWith('-05-01')) return 'labour_day'
  if (day.endsWith('-12-25')) return 'christmas'
  if (day.endsWith('-12-26')) return 'boxing_day'
  return aroundEaster.get(day) ?? null
}

export function isBusinessDayByHand(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday >= 1 && weekday <= 5 && holidayByHand(day) === null
}

/** Every day of 2000 to 2099, in order. */
export function everyDay(): string[] {
  const days = [FIRST_DAY]
  for (let day = FIRST_DAY; day < LAST_DAY; ) {
    day = laterBy(day, 1)
    days.push(day)
  }
  return days
}
