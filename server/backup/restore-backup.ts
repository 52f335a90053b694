/** Restores a backup into a new data folder, which has its name once everything in it was checked. */
import {
  chmodSync,
  chownSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SERIES_VERSION } from '#rules/simulation.ts'
import { bringDays } from '#server/archive/open-archive.ts'
import { RESTORED, UNFINISHED } from '#server/platform/db/announced.ts'
import { faultsOfRestored } from '#server/backup/check-restored.ts'
import { addMissing, registerFolder } from '#server/backup/deleted-list.ts'
import { type Backup, DATABASE_PACK, DELETED, FILES_PACK } from '#server/backup/layout.ts'
import {
  hasDatabase,
  openPutBack,
  placeOf,
  removeLaterDays,
} from '#server/backup/outside-database.ts'
import { unpackInto, verifyPacked } from '#server/backup/pack.ts'
import { noteTimeline, recover, refuseArchive } from '#server/backup/recover.ts'
import { type Opener, openWith } from '#server/backup/seal.ts'
import { leftovers, moveWhole, syncToDisk, unfinished } from '#server/platform/whole-files.ts'
import { isBeforeBaseline, withBaseline } from '#server/platform/db/baseline.ts'
import { openDatabase, type Queryable } from '#server/platform/db/database.ts'
import { stopOrphan } from '#server/platform/db/embedded.ts'
import {
  clusterFolder,
  bundledVersion,
  type RunAs,
  runAs,
} from '#server/platform/db/embedded-binaries.ts'
import { knownMigrations, migrate } from '#server/platform/db/migrations.ts'
import { BRIDGE } from '#server/platform/db/prepare-faults.ts'
import { DATABASE } from '#server/platform/db/prepare.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

export interface RestoreParts {
  backup: Backup
  /** The new data folder. */
  dataFolder: string
  /** The list of deleted photos outside the data folder. */
  deletedPhotos: string
  /** The database that was put back, of a backup without one. Null: it is not checked, or in the backup. */
  databaseUrl: string | null
  opener: Opener
  /** The moment to restore. Null: the newest one. */
  to: number | null
  /** Where the archived WAL is. Null: where the backup says, if it is there. */
  archive: string | null
  /** Says what is done. */
  say: (line: string) => void
}

/** Throws `StartRefused` unless the data folder is missing or empty. */
export function refuseTarget(dataFolder: string): void {
  if (!existsSync(dataFolder) || readdirSync(dataFolder).length === 0) return
  throw new StartRefused(
    `${dataFolder} is not empty: a restore never overwrites data. Name another folder: --data-dir <folder>`,
  )
}

async function refuseUnfit(backup: Backup): Promise<void> {
  const { folder, series, migrations, postgres } = backup
  const known = await knownMigrations()
  if (isBeforeBaseline(migrations, known)) {
    throw new StartRefused(
      `${folder} is of an older release: restore it with the release of commit ${BRIDGE}, start that one once, ` +
        'and then start this one.',
    )
  }
  if (withBaseline(migrations, known).some((name) => !known.includes(name))) {
    throw new StartRefused(`${folder} is of a newer release: restore it with that release.`)
  }
  if (series !== SERIES_VERSION) {
    throw new StartRefused(
      `${folder} has simulated prices of version ${series}, and this release makes version ${SERIES_VERSION}: ` +
        'restore it with the release that made it.',
    )
  }
  if (!hasDatabase(backup)) return
  const version = bundledVersion()
  if (version.includes(` ${postgres}.`)) return
  throw new StartRefused(
    `${folder} is of PostgreSQL ${postgres}, and this release has ${version}: ` +
      'restore it with the release that made it.',
  )
}

/** Decrypts the first bytes, so that a wrong secret is named before anything is written. */
async function refuseSecret(file: string, opener: Opener): Promise<void> {
  const source = createReadStream(file)
  for await (const _ of await openWith(opener, file)(source)) break
  source.destroy()
}

function archiveOf({ backup, to, archive }: RestoreParts): string | null {
  const place = archive ?? backup.archive
  if (place !== null && (existsSync(place) || archive !== null || to !== null)) {
    refuseArchive(place)
    return place
  }
  if (to === null) return null
  throw new StartRefused(
    'The WAL of this backup was not archived (npm start -- --archive-wal FOLDER), so only the moment of a backup ' +
      'can be restored: leave --to out.',
  )
}

function giveTo(folder: string, { uid, gid }: RunAs): void {
  if (uid === undefined || gid === undefined) return
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(folder, entry), uid, gid)
  }
}

/** The folder of the cluster, if it is not in the data folder. */
const elsewhereOf = (dataFolder: string): string | null => {
  const mark = join(dataFolder, 'pg-folder')
  return existsSync(mark) ? readFileSync(mark, 'utf8') : null
}

/** Removes what a restore has made. If it was killed, its database may be running still. */
async function remove(draft: string): Promise<void> {
  const elsewhere = elsewhereOf(draft)
  await stopOrphan(join(elsewhere ?? draft, 'pg'))
  if (elsewhere !== null) rmSync(elsewhere, { recursive: true, force: true })
  rmSync(draft, { recursive: true, force: true })
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncAll(path)
    if (entry.isFile()) await syncToDisk(path)
  }
  await syncToDisk(folder)
}

/** Unpacks the cluster where PostgreSQL can read it. */
async function unpackCluster(draft: string, file: string): Promise<string> {
  const as = runAs()
  const cluster = clusterFolder(draft, as)
  await unpackInto(cluster, file)
  chmodSync(cluster, 0o700)
  giveTo(cluster, as)
  const password = join(draft, 'pg-password')
  const place = join(dirname(cluster), 'pg-password')
  if (password !== place) {
    writeFileSync(place, readFileSync(password), { mode: 0o600 })
    rmSync(password)
  }
  return cluster
}

/** Brings the database to this release, and checks it with the files. `bring` adds what the files lack. */
async function check(
  draft: string,
  url: string,
  { backup, say }: RestoreParts,
  { bring, cure }: { bring: (owner: Queryable) => Promise<void>; cure: string },
): Promise<void> {
  await migrate(url)
  say('Checking chains, signatures and invariants…')
  const owner = openDatabase(url, { connections: 1 })
  try {
    await bring(owner)
    const faults = await faultsOfRestored(owner, draft)
    if (faults.length === 0) return
    const list = faults.map((fault) => `  - ${fault}`).join('\n')
    throw new StartRefused(
      `${backup.folder} does not pass the checks, and nothing was restored:\n${list}\n${cure}`,
    )
  } finally {
    await owner.close()
  }
}

async function recoverAndCheck(draft: string, cluster: string, parts: RestoreParts) {
  const { to, say } = parts
  say('Recovering the database…')
  const wal = archiveOf(parts)
  const postgres = await recover({ dataFolder: draft, cluster, archive: wal, to })
  try {
    await check(draft, postgres.url(DATABASE), parts, {
      bring: async (owner) => {
        if (wal !== null) await bringDays(owner, draft, wal)
      },
      cure: 'Restore an older backup, or an earlier moment (--to).',
    })
  } finally {
    await postgres.stop()
  }
  noteTimeline(cluster, Date.now())
}

/** Checks the files together with the database that was put back. */
async function checkPutBack(draft: string, url: string, parts: RestoreParts): Promise<void> {
  const session = await openPutBack(parts.backup, url)
  try {
    await check(draft, url, parts, {
      bring: (owner) => removeLaterDays(owner, draft),
      cure: 'Put another state of the database back, or restore another backup.',
    })
  } finally {
    await session.close()
  }
}

async function fill(draft: string, parts: RestoreParts): Promise<void> {
  const { backup, databaseUrl, opener, to, say } = parts
  mkdirSync(draft)
  const mark = join(draft, RESTORED)
  writeFileSync(mark, UNFINISHED)
  const secret = join(backup.folder, FILES_PACK)
  say('Unpacking…')
  await unpackInto(draft, secret, openWith(opener, secret))
  let what = to === null ? 'to the newest moment' : `to ${new Date(to).toISOString()}`
  if (hasDatabase(backup)) {
    const cluster = await unpackCluster(draft, join(backup.folder, DATABASE_PACK))
    await recoverAndCheck(draft, cluster, parts)
  } else if (databaseUrl !== null) {
    await checkPutBack(draft, databaseUrl, parts)
    what = `with the database at ${placeOf(databaseUrl)}`
  }
  writeFileSync(mark, `restored from ${backup.folder} ${what}\n`)
  await syncAll(draft)
}

/** Restores a backup. Nothing is left of a restore that fails, and what a killed one left is removed by the next. */
export async function restoreBackup(parts: RestoreParts): Promise<void> {
  const { backup, dataFolder, deletedPhotos, opener, say } = parts
  refuseTarget(dataFolder)
  await refuseUnfit(backup)
  archiveOf(parts)
  say(`Verifying ${backup.folder}…`)
  await refuseSecret(join(backup.folder, FILES_PACK), opener)
  for (const file of backup.files) await verifyPacked(join(backup.folder, file.name), file)
  mkdirSync(dirname(dataFolder), { recursive: true })
  for (const left of leftovers(dirname(dataFolder), basename(dataFolder))) await remove(left)
  const draft = unfinished(dataFolder)
  try {
    await fill(draft, parts)
    const backups = realpathSync(dirname(backup.folder))
    await addMissing(join(backups, DELETED), deletedPhotos)
    // The list of these folders is lost with the disk. The backup has photos that may be deleted from now on.
    await registerFolder(deletedPhotos, backups)
  } catch (error) {
    await remove(draft)
    throw error
  }
  if (existsSync(dataFolder)) rmdirSync(dataFolder)
  await moveWhole(draft, dataFolder)
}
