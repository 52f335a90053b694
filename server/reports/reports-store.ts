/** The SQL of what browsers report. */
import { codePlace, type ReportGroup, reportGroup } from '#contract/client-reports.ts'
import type { Database } from '#server/platform/db/database.ts'
import { z } from 'zod'

/** Equal reports, summed before they are stored. */
export type Pending = Pick<
  ReportGroup,
  'page' | 'build' | 'kind' | 'name' | 'stack' | 'reports' | 'networks' | 'firstAt' | 'lastAt'
>

/** The innermost place, by which reports are equal. */
export const placeOf = ({ stack: [place] }: Pick<Pending, 'stack'>): string =>
  place === undefined ? '' : `${place.file}:${place.line}:${place.column}`

/** Adds to the groups of equal reports. No two of `pending` are of one group. */
export async function noteReports(db: Database, pending: readonly Pending[]): Promise<void> {
  const rows = pending.map(({ firstAt, lastAt, ...report }) => ({
    ...report,
    place: placeOf(report),
    first_at: firstAt,
    last_at: lastAt,
  }))
  await db.query('select note_client_reports($1)', [JSON.stringify(rows)])
}

interface Row {
  id: bigint
  build: string | null
  page: string
  kind: string
  name: string
  stack: unknown
  reports: number
  networks: number
  first_at: number
  last_at: number
}

const stack = z.array(codePlace)

/** All groups, the newest first. */
export async function selectReports(db: Database): Promise<ReportGroup[]> {
  const rows = await db.query<Row>(
    `select id, build, page, kind, name, stack, reports::float8 as reports,
        networks::float8 as networks, first_at::float8 as first_at, last_at::float8 as last_at
      from client_reports order by last_at desc, id desc`,
  )
  return rows.map(({ id, first_at: firstAt, last_at: lastAt, ...row }) =>
    reportGroup.parse({ ...row, id: `${id}`, stack: stack.parse(row.stack), firstAt, lastAt }),
  )
}

/** A build that is served now. */
export interface ServedBuild {
  build: string
  files: readonly string[]
  servedAt: number
}

export async function noteBuild(
  db: Database,
  { build, files, servedAt }: ServedBuild,
): Promise<void> {
  await db.query('select note_client_build($1, $2, $3)', [build, files, servedAt])
}

/** The builds that were served. */
export const selectBuilds = (db: Database): Promise<Pick<ServedBuild, 'build' | 'files'>[]> =>
  db.query('select build, files from client_builds')
