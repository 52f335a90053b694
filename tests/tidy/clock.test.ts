import { expect, it } from 'vitest'
import { files } from './repository.ts'

const FUNCTIONS = 'now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday'
const WORDS = 'current_date|current_time|current_timestamp|localtime|localtimestamp'
const DATABASE_CLOCK = new RegExp(`(?<![.\\w])(${FUNCTIONS})\\s*\\(\\s*\\)|\\b(${WORDS})\\b`, 'i')
/** Columns of the baseline have defaults from before the market's clock was handed in. */
const BASELINE = /^server\/migrations\/00(0\d|1[0-3])_/

/** The texts of a source in which SQL stands. */
const sqlIn = ({ path, text }: { path: string; text: string }): string[] =>
  path.endsWith('.sql')
    ? [text.replaceAll(/--.*/g, '')]
    : [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/`[^`]*`|'[^'\n]*'/g)].map(
        ([literal]) => literal,
      )

it('knows the database clock when it sees it', () => {
  const told = ['select now()', 'set at = clock_timestamp()', 'day = current_date']
  expect(told.every((sql) => DATABASE_CLOCK.test(sql))).toBe(true)
  expect(
    ['clock.now()', 'market_now()', 'current_dates'].some((call) => DATABASE_CLOCK.test(call)),
  ).toBe(false)
})

/** Which server may write. It is between servers, and nothing that a user sees. */
const LEASE = ['server/platform/db/lease.ts', 'server/sql/functions/leases.sql']

it('no statement but the lease asks the database for the time: moments come from the market clock', () => {
  const sources = files(/\.(ts|sql)$/, ['server']).filter(({ path }) => !BASELINE.test(path))
  expect(sources.length).toBeGreaterThan(200)
  const asking = sources.filter((file) => sqlIn(file).some((sql) => DATABASE_CLOCK.test(sql)))
  expect(asking.map(({ path }) => path).toSorted()).toEqual(LEASE)
})
