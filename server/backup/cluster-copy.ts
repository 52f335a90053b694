/**
 * Copies a running cluster between `pg_backup_start` and `pg_backup_stop`, with the WAL that the copy needs. A
 * temporary replication slot keeps that WAL meanwhile; it disappears with the connection.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exactly, type PackEntry } from '#server/backup/pack.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { isMissing } from '#server/platform/whole-files.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Folders whose content belongs to the running processes (PostgreSQL, "Making a Base Backup"). */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal)$/
const CONTROL = 'global/pg_control'
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const SEGMENTS_PER_LOG = 256

/** The content of an open file. Closes it. */
async function* contentOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const read = async (length: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, null)
    return buffer.subarray(0, bytesRead)
  }
  try {
    yield* exactly(read, size)
  } finally {
    await handle.close()
  }
}

/** A file as it is now. Null if it is gone. */
export async function fileEntry(path: string, name: string): Promise<PackEntry | null> {
  try {
    const handle = await open(path, constants.O_RDONLY)
    const { size } = await handle.stat()
    return { path: name, mode: FILE_MODE, size, content: contentOf(handle, size) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const textEntry = (path: string, text: string): PackEntry => {
  const bytes = Buffer.from(text)
  return {
    path,
    mode: FILE_MODE,
    size: bytes.length,
    content: exactly(async () => bytes, bytes.length),
  }
}

async function* filesIn(folder: string, inside: string): AsyncGenerator<PackEntry> {
  let entries
  try {
    entries = await readdir(join(folder, inside), { withFileTypes: true })
  } catch (error) {
    // A table that was dropped meanwhile.
    if (isMissing(error)) return
    throw error
  }
  for (const entry of entries) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (LEFT_OUT.test(entry.name) || path === CONTROL) continue
    if (entry.isDirectory()) {
      yield { path: `${path}/`, mode: FOLDER_MODE, size: 0, content: null }
      if (!EMPTY.has(path)) yield* filesIn(folder, path)
    } else if (entry.isFile()) {
      const file = await fileEntry(join(folder, path), path)
      if (file !== null) yield file
    }
  }
}

/** The names of the segments from one to another. */
export function segmentsBetween(first: string, last: string): string[] {
  const timeline = first.slice(0, 8)
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(name.slice(16), 16)
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  const names: string[] = []
  for (let number = numberOf(first); number <= numberOf(last); number += 1) {
    const log = hex(Math.floor(number / SEGMENTS_PER_LOG))
    names.push(`${timeline}${log}${hex(number % SEGMENTS_PER_LOG)}`)
  }
  return names
}

/** What is known of the copy when its last entry was read. */
export interface CopiedMoment {
  takenAt: number
}

async function start(owner: Queryable, slot: string): Promise<string> {
  const rows = await owner.query<{ level: string }>("select current_setting('wal_level') as level")
  if (rows[0]?.level === 'minimal') {
    throw new StartRefused(
      'The running database does not write what a backup needs (wal_level is minimal). ' +
        'Restart the server with this release, and back up then.',
    )
  }
  await owner.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  const begun = await owner.query<{ segment: string }>(
    "select pg_walfile_name(pg_backup_start('fairtick', true)) as segment",
  )
  return begun[0]?.segment ?? ''
}

async function* stopped(
  owner: Queryable,
  folder: string,
  { first, done }: { first: string; done: (moment: CopiedMoment) => void },
): AsyncGenerator<PackEntry> {
  // It also switches to another segment, so the last one that the copy needs is complete.
  const rows = await owner.query<{ label: string; segment: string }>(
    'select labelfile as label, pg_walfile_name(lsn - 1) as segment from pg_backup_stop(false)',
  )
  const takenAt = Date.now()
  const { label = '', segment = first } = rows[0] ?? {}
  yield textEntry('backup_label', label)
  for (const name of segmentsBetween(first, segment)) {
    const file = await fileEntry(join(folder, 'pg_wal', name), `pg_wal/${name}`)
    if (file === null) throw new Error(`the WAL segment ${name} is missing`)
    yield file
  }
  done({ takenAt })
}

/** The files of a running cluster. `done` is called with the moment of which they are. */
export async function* clusterEntries(
  owner: Queryable,
  folder: string,
  done: (moment: CopiedMoment) => void,
): AsyncGenerator<PackEntry> {
  const first = await start(owner, `fairtick_backup_${process.pid}`)
  yield* filesIn(folder, '')
  const control = await fileEntry(join(folder, CONTROL), CONTROL)
  if (control !== null) yield control
  yield* stopped(owner, folder, { first, done })
}
