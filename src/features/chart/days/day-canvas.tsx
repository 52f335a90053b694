import { type Time, TickMarkType } from 'lightweight-charts'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createDayChart, type DayChart } from '#features/chart/days/day-chart.ts'
import { msOf, type TimeLabels } from '#features/chart/base/time-labels.ts'
import { useDayText } from '#i18n/day-text.ts'
import type { DaySeries } from '#data/day-series.ts'
import { dayOf } from '#rules/business-day.ts'

interface Writers {
  long(day: string): string
  short(day: string): string
  month(day: string): string
}

const TURNS: readonly TickMarkType[] = [TickMarkType.Year, TickMarkType.Month]

/** The labels of an axis whose points are whole days of the business time zone. */
const createDayLabels = (text: Writers): Omit<TimeLabels, 'zone'> => ({
  tick: (time: Time, kind: TickMarkType) => {
    const day = dayOf(msOf(time))
    return TURNS.includes(kind) ? text.month(day) : text.short(day)
  },
  full: (timeMs) => text.long(dayOf(timeMs)),
  seconds: false,
  // Days of the business time zone begin in UTC.
  wall: (timeMs) => timeMs,
})

interface Props {
  series: readonly DaySeries[]
  height: number
}

/** Draws a chart of days. Its file is loaded when it is first shown. The same data must also be available as text. */
export function DayCanvas({ series, height }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<DayChart | null>(null)
  const { language } = useTranslation().i18n
  const text = useDayText()
  const writers = useMemo(
    () => ({
      locale: language,
      // Each series formats its own values.
      price: (scaled: number) => String(scaled),
      labels: createDayLabels(text),
    }),
    [language, text],
  )
  const drawNow = useEffectEvent((made: DayChart) => made.draw(series))
  useEffect(() => {
    if (box.current === null) return
    const made = createDayChart(box.current, writers)
    chart.current = made
    drawNow(made)
    return () => {
      chart.current = null
      made.destroy()
    }
  }, [writers])
  useEffect(() => chart.current?.draw(series), [series])
  return <div ref={box} className="w-full" style={{ height }} />
}
