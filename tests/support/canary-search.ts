/** Finds planted secrets in whatever text or bytes they may have leaked into, however they are written there. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'

export interface Canary {
  name: string
  value: string | Buffer
  /** Must not be in plain text in the database or the data folder either. */
  sealed: boolean
}

/** Every way that a log, a dump or a URL may write these bytes. */
export function spellings(value: string | Buffer): string[] {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value)
  const coded = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  coded.push(bytes.toString('base64url'), bytes.toString('latin1'))
  if (!Buffer.isBuffer(value)) {
    coded.push(value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1))
  }
  return [...new Set(coded)].filter((spelling) => spelling.length >= 6)
}

export function foundIn(text: string, canaries: readonly Canary[]): string[] {
  const lower = text.toLowerCase()
  return canaries
    .filter(({ value }) =>
      spellings(value).some(
        (spelling) => text.includes(spelling) || lower.includes(spelling.toLowerCase()),
      ),
    )
    .map(({ name }) => name)
}

const PAGE = 2_000

/** Every row of every table as text; tick history and the like, which no user's words reach, is left out. */
export async function foundInTables(
  owner: Database,
  canaries: readonly Canary[],
): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables
      where schemaname = 'public' and tablename not in ('ticks', 'candles', 'checkpoints')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    for (let offset = 0; ; offset += PAGE) {
      const rows = await owner.query<{ text: string }>(
        `select t::text as text from ${name} t order by ctid limit ${PAGE} offset ${offset}`,
      )
      const text = rows.map((row) => row.text).join('\n')
      found.push(...foundIn(text, canaries).map((canary) => `${canary} in table ${name}`))
      if (rows.length < PAGE) break
    }
  }
  return found
}

/** Every file below the folder, byte for byte. */
export function foundInFolder(
  folder: string,
  canaries: readonly Canary[],
  passedOver: RegExp,
): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const full = join(folder, path)
    if (passedOver.test(path) || !statSync(full).isFile()) return []
    const bytes = readFileSync(full)
    return canaries
      .filter(({ value }) => bytes.includes(value))
      .map(({ name }) => `${name} in file ${path}`)
  })
}
