/** `npm run backup -- FOLDER`: backs the server up while it runs. Takes the same flags as `npm start`. */
import { findBackup } from '#server/backup/layout.ts'
import { makeBackup, refuseBackupFolder } from '#server/backup/make-backup.ts'
import { outsideText } from '#server/backup/outside-database.ts'
import { type Secret, sealFor } from '#server/backup/seal.ts'
import { readConfig } from '#server/platform/config.ts'
import { withOwnerUrl } from '#server/platform/db/owner-database.ts'
import { endWith, readArguments, readPassphrase } from './backup-arguments.ts'
import './settings.mjs'

const USAGE = `npm run backup -- FOLDER                      a new backup in the folder, also while the server runs
npm run backup -- FOLDER --recipient age1…    encrypts keys and photos for a recipient of age
Without --recipient, it asks for a passphrase, or reads it from BACKUP_PASSPHRASE or standard input.
Flags and environment as for npm start: the same --data-dir or DATABASE_URL finds the same data.`

async function main(): Promise<string | null> {
  const given = readArguments(process.argv.slice(2), ['--recipient'])
  if (given === null) return USAGE
  const { folder, options, flags } = given
  const config = readConfig(flags, process.env, process.cwd())
  refuseBackupFolder(folder, config)
  const recipients = options.get('--recipient')
  const secret: Secret =
    recipients === undefined ? { passphrase: await readPassphrase(2) } : { recipients }
  sealFor(secret)
  const startedAt = performance.now()
  const made = await withOwnerUrl(config, (place) =>
    makeBackup({ config, folder, secret, ...place }),
  )
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(`Backed up to ${made} in ${seconds} s.\n`)
  const { databaseUrl: url } = config
  if (url !== null) {
    process.stdout.write(`${outsideText(url, findBackup(made, null).startedAt)}\n`)
  }
  return null
}

await endWith(main)
