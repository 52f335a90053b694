/** What one user does with the fund for some hundred days, from choices alone, with what must come of each action. */
import { DAY_MS } from '#contract/time.ts'
import { dayOf, dayStart } from '#rules/business-day.ts'
import { cutOff, fundDates } from '#rules/fund-calendar.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'
import {
  type DatedMoment,
  type FundAction,
  type FundDayLimits,
  FundModel,
} from '#support/fund-model.ts'
import type { Pick } from '#support/settle-scenarios.ts'

export const LIMITS: FundDayLimits = {
  subscriptions: 2,
  redemptions: 2,
  holding: 5_000_000n,
  instant: 200_000n,
}
/** Less than may be held to begin with, and half-way so much that both limits are met. */
const CASH = [2_000_000n, 7_000_000n] as const

interface ScriptDay {
  day: string
  /** Practice money that comes before anything else on that day; mostly 0. */
  granted: bigint
  actions: { action: FundAction; outcome: string }[]
}
export interface FundScript {
  rates: { from: string; dailyRate: number }[]
  days: ScriptDay[]
  /** As everything stands when the last day has begun. */
  model: FundModel
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const from = <T>(items: readonly T[], pick: Pick): T => {
  const item = items[pick(items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
const upTo = (most: bigint, pick: Pick): bigint =>
  most > 0n ? 1n + BigInt(pick(Number(most))) : 1n

function momentIn(day: string, pick: Pick): number {
  const start = dayStart(day)
  const edges = [start, start + DAY_MS - 1, cutOff(day) - 1, cutOff(day), cutOff(day) + 1]
  return pick(2) === 0 ? from(edges, pick) : start + pick(DAY_MS)
}

function amountIn({ cash, holdingRoom }: FundModel, pick: Pick): bigint {
  const most = least(cash, holdingRoom)
  const wishes = [100n, upTo(most, pick), upTo(100_000n, pick), most, holdingRoom + 1n, cash + 1n]
  const wish = from(wishes, pick)
  return wish > 0n ? wish : 100n
}

function amountOut({ redeemable }: FundModel, pick: Pick): bigint {
  const some = upTo(redeemable, pick)
  const { instant } = LIMITS
  const limits = [redeemable, redeemable + 1n, least(instant, redeemable), instant + 1n]
  const wish = from([1n, upTo(100_000n, pick), some, some, ...limits], pick)
  return wish > 0n ? wish : 1n
}

/** Mostly one of those that can still be cancelled, or could until now; -1: there is none at all. */
function nthOf(documents: readonly { status: string }[], waiting: string, pick: Pick): number {
  const open = documents.flatMap(({ status }, i) => (status === waiting ? [i] : []))
  if (documents.length === 0) return -1
  return pick(5) === 0 || open.length === 0 ? pick(documents.length) : from(open, pick)
}

function cancelAt(dated: DatedMoment, model: FundModel, pick: Pick): FundAction | null {
  const kind = from(['cancel_subscription', 'cancel_redemption'] as const, pick)
  const nth =
    kind === 'cancel_subscription'
      ? nthOf(model.lots, 'pending', pick)
      : nthOf(model.redemptions, 'requested', pick)
  return nth < 0 ? null : { ...dated, kind, nth }
}

function actionAt(at: number, model: FundModel, pick: Pick): FundAction {
  const dated = { at, day: dayOf(at), ...fundDates(at) }
  const cancel = pick(3) === 0 ? cancelAt(dated, model, pick) : null
  if (cancel !== null) return cancel
  const kind = from(['subscribe', 'subscribe', 'instant', 'next_day', 'next_day'] as const, pick)
  const amount = kind === 'subscribe' ? amountIn(model, pick) : amountOut(model, pick)
  return { ...dated, kind, amount }
}

function ratesFrom(first: string, days: number, pick: Pick): FundScript['rates'] {
  const rates = []
  // Some days may have none yet.
  for (let i = pick(12); i < days; i += 1 + pick(9)) {
    const dailyRate = pick(2) === 0 ? from([0, 1, 50, 300], pick) : pick(301)
    rates.push({ from: laterBy(first, i), dailyRate })
  }
  return rates
}

export function fundScript(days: number, pick: Pick): FundScript {
  const first = laterBy('2025-11-20', pick(400))
  const rates = ratesFrom(first, days, pick)
  const rateOf = (day: string): number =>
    rates.filter((rate) => rate.from <= day).at(-1)?.dailyRate ?? 0
  const model = new FundModel({ cash: 0n, limits: LIMITS, rateOf })
  const script: ScriptDay[] = []
  let quiet = 0
  for (let i = 0; i < days; i++) {
    const day = laterBy(first, i)
    const granted = i === 0 ? CASH[0] : i === days >> 1 ? CASH[1] : 0n
    model.cash += granted
    if (quiet === 0 && pick(12) === 0) quiet = pick(12)
    const count = quiet > 0 ? 0 : from([0, 1, 1, 2, 3, 9], pick)
    quiet = Math.max(0, quiet - 1)
    const moments = Array.from({ length: count }, () => momentIn(day, pick)).sort((a, b) => a - b)
    // The first action makes the fund's account; nothing opens days before.
    if (model.openedThrough !== null) model.open(day)
    const actions = moments.map((at) => {
      const action = actionAt(at, model, pick)
      return { action, outcome: model.act(action) }
    })
    script.push({ day, granted, actions })
  }
  return { rates, days: script, model }
}
