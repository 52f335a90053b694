/** As ledger-marks.deep.test.ts for the faults of the fund. */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { FUND_PLANTS, openFundPlantRoom } from '#support/fund-plants.ts'
import { expectAtOnce, expectInTurn, passMarks } from '#support/marked-checks.ts'
import type { TestDatabase } from '#support/postgres.ts'

/** What only a slice finds: the rows are of a user without open documents, or of days before the user's mark. */
const ONLY_IN_TURN = new Set([
  'a confirmation moved nothing',
  'income is paid for a day without accrual',
  'a rate is altered afterwards',
  'a rate goes away',
])

let database: TestDatabase
beforeAll(async () => {
  ;({ database } = await openFundPlantRoom())
})
afterAll(() => database.close())

it.each(FUND_PLANTS)('%s: %s, in new rows', (_name, _what, plant) =>
  expectAtOnce(database, plant()),
)

describe('past the marks', () => {
  beforeAll(() => passMarks(database))

  it.each(FUND_PLANTS)('%s: %s, in old rows', (_name, what, plant) =>
    expectInTurn(database, plant(), { isAtOnce: !ONLY_IN_TURN.has(what) }),
  )
})
