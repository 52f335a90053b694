import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { checkSeries } from '#rules/series-check.ts'
import { type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { recordOf, rejected, tick } from '#support/records.ts'

const HOUR = { seed: '5eed'.repeat(16), startsAt: 3_600_000, endsAt: 3_660_000 }
const parameters = SIMULATION_PARAMETERS.get('EURUSD')
if (parameters === undefined) throw new Error('no EURUSD')
const startPrice = parameters.anchor

const series: SimulatedTick[] = []
const next = simulatedSeries({ ...HOUR, startPrice, parameters })
for (let made = next(); made !== null; made = next()) series.push(made)

type Change = (made: SimulatedTick, n: number) => TickRecord[]
const asTick: Change = ({ timeMs, price, size }, n) => {
  const record = recordOf(tick(timeMs, price), n + 2)
  return record.kind === 'tick' ? [{ ...record, size }] : []
}
/** The log of that hour, with the tenth tick as `change` makes it. */
const logWith = (change: Change): TickRecord[] => [
  recordOf(tick(HOUR.startsAt - 1, startPrice), 1),
  ...series.flatMap((made, n) => (n === 10 ? change : asTick)(made, n)),
  recordOf({ kind: 'heartbeat', at: HOUR.endsAt }, series.length + 2),
]
const faultOf = (change: Change) => checkSeries(logWith(change), HOUR, parameters).fault

it('finds nothing in the series as it was promised, and counts its ticks', () => {
  const all = { fault: null, promised: series.length, logged: series.length }
  expect(checkSeries(logWith(asTick), HOUR, parameters)).toEqual(all)
})

it('finds ticks that are suppressed at the end of the hour, or all replaced by heartbeats', () => {
  const log = logWith(asTick)
  const until = series.at(-20)?.timeMs ?? 0
  const shortened = log.filter(({ kind, timeMs }) => kind !== 'tick' || timeMs <= until)
  const missing = { kind: 'missing', timeMs: series.at(-19)?.timeMs }
  expect(checkSeries(shortened, HOUR, parameters).fault).toEqual(missing)
  const quiet = log.map((record, n) =>
    n === 0 ? record : recordOf({ kind: 'heartbeat', at: record.timeMs }, record.seq),
  )
  const first = { kind: 'missing', timeMs: series[0]?.timeMs }
  expect(checkSeries(quiet, HOUR, parameters).fault).toEqual(first)
})

it('counts what a gap of the log hides as promised and not as logged', () => {
  const log = logWith(asTick).filter((_, n) => n < 5 || n > 8)
  const at = log.findIndex(({ seq }) => seq === 10)
  const broken = log.toSpliced(
    at,
    1,
    recordOf({ kind: 'gap', at: log[at]?.timeMs ?? 0, reason: 'restart' }, 10),
  )
  const report = checkSeries(broken, HOUR, parameters)
  expect(report).toEqual({ fault: null, promised: series.length, logged: series.length - 5 })
})

it('takes a tick of the series that was put aside as there, not as missing', () => {
  expect(faultOf(({ timeMs, price }, n) => [recordOf(rejected(timeMs, price), n + 2)])).toBeNull()
})

it('says that a tick put aside is not of the series when its price is another', () => {
  const other: Change = ({ timeMs, price }, n) => [recordOf(rejected(timeMs, price * 10), n + 2)]
  expect(faultOf(other)).toEqual({ kind: 'foreign', seq: 12 })
})

it('names a tick that is missing', () => {
  expect(faultOf(() => [])).toEqual({ kind: 'missing', timeMs: series[10]?.timeMs })
})
