/** A database at DATABASE_URL, which a backup does not contain and a restore finds put back by other means. */
import { rm } from 'node:fs/promises'
import { readdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { archiveIn } from '#server/archive/archive-folder.ts'
import { selectArchived } from '#server/archive/archive-store.ts'
import { type Backup, DATABASE_PACK } from '#server/backup/layout.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { selectInstanceId } from '#server/platform/db/instance.ts'
import { openSession, type OwnerSession } from '#server/platform/db/owner-database.ts'
import { refusedByDatabase } from '#server/platform/db/prepare-faults.ts'
import { isLeased } from '#server/platform/db/lease.ts'
import { SERVER_LOCK } from '#server/platform/db/preparing.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Where the database is, without the user and the password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Opens a connection as the owner. Throws `StartRefused` if there is none, and if the database is not Fairtick's. */
export async function openOutside(url: string): Promise<OwnerSession> {
  const owner = await openSession(url).catch((error: unknown) => {
    throw refusedByDatabase(error) ?? error
  })
  const [row] = await owner.query<{ known: boolean }>(
    "select to_regclass('public.instance') is not null as known",
  )
  if (row?.known === true) return owner
  await owner.close()
  throw new StartRefused(
    `The database at ${placeOf(url)} has no data of Fairtick: put a backup of it back first, or correct DATABASE_URL.`,
  )
}

/** What the operator has to do for the database, once the other files were backed up. `sinceMs`: from then on. */
export const outsideText = (url: string, sinceMs: number): string =>
  `The database at ${placeOf(url)} is not in this backup. Keep a backup of it that can be put back as it was at
${new Date(sinceMs).toISOString()}, or shortly before: pgBackRest, or a pg_basebackup of that server's own major version
that was made just before this command. Photos that were uploaded after that moment are not in this backup. To
restore the two, put the database back, and then run npm run restore with its DATABASE_URL.`

/** Whether a backup has the database. */
export const hasDatabase = ({ files }: Backup): boolean =>
  files.some(({ name }) => name === DATABASE_PACK)

/** Throws `StartRefused` unless a restore has one database: that of the backup, or that at DATABASE_URL. */
export function refuseDatabase(backup: Backup, url: string | null, to: number | null): void {
  const { folder, startedAt } = backup
  if (hasDatabase(backup)) {
    if (url === null) return
    throw new StartRefused(
      `${folder} has a database, and DATABASE_URL names another one, which the server would use instead: ` +
        'leave DATABASE_URL out.',
    )
  }
  if (url === null) {
    throw new StartRefused(
      `${folder} has no database, because it was at DATABASE_URL. Put that database back first, as it was at ` +
        `${new Date(startedAt).toISOString()} or shortly before, and name it by DATABASE_URL.`,
    )
  }
  if (to === null) return
  throw new StartRefused(
    `${folder} has no database, so --to cannot choose its moment: put the database back as it was then, and leave ` +
      '--to out.',
  )
}

/**
 * Opens the database that belongs to a backup, and keeps servers from it until the connection is closed. Throws
 * `StartRefused` if it is another one, or is in use.
 */
export async function openPutBack(backup: Backup, url: string): Promise<OwnerSession> {
  const owner = await openOutside(url)
  try {
    const [row] = await owner.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      SERVER_LOCK,
    ])
    if (row?.free !== true || (await isLeased(owner))) {
      throw new StartRefused(
        `A Fairtick server uses the database at ${placeOf(url)}: stop it, or correct DATABASE_URL.`,
      )
    }
    if ((await selectInstanceId(owner)) === backup.instanceId) return owner
    throw new StartRefused(
      `The database at ${placeOf(url)} is that of another server than ${backup.folder}: correct DATABASE_URL.`,
    )
  } catch (error) {
    await owner.close()
    throw error
  }
}

/**
 * Removes the files of days that the database has whole, because it is older than the files. The server writes them
 * again when their day has ended, perhaps with other records.
 */
export async function removeLaterDays(owner: Queryable, dataFolder: string): Promise<void> {
  const archive = archiveIn(dataFolder)
  if (!existsSync(archive)) return
  const known = new Set<string>((await selectArchived(owner)).map(({ day }) => day))
  for (const day of readdirSync(archive)) {
    if (!known.has(day)) await rm(join(archive, day), { recursive: true })
  }
}
