/** Backup files and what bad input gets: a sentence that names the file, and nothing is written. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { segmentsBetween } from '#server/backup/cluster-copy.ts'
import {
  addMissing,
  backupFolders,
  registerFolder,
  tellBackups,
} from '#server/backup/deleted-list.ts'
import {
  type Backup,
  FILES_PACK,
  findBackup,
  type Manifest,
  manifestText,
  nameAt,
} from '#server/backup/layout.ts'
import { moveToName, refuseBackupFolder } from '#server/backup/make-backup.ts'
import { outsideText, refuseDatabase } from '#server/backup/outside-database.ts'
import { type PackEntry, packInto, unpackInto } from '#server/backup/pack.ts'
import { noteTimeline, refusedBy, timelineAt } from '#server/backup/recover.ts'
import { type RestoreParts, restoreBackup } from '#server/backup/restore-backup.ts'
import { openWith, type Secret, sealFor } from '#server/backup/seal.ts'
import { leftovers } from '#server/platform/whole-files.ts'
import { readConfig } from '#server/platform/config.ts'
import { refuseUnannounced, RESTORED, UNFINISHED } from '#server/platform/db/announced.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]): string => join(folder, ...names)

const PASSPHRASE = 'correct horse battery'
const TAKEN_AT = Date.UTC(2026, 4, 3, 14)

async function* entriesOf(files: Readonly<Record<string, Buffer>>): AsyncGenerator<PackEntry> {
  yield { path: 'photos/', mode: 0o700, size: 0, content: null }
  for (const [path, bytes] of Object.entries(files)) {
    async function* content() {
      yield bytes
    }
    yield { path, mode: 0o600, size: bytes.length, content: content() }
  }
}

/** A backup of files alone, as one of a server with DATABASE_URL. */
async function makeBackup(secret: Secret, said: Partial<Manifest> = {}): Promise<Backup> {
  const made = at('backups', nameAt(TAKEN_AT))
  mkdirSync(made, { recursive: true })
  const files = { 'vault-key': randomBytes(32), 'photos/1.sealed': randomBytes(70_001) }
  const packed = await packInto(join(made, FILES_PACK), entriesOf(files), sealFor(secret))
  const manifest: Manifest = {
    release: '1.0.0',
    series: 2,
    instanceId: 'a',
    keyId: 'b',
    migrations: ['0001_roles_and_instance'],
    postgres: '18',
    startedAt: TAKEN_AT,
    takenAt: TAKEN_AT,
    archive: null,
    files: [packed],
    ...said,
  }
  writeFileSync(join(made, 'backup.json'), manifestText(manifest))
  return findBackup(at('backups'), null)
}

const restore = (backup: Backup, parts: Partial<RestoreParts> = {}): Promise<void> =>
  restoreBackup({
    backup,
    dataFolder: at('new', 'data'),
    deletedPhotos: at('new', 'data.deleted'),
    databaseUrl: null,
    opener: { passphrase: PASSPHRASE },
    to: null,
    archive: null,
    say: () => undefined,
    ...parts,
  })

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartRefused)
  return error instanceof Error ? error.message : ''
}

it('packs and unpacks files of all sizes, with a digest of what was written', async () => {
  const sizes = [0, 1, 511, 512, 513, 70_000, 3_000_000]
  const files = Object.fromEntries(sizes.map((size) => [`photos/${size}`, randomBytes(size)]))
  const file = at('pack.tar')
  const { bytes } = await packInto(file, entriesOf(files))
  expect(readFileSync(file)).toHaveLength(bytes)
  await unpackInto(at('out'), file)
  for (const [path, content] of Object.entries(files)) {
    expect(readFileSync(at('out', path)).equals(content)).toBe(true)
  }
})

it('encrypts for a recipient, whose identity alone decrypts', async () => {
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
  const recipients = [await identityToRecipient(identity)]
  const backup = await makeBackup({ recipients })
  const file = join(backup.folder, FILES_PACK)
  expect(await refusal(restore(backup, { opener: { identities: other } }))).toContain(file)
  expect(existsSync(at('new'))).toBe(false)
  await restore(backup, { opener: { identities: `# a comment\n${identity}\n` } })
  expect(readdirSync(at('new', 'data')).toSorted()).toEqual(['photos', 'restored', 'vault-key'])
})

it('names the file for a wrong passphrase, and writes nothing', async () => {
  const backup = await makeBackup({ recipients: [await identityToRecipient(KEY)] })
  const file = join(backup.folder, FILES_PACK)
  expect(await refusal(restore(backup, { opener: { passphrase: PASSPHRASE } }))).toContain(
    `This passphrase does not decrypt ${file}`,
  )
  expect(existsSync(at('new'))).toBe(false)
  expect(() => sealFor({ passphrase: 'short' })).toThrow(/fewer than 12 characters/)
  expect(() => sealFor({ recipients: ['age1x'] })).toThrow(/age1x is not a recipient/)
  expect(() => openWith({ identities: '' }, file)).toThrow(/AGE-SECRET-KEY-1/)
})

it('restores into an empty folder only, and removes what a killed restore left', async () => {
  const backup = await makeBackup({ recipients: [await identityToRecipient(KEY)] })
  mkdirSync(at('new', 'data'), { recursive: true })
  writeFileSync(at('new', 'data', 'kept'), '')
  const opener = { identities: KEY }
  expect(await refusal(restore(backup, { opener }))).toMatch(/data is not empty/)
  expect(readdirSync(at('new'))).toEqual(['data'])
  rmSync(at('new', 'data', 'kept'))
  // No process has this number.
  mkdirSync(at('new', '.data.unfinished-99999999'))
  await restore(backup, { opener })
  expect(leftovers(at('new'))).toEqual([])
  expect(readdirSync(at('new')).toSorted()).toEqual(['data', 'data.deleted.backups'])
})

it('tells the backups that were restored of photos that are deleted afterwards', async () => {
  const backup = await makeBackup({ recipients: [await identityToRecipient(KEY)] })
  await restore(backup, { opener: { identities: KEY } })
  const deleted = at('new', 'data.deleted')
  expect(await backupFolders(deleted)).toEqual([realpathSync(at('backups'))])
  writeFileSync(deleted, '7 1000\n')
  await tellBackups(deleted)
  expect(readFileSync(at('backups', 'deleted-photos'), 'utf8')).toBe('7 1000\n')
})

it('starts on no half restore, and on a whole one only when it is announced', () => {
  const refuse = (text: string, afterRestore: boolean) => {
    writeFileSync(at(RESTORED), text)
    return () => refuseUnannounced({ dataFolder: folder, afterRestore })
  }
  for (const afterRestore of [false, true]) {
    expect(refuse(UNFINISHED, afterRestore)).toThrow(/a restore left that did not end/)
  }
  expect(refuse('restored from a backup', false)).toThrow(/--after-restore/)
  expect(refuse('restored from a backup', true)).not.toThrow()
})

it('names what to do when the WAL does not continue a backup, or ends too early', () => {
  const fatal = (text: string) => [`2026-11-30 00:59:34.216 UTC [26339] FATAL:  ${text}`]
  const said = (text: string) => refusedBy(fatal(text), TAKEN_AT)?.message
  expect(said('could not locate required checkpoint record at 0/8008810')).toMatch(
    /an older backup/,
  )
  expect(said("requested timeline 3 is not a child of this server's history")).toMatch(/an older/)
  expect(said('recovery ended before configured recovery target was reached')).toContain(
    'The WAL ends before 2026-05-03T14:00:00.000Z',
  )
  expect(said('could not create shared memory segment')).toBeUndefined()
})

it('follows the timeline on which the server was at a moment', () => {
  const cluster = at('pg')
  const archive = at('wal')
  mkdirSync(join(cluster, 'pg_wal', 'archive_status'), { recursive: true })
  mkdirSync(archive)
  const restoredAt = (name: string, atMs: number) => {
    const file = join(cluster, 'pg_wal', name)
    writeFileSync(file, `1\t0/A000028\tbefore a moment\n`)
    noteTimeline(cluster, atMs)
    expect(existsSync(join(cluster, 'pg_wal', 'archive_status', `${name}.ready`))).toBe(true)
    writeFileSync(join(archive, name), readFileSync(file))
  }
  expect(timelineAt(archive, TAKEN_AT)).toBe('current')
  restoredAt('00000002.history', TAKEN_AT + 1_000)
  restoredAt('0000000A.history', TAKEN_AT + 9_000)
  expect(timelineAt(archive, TAKEN_AT + 999)).toBe('current')
  expect(timelineAt(archive, TAKEN_AT + 1_000)).toBe('2')
  expect(timelineAt(archive, TAKEN_AT + 8_999)).toBe('2')
  expect(timelineAt(archive, TAKEN_AT + 9_000)).toBe('10')
})

const KEY = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX'

it('names a backup of another series, of a newer or an older release, and one that was changed', async () => {
  const secret = { recipients: [await identityToRecipient(KEY)] }
  const opener = { identities: KEY }
  const other = await makeBackup(secret, { series: 1 })
  expect(await refusal(restore(other, { opener }))).toContain(
    `${other.folder} has simulated prices of version 1`,
  )
  rmSync(at('backups'), { recursive: true })
  const newer = await makeBackup(secret, { migrations: ['9999_future'] })
  expect(await refusal(restore(newer, { opener }))).toContain(
    `${newer.folder} is of a newer release`,
  )
  rmSync(at('backups'), { recursive: true })
  const older = await makeBackup(secret, { migrations: ['0054_credentials'] })
  expect(await refusal(restore(older, { opener }))).toContain(
    `${older.folder} is of an older release: restore it with the release of commit 26cd8e65`,
  )
  rmSync(at('backups'), { recursive: true })
  const changed = await makeBackup(secret)
  const file = join(changed.folder, FILES_PACK)
  writeFileSync(file, readFileSync(file).subarray(0, -1))
  expect(await refusal(restore(changed, { opener }))).toContain(`${file} is not the file`)
  expect(await refusal(restore(changed, { opener, to: TAKEN_AT + 1 }))).toMatch(/was not archived/)
  expect(existsSync(at('new'))).toBe(false)
  writeFileSync(join(changed.folder, 'backup.json'), '{"format": 2}')
  expect(() => findBackup(at('backups'), null)).toThrow(/backup.json is of a newer release/)
})

it('finds the newest backup, or that of a moment', async () => {
  await makeBackup({ recipients: [await identityToRecipient(KEY)] })
  expect(findBackup(at('backups'), TAKEN_AT).takenAt).toBe(TAKEN_AT)
  expect(findBackup(at('backups', nameAt(TAKEN_AT)), null).takenAt).toBe(TAKEN_AT)
  expect(() => findBackup(at('backups'), TAKEN_AT - 1)).toThrow(/no backup from before/)
  expect(() => findBackup(folder, null)).toThrow(/has no backup/)
  expect(() => findBackup(at('nowhere'), null)).toThrow(/does not exist/)
})

it('names a backup by its time, or by the next second that no other has', async () => {
  const named = async (content: string): Promise<string> => {
    const draft = at(`draft-${content}`)
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'content'), content)
    return moveToName(draft, folder, TAKEN_AT)
  }
  const [first, second, third] = [await named('a'), await named('b'), await named('c')]
  expect([first, second, third]).toEqual([0, 1_000, 2_000].map((ms) => at(nameAt(TAKEN_AT + ms))))
  for (const [place, content] of Object.entries({ [first]: 'a', [second]: 'b', [third]: 'c' })) {
    expect(readFileSync(join(place, 'content'), 'utf8')).toBe(content)
  }
})

it('refuses to back up into the data folder, or around it', () => {
  const dataFolder = at('data')
  mkdirSync(dataFolder)
  const config = { ...readConfig([], {}, folder), dataFolder }
  for (const place of [dataFolder, join(dataFolder, 'backups'), folder]) {
    expect(() => refuseBackupFolder(place, config)).toThrow(/choose a folder on another disk/)
  }
  expect(() => refuseBackupFolder(at('backups'), config)).not.toThrow()
  expect(existsSync(at('backups'))).toBe(false)
})

it('needs one database: that of the backup, or the one that was put back', async () => {
  const url = 'postgres://owner:secret@db.example/fairtick'
  const outside = await makeBackup({ recipients: [await identityToRecipient(KEY)] })
  expect(() => refuseDatabase(outside, url, null)).not.toThrow()
  expect(() => refuseDatabase(outside, null, null)).toThrow(
    /Put that database back first, as it was at 2026-05-03T14:00:00.000Z or shortly before/,
  )
  expect(() => refuseDatabase(outside, url, TAKEN_AT)).toThrow(/leave --to out/)
  const inside = { ...outside, files: [{ name: 'database.tar', bytes: 0, sha256: '' }] }
  expect(() => refuseDatabase(inside, null, TAKEN_AT)).not.toThrow()
  expect(() => refuseDatabase(inside, url, null)).toThrow(/leave DATABASE_URL out/)
  const said = outsideText(url, TAKEN_AT)
  expect(said).toContain('db.example/fairtick is not in this backup')
  expect(said).toContain('2026-05-03T14:00:00.000Z')
  expect(said).not.toContain('secret')
})

it('tells each backup folder of deleted photos, once', async () => {
  const list = at('data.deleted')
  mkdirSync(at('backups'))
  await registerFolder(list, at('backups'))
  await registerFolder(list, at('backups'))
  writeFileSync(list, '1 5\n2 6\n')
  expect(await tellBackups(list)).toEqual([])
  writeFileSync(list, '1 5\n2 6\n3 7\n')
  expect(await tellBackups(list)).toEqual([])
  expect(readFileSync(at('backups', 'deleted-photos'), 'utf8')).toBe('1 5\n2 6\n3 7\n')
  writeFileSync(at('new.deleted'), '2 6\n')
  await addMissing(at('backups', 'deleted-photos'), at('new.deleted'))
  expect(readFileSync(at('new.deleted'), 'utf8')).toBe('2 6\n1 5\n3 7\n')
  rmSync(at('backups'), { recursive: true })
  expect(await tellBackups(list)).toEqual([at('backups')])
})

it('counts WAL segments over the end of a log file', () => {
  expect(segmentsBetween('0000000200000001000000FE', '000000020000000200000001')).toEqual([
    '0000000200000001000000FE',
    '0000000200000001000000FF',
    '000000020000000200000000',
    '000000020000000200000001',
  ])
})
