/** The fund's rates as they must behave: proposed by one, published by another, before they begin and in order. */
import { dayAt, textOf } from '#support/ledger-fund.ts'

const DAYS_AHEAD = 31
const WAITING_MOST = 10

export interface ModelProposal {
  id: string
  from: number
  rate: bigint
  by: string
  status: 'proposed' | 'published' | 'rejected'
}
/** For everybody, and for all sequences on one database. */
export interface ModelRates {
  /** By first day, oldest first. */
  published: { from: number; rate: bigint }[]
  proposals: ModelProposal[]
}

/** What holds on a day; nothing published: nothing earned. */
export const rateOn = ({ published }: ModelRates, day: number): bigint =>
  published.findLast(({ from }) => from <= day)?.rate ?? 0n

const newestOf = ({ published }: ModelRates): number => published.at(-1)?.from ?? 0

/** What the command must answer. */
export function proposeAnswer(rates: ModelRates, from: number, at: number): string {
  const waiting = rates.proposals.filter(({ status }) => status === 'proposed')
  if (from <= dayAt(at)) return 'rate_too_late'
  if (from > dayAt(at) + DAYS_AHEAD) return 'rate_too_early'
  if (from <= newestOf(rates)) return 'rate_day_taken'
  return waiting.length >= WAITING_MOST ? 'too_many_in_review' : 'ok'
}

export function decideAnswer(
  rates: ModelRates,
  it: ModelProposal,
  { by, publish, at }: { by: string; publish: boolean; at: number },
): string {
  if (it.status !== 'proposed') return 'document_moved_on'
  if (!publish) return 'ok'
  if (it.by === by) return 'same_operator'
  if (it.from <= dayAt(at)) return 'rate_too_late'
  return it.from <= newestOf(rates) ? 'rate_day_taken' : 'ok'
}
export function applyDecision(rates: ModelRates, it: ModelProposal, publish: boolean): void {
  it.status = publish ? 'published' : 'rejected'
  if (publish) rates.published.push({ from: it.from, rate: it.rate })
}

/** As the database lists them. */
export const listed = ({ published }: ModelRates): string =>
  published.map(({ from, rate }) => `${textOf(from)} ${rate}`).join()
