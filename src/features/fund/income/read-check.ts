/** Reads all data of one moment that "check my income" needs, and runs the check on this device. */
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { getFund, getFundStatement } from '#contract/endpoints/fund.ts'
import type { FundRate, FundState, FundStatement } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { type CheckResult, checkIncome } from '#features/fund/income/check-income.ts'
import { readRates } from '#features/fund/lists.ts'

/** The public list back to the rate that is in force on the day. */
async function readPublished(first: Day): Promise<Answer<FundRate[]>> {
  const rates: FundRate[] = []
  let before: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<typeof readRates>> = await readRates(before)
    if (!page.ok) return page
    rates.push(...page.value.rows)
    before = page.value.next
    const reached = rates.some(({ from }) => from <= first)
    if (before === null || reached) return { ok: true, value: rates }
  }
}

interface Reading {
  statement: FundStatement
  published: FundRate[]
  /** The state before and after the other data was read. */
  states: [FundState, FundState]
}

async function readOnce(): Promise<Answer<Reading>> {
  const before = await call(getFund, {})
  if (!before.ok) return before
  const statement = await call(getFundStatement, {})
  if (!statement.ok) return statement
  const [first] = statement.value.confirmed.map(({ day }) => day).sort()
  const published: Answer<FundRate[]> =
    first === undefined ? { ok: true, value: [] } : await readPublished(first)
  if (!published.ok) return published
  const after = await call(getFund, {})
  if (!after.ok) return after
  return {
    ok: true,
    value: {
      statement: statement.value,
      published: published.value,
      states: [before.value, after.value],
    },
  }
}

const MAX_READINGS = 3

/**
 * State and statement are read one after the other. They belong together only if the state is the same before and
 * after. Null when it changed on every attempt. `todayNow` returns the business day at the time of the call.
 */
export async function readAndCheck(todayNow: () => Day): Promise<Answer<CheckResult | null>> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const today = todayNow()
    const answer = await readOnce()
    if (!answer.ok) return answer
    const { states, ...read } = answer.value
    const [before, fund] = states
    if (before.version === fund.version && todayNow() === today) {
      return { ok: true, value: checkIncome({ ...read, fund, today }) }
    }
  }
  return { ok: true, value: null }
}
