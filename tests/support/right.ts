/** The shape of the rows of grants.ts. */
import type { RoleName } from '#server/platform/db/database.ts'
import type { InsiderScene } from '#support/insider-scene.ts'

export type Sql = string | ((scene: Pick<InsiderScene, 'ids' | 'nowMs'>) => string)

/** How the worst use is tried: each statement by itself, by the role's log-in. */
export interface Trial {
  sql: readonly Sql[]
  /** The honest use that is most alike. It must not be refused or found. */
  twin: Sql
}

/** A right, or several of the same worst use. */
export interface Right {
  /** As `rightsIn` names them. */
  rights: readonly string[]
  /** The worst use, as one sentence. */
  worst: string
  /**
   * `prevented`: by this error code. `found`: by this invariant at the next check. `stays`: neither; why it moves no
   * money and changes no result, and who sees it. `open`: neither, and it does harm; docs/SECURITY.md says so too.
   */
  end: { prevented: string } | { found: string } | { stays: string } | { open: string }
  /** What tries it: statements, or an act of the scenario that does, by its name there. */
  tried: Trial | { act: string }
}

const reads = (role: RoleName, tables: readonly string[]): string[] =>
  tables.map((table) => `${role} read ${table}`)
const reading = (tables: readonly string[]): Trial => ({
  sql: tables.map((table) => {
    const [, name = '', columns = '*'] = /^(\w+)(?: \((.*)\))?$/.exec(table) ?? []
    return `select ${columns.replaceAll(' ', ', ')} from ${name} limit 1`
  }),
  twin: 'select 1',
})
/** The right to read tables. Columns that it is limited to follow their names. */
export const read = (
  role: RoleName,
  tables: readonly string[],
  { worst, stays }: { worst: string; stays: string },
): Right => ({
  rights: reads(role, tables),
  worst,
  end: { stays },
  tried: reading(tables),
})
