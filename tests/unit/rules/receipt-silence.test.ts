/** What a receipt says about a server that was away around its order. */
import { expect, it } from 'vitest'
import { joinedSilences, SILENCE_MAX_MS, silencesIn } from '#rules/outage.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { readingOfReport } from '#support/receipt-readings.ts'
import { filled, gap, halt, heartbeat, logOf, type Planned, tick } from '#support/records.ts'
import { tools } from '#support/settled-receipt.ts'
import { SILENCE_RECEIPTS } from '#support/silence-receipts.ts'

it.each(SILENCE_RECEIPTS)(
  'changes no result, and is never held silently: %s',
  async (_name, receipt, words) => {
    const report = await checkReceipt(receipt, tools)
    expect(readingOfReport(report)).toBe(words)
    expect(report.silences.length > 0).toBe(report.verdict === 'unproved')
    const others = report.steps.filter(({ step }) => step !== 'checkpoint')
    expect(new Set(others.map(({ verdict }) => verdict))).toEqual(new Set(['holds']))
    expect(receipt.order.status).toBe('won')
  },
)

const AWAY_MS = SILENCE_MAX_MS + 1
/** Every record is before the moment of the order, unless it is given. */
const silences = (log: Planned[], signedAt: number, momentMs = Number.POSITIVE_INFINITY) =>
  silencesIn(logOf(log), signedAt, momentMs)

it.each<[string, Planned[], number]>([
  ['a slice without records', [], AWAY_MS],
  ['a restart of a few seconds', [tick(0, 1), gap(4_000, 'restart'), tick(4_500, 1)], 9_000],
  ['many records without a price', [0, 20_000, 40_000, 60_000].map(heartbeat), 65_000],
  ['a market that was halted', [tick(0, 1), halt(1), tick(AWAY_MS * 9, 1)], AWAY_MS * 9],
  [
    'a market that opens while the server fills in a few seconds',
    [halt(0), tick(AWAY_MS, 1), filled(AWAY_MS + 900, 0), tick(AWAY_MS + 1_400, 1)],
    AWAY_MS + 2_000,
  ],
])('finds no silence in %s', (_name, log, signedAt) => {
  expect(silences(log, signedAt)).toEqual([])
})

it('finds the outage of a server that came back after the market had opened', () => {
  const again = 100_000 + AWAY_MS
  const log = [halt(0), tick(100_000, 1), filled(again, 0), tick(again + 500, 1)]
  expect(silences(log, again + 1_000)).toEqual([{ fromMs: 0, toMs: again }])
})

it('finds the silence of a server that writes on and signs nothing, from the moment on', () => {
  const log = [0, 20_000, 40_000, 60_000].map(heartbeat)
  expect(silences(log, 50_001, 20_000)).toEqual([])
  expect(silences(log, 70_001, 20_000)).toEqual([{ fromMs: 40_000, toMs: 70_001 }])
  expect(silences(log, 70_001, 19_999)).toEqual([{ fromMs: 20_000, toMs: 70_001 }])
})

it('joins silences that overlap or touch, in any order', () => {
  const joined = joinedSilences([
    { fromMs: 50, toMs: 60 },
    { fromMs: 10, toMs: 40 },
    { fromMs: 20, toMs: 30 },
    { fromMs: 40, toMs: 45 },
  ])
  expect(joined).toEqual([
    { fromMs: 10, toMs: 45 },
    { fromMs: 50, toMs: 60 },
  ])
})
