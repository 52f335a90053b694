/** Everything that the fund's calendar says about a year, on standard output; run in processes of different zones. */
import { createHash } from 'node:crypto'
import { addDays, dayNumber, dayOf, dayStart } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { fundDates, holidayOf, isBusinessDay, nextBusinessDay } from '#rules/fund-calendar.ts'
import { recomputeIncome } from '#rules/fund-income.ts'

/** Both of 2026's changes of clocks in Berlin, and two New Years. */
const FROM = Date.UTC(2025, 11, 20)
const TO = Date.UTC(2027, 0, 10)
const HALF_HOUR_MS = 1_800_000
const NAMED = [
  Date.UTC(2026, 2, 29, 0, 59, 59, 999),
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2026, 9, 25, 0, 30),
  Date.UTC(2026, 9, 25, 1, 30),
  Date.UTC(2026, 9, 23, 14, 59, 59, 999),
  Date.UTC(2026, 9, 23, 15),
  Date.UTC(2025, 11, 31, 23, 59, 59, 999),
]

const lines: string[] = []
for (let at = FROM; at < TO; at += HALF_HOUR_MS) {
  for (const off of [-1, 0, 1]) lines.push(JSON.stringify([dayOf(at + off), fundDates(at + off)]))
}
const rates = []
for (let day = dayOf(FROM); day < dayOf(TO); day = addDays(day, 1)) {
  rates.push({ from: day, dailyRate: exampleRate(day) })
  const more = [dayNumber(day), dayStart(day), holidayOf(day), isBusinessDay(day)]
  lines.push(JSON.stringify([day, nextBusinessDay(day), ...more]))
}
const income = recomputeIncome({
  confirmed: [{ day: '2026-01-05', amount: 1_234_567n }],
  paid: [{ day: '2026-10-25', amount: 234_567n }],
  rates,
  throughDay: '2026-12-31',
})
for (const day of income) lines.push(`${day.day} ${day.share} ${day.credited} ${day.carryAfter}`)

const said = {
  named: NAMED.map((at) => ({ at, day: dayOf(at), ...fundDates(at) })),
  lines: lines.length,
  digest: createHash('sha256').update(lines.join('\n')).digest('hex'),
}
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
// What the process's own zone says of the same moments proves that the zone was really in force.
const local = NAMED.map((at) => new Date(at).toString())
process.stdout.write(JSON.stringify({ zone: timeZone, local, said }))
