import { type Time, TickMarkType } from 'lightweight-charts'
import { msOf, type TimeLabels } from '#features/chart/time-labels.ts'
import { dayOf } from '#rules/business-day.ts'

interface Writers {
  long(day: string): string
  short(day: string): string
  month(day: string): string
}

const TURNS: readonly TickMarkType[] = [TickMarkType.Year, TickMarkType.Month]

/** The labels of an axis whose points are whole days of the business time zone. */
export const createDayLabels = (text: Writers): TimeLabels => ({
  tick: (time: Time, kind: TickMarkType) => {
    const day = dayOf(msOf(time))
    return TURNS.includes(kind) ? text.month(day) : text.short(day)
  },
  full: (timeMs) => text.long(dayOf(timeMs)),
  zone: 'UTC',
})
