import { DAY_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import { RETENTION_MS } from '#contract/retention.ts'
import { PROMISES } from '#features/articles/privacy-article.tsx'
import { read } from './repository.ts'

const byKind = (found: Iterable<RegExpMatchArray>, unit: number): Record<string, number> =>
  Object.fromEntries(Array.from(found, ([, what = '', time]) => [what, Number(time) * unit]))

it('removes what is old after the times of the one table', () => {
  const sql = read('server/sql/functions/retention.sql')
  const [, body = ''] = /function kept_ms[^$]+\$\$([^$]+)\$\$/.exec(sql) ?? []
  expect(byKind(body.matchAll(/when '(\w+)' then (\d+)/g), 1)).toEqual(RETENTION_MS)
  // The trigger and the constraint of removed answers count in days.
  const days = RETENTION_MS.answers / DAY_MS
  expect(sql).toContain(`new.removed >= new.day + ${days}`)
  expect(read('server/migrations/0006_ledger.sql')).toContain(`removed >= day + ${days}`)
})

it('tells operators and users the same times', () => {
  const [, section = ''] = /\n## What grows\n([\s\S]+?)\n## /.exec(read('docs/OPERATIONS.md')) ?? []
  const rows = section.matchAll(/^\|[^\n|]+ \(`(\w+)`\) \| (\d+) days? \|/gm)
  expect(byKind(rows, DAY_MS)).toEqual(RETENTION_MS)
  expect(PROMISES.eventDays * DAY_MS).toBe(RETENTION_MS.outbox)
  expect(PROMISES.answerDays * DAY_MS).toBe(RETENTION_MS.answers)
  expect(PROMISES.endedDays * DAY_MS).toBe(RETENTION_MS.sessions)
  expect(PROMISES.reportDays * DAY_MS).toBe(RETENTION_MS.reports)
  expect(PROMISES.noticeDays * DAY_MS).toBe(RETENTION_MS.outlet)
})
