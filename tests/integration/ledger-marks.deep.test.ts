/**
 * The checks of a running server against the full view: every fault of the suite is planted in rows that are new to the
 * marks, and in rows that the marks are past.
 */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openPlantRoom, PLANTS } from '#support/ledger-plants.ts'
import { expectAtOnce, expectInTurn, passMarks } from '#support/marked-checks.ts'
import type { TestDatabase } from '#support/postgres.ts'

/** What only a slice finds, because nothing that is new or open shows it. The next check finds everything else. */
const ONLY_IN_TURN = new Set([
  'an amount is altered',
  'a transfer moves another user’s money',
  'a balance after is altered',
  'an account is missing',
  'a mutex is missing',
  'a settlement’s transfer is missing',
  'a live order is paid out',
  'a win pays a cent more',
  'a final order has no settlement',
  'status and settlement differ',
  'a settlement repeats another stake than the order’s',
  'practice money comes from the trading house',
  'practice money names no day',
  'a transfer of an unknown kind',
  'the exit’s price is altered in the log',
  'the entry tick is altered in the log',
  'another exit tick is recorded',
  'another reason is recorded',
  'a gap was passed over',
  'a halt was passed over',
  'a tick was stale',
  'an acceptance is kept out of the public log',
  'an order is entered that no record of the price log holds',
  'a jump was none',
  'practice money is given for another day than that of its moment',
  'practice money was given on a day that was over',
  'a session has no evidence',
  'a session is said to be from before there was evidence',
  'a session was opened by the password of another user',
  'a session was opened long after the password was compared',
  'a session is of a guest who is none',
  'a session was opened by the second factor of another user',
  'a user without a password got one',
])

let database: TestDatabase
beforeAll(async () => {
  ;({ database } = await openPlantRoom())
})
afterAll(() => database.close())

it.each(PLANTS)('%s: %s, in new rows', (_name, _what, plant) => expectAtOnce(database, plant()))

describe('past the marks', () => {
  beforeAll(() => passMarks(database))

  it.each(PLANTS)('%s: %s, in old rows', (_name, what, plant) =>
    expectInTurn(database, plant(), { isAtOnce: !ONLY_IN_TURN.has(what) }),
  )
})
