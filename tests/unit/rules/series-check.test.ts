import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { findSeriesFault } from '#rules/series-check.ts'
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
const faultOf = (change: Change) => findSeriesFault(logWith(change), HOUR, parameters)

it('finds nothing in the series as it was promised', () => {
  expect(faultOf(asTick)).toBeNull()
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
