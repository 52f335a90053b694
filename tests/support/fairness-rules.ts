/** Twenty rules by which a user could choose a direction from what is published. None may beat a guess. */
import { indexAt, type Scene } from '#support/fairness-scene.ts'

/** The chosen direction at a tick: 1 up, −1 down, 0 no order. */
type Choose = (scene: Scene, at: number) => number

/** A rule with the name that reports and failures use. */
export interface DirectionRule {
  name: string
  choose: Choose
}

const at = (values: readonly number[], index: number): number => values[index] ?? 0

/** The direction since some ticks ago. */
const sinceTicks =
  (ticks: number): Choose =>
  ({ prices }, i) =>
    Math.sign(at(prices, i) - at(prices, i - ticks))

/** The direction since some time ago. */
const sinceMs =
  (ms: number): Choose =>
  ({ prices, times }, i) => {
    const from = indexAt(times, at(times, i) - ms)
    return from < 0 ? 0 : Math.sign(at(prices, i) - at(prices, from))
  }

const back =
  (choose: Choose): Choose =>
  (scene, i) =>
    -choose(scene, i)

const lastMove: Choose = ({ moves }, i) => Math.sign(at(moves, i))

const when =
  (holds: (scene: Scene, at: number) => boolean, choose: Choose): Choose =>
  (scene, i) =>
    holds(scene, i) ? choose(scene, i) : 0

/** At least so many ticks have not moved the price. */
const isFlat =
  (ticks: number) =>
  ({ flats }: Scene, i: number): boolean =>
    at(flats, i) >= ticks

/** This tick moved the price, after at least so many that did not. */
const brokeOut =
  (ticks: number) =>
  ({ flats }: Scene, i: number): boolean =>
    at(flats, i) === 0 && at(flats, i - 1) >= ticks

/** The last tick moved more than six times as far as ticks did before. */
const jumped = ({ flats, moves, means }: Scene, i: number): boolean =>
  at(flats, i) === 0 && Math.abs(at(moves, i)) > 6 * at(means, i - 1)

const isUp = (holds: boolean): number => (holds ? 1 : -1)
const minuteOf = (timeMs: number): number => Math.floor(timeMs / 60_000) % 60

/** Relative size of the recent moves, above 1 in volatile minutes. */
const agitation = ({ means }: Scene, i: number): number => {
  const before = at(means, Math.max(0, i - 300))
  return before === 0 ? 1 : at(means, i) / before
}

/** The twenty rules. */
export const RULES: readonly DirectionRule[] = [
  { name: 'with the last move', choose: lastMove },
  { name: 'with the last 20 ticks', choose: sinceTicks(20) },
  { name: 'with the last minute', choose: sinceMs(60_000) },
  { name: 'with the last 10 minutes', choose: sinceMs(600_000) },
  { name: 'against the last 5 ticks', choose: back(sinceTicks(5)) },
  { name: 'against the last 30 seconds', choose: back(sinceMs(30_000)) },
  { name: 'against the last 5 minutes', choose: back(sinceMs(300_000)) },
  { name: 'against the last move, 10 flat ticks later', choose: when(isFlat(10), back(lastMove)) },
  { name: 'against a move after 10 flat ticks', choose: when(brokeOut(10), back(lastMove)) },
  { name: 'against a move after 40 flat ticks', choose: when(brokeOut(40), back(lastMove)) },
  { name: 'with a jump', choose: when(jumped, lastMove) },
  {
    name: 'against three moves in a row',
    choose: ({ prices }, i) => {
      const steps = [0, 1, 2].map((n) => Math.sign(at(prices, i - n) - at(prices, i - n - 1)))
      const sum = steps.reduce((a, b) => a + b, 0)
      return Math.abs(sum) === 3 ? -Math.sign(sum) : 0
    },
  },
  {
    name: 'towards the anchor',
    choose: ({ prices, anchor }, i) => Math.sign(anchor - at(prices, i)),
  },
  {
    name: 'towards the start of the hour',
    choose: ({ prices, hourOpens }, i) => Math.sign(at(hourOpens, i) - at(prices, i)),
  },
  { name: 'up at an even price', choose: ({ prices }, i) => isUp(at(prices, i) % 2 === 0) },
  { name: 'up at a last digit below 5', choose: ({ prices }, i) => isUp(at(prices, i) % 10 < 5) },
  {
    name: 'down in the last 15 minutes of the hour',
    choose: ({ times }, i) => isUp(minuteOf(at(times, i)) < 45),
  },
  {
    name: 'up after a large size',
    choose: ({ sizes, sizeMean }, i) => isUp(at(sizes, i) > sizeMean),
  },
  {
    name: 'with the last move when volatile',
    choose: when((scene, i) => agitation(scene, i) > 1.3, lastMove),
  },
  {
    name: 'against the last minute when quiet',
    choose: when((scene, i) => agitation(scene, i) < 0.75, back(sinceMs(60_000))),
  },
]
