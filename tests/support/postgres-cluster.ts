/**
 * A process that runs one PostgreSQL cluster with a migrated template database for tests. It prints the template's
 * connection strings, of the owner and of each role, and stops when its standard input closes: at the latest when the
 * tests' process ends, even killed.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { prepareDatabase } from '#server/platform/db/prepare.ts'
import { fastFolder } from '#support/fast-folder.ts'

const TEMPLATE = 'fairtick_template'
// No data has to survive a crash of the machine: without fsync, tests are several times faster.
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'max_wal_size=256MB',
]

const folder = mkdtempSync(join(fastFolder(), 'fairtick-test-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
// When tests run as root, the database runs as another user, who must be able to enter.
chmodSync(folder, 0o755)
const postgres = await startEmbedded({ dataFolder: folder, settings: SETTINGS })
process.stdin.resume().once('end', () => void postgres.stop())
const admin = openDatabase(postgres.url('postgres'), { connections: 1 })
await admin.query(`create database ${TEMPLATE}`)
await admin.close()
const { urls } = await prepareDatabase(postgres.url(TEMPLATE))
process.stdout.write(`${JSON.stringify({ owner: postgres.url(TEMPLATE), ...urls })}\n`)
