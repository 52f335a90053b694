/** What the trust pages ask for, as the server sends it: a stretch of the price record, and the measured figures. */
import { logOf, type Planned, tick } from '#support/records.ts'

/** A tick a second, from 1 s on; the price rises by one each. */
export const risingRecord = (seconds: number): Planned[] =>
  Array.from({ length: seconds }, (_, i) => tick((i + 1) * 1_000, 6_400_000 + i))

export const ticksWire = (planned: Planned[] = risingRecord(80)): object => ({
  records: logOf(planned),
  more: false,
})

const REVIEWS = [
  { kind: 'deposit', decided: 40, times: { medianMs: 4_200, p90Ms: 95_000 } },
  { kind: 'withdrawal', decided: 3, times: null },
  { kind: 'verification', decided: 0, times: null },
]
/** Too few of everything; each test changes what it is about. */
export const figuresWire = (change: object = {}): object => ({
  settled: 3,
  outcomes: null,
  refused: 1,
  refusedOutcomes: null,
  traders: 2,
  losers: null,
  reviews: REVIEWS,
  ...change,
})
export const statisticsWire = (change: object = {}): object => ({
  at: 1_700_000_000_000,
  recent: figuresWire(),
  all: figuresWire({
    settled: 1_000,
    outcomes: { won: 470, lost: 512, draw: 11, void: 7 },
    refused: 50,
    refusedOutcomes: { won: 23, lost: 25, draw: 1, void: 1 },
    traders: 60,
    losers: 45,
  }),
  ...change,
})
