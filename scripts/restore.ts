/** `npm run restore -- FOLDER --data-dir NEW`: restores a backup into an empty folder, and checks it whole. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findBackup } from '#server/backup/layout.ts'
import { refuseDatabase } from '#server/backup/outside-database.ts'
import { refuseTarget, restoreBackup } from '#server/backup/restore-backup.ts'
import type { Opener } from '#server/backup/seal.ts'
import { readConfig } from '#server/platform/config.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { endWith, readArguments, readPassphrase } from './backup-arguments.ts'
import './settings.mjs'

const USAGE = `npm run restore -- FOLDER --data-dir NEW      the newest backup of the folder, into a new data folder
  --to 2026-05-03T14:05:00Z   to this moment; needs the WAL that npm start -- --archive-wal has archived
  --wal FOLDER                where that WAL is now, if it was moved
  --identity FILE             decrypts a backup that was made for a recipient of age
Of a backup without a database, DATABASE_URL names the database that was put back.
Without --identity, it asks for the passphrase, or reads it from BACKUP_PASSPHRASE or standard input.`

function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const timeMs = Date.parse(text)
  if (/Z|[+-]\d\d:?\d\d$/.test(text) && Number.isFinite(timeMs)) return timeMs
  throw new StartRefused(
    `--to ${text} is no moment with a time zone, such as 2026-05-03T14:05:00Z.`,
  )
}

async function openerOf(identity: string | undefined): Promise<Opener> {
  if (identity === undefined) return { passphrase: await readPassphrase(1) }
  return { identities: readFileSync(resolve(identity), 'utf8') }
}

async function main(): Promise<string | null> {
  const given = readArguments(process.argv.slice(2), ['--to', '--wal', '--identity', '--data-dir'])
  const [folder] = given?.options.get('--data-dir') ?? []
  if (given === null || folder === undefined) return USAGE
  const [identity] = given.options.get('--identity') ?? []
  const [wal] = given.options.get('--wal') ?? []
  const to = momentOf(given.options.get('--to')?.[0])
  const config = readConfig([...given.flags, '--data-dir', folder], process.env, process.cwd())
  const { dataFolder, deletedPhotos, databaseUrl } = config
  refuseTarget(dataFolder)
  const backup = findBackup(given.folder, to)
  refuseDatabase(backup, databaseUrl, to)
  const startedAt = performance.now()
  await restoreBackup({
    backup,
    dataFolder,
    deletedPhotos,
    databaseUrl,
    opener: await openerOf(identity),
    to,
    archive: wal === undefined ? null : resolve(wal),
    say: (line) => process.stdout.write(`${line}\n`),
  })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(
    `Restored to ${dataFolder} in ${seconds} s, and every check passed.\n` +
      `Start it once with: npm start -- --data-dir ${dataFolder} --after-restore\n` +
      (databaseUrl === null ? '' : 'with the same DATABASE_URL.\n'),
  )
  return null
}

await endWith(main)
