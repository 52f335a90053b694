/** Photos that were deleted, and come back with an older copy of the database, their files and the key of the vault. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deletePhotos } from '#contract/endpoints/verification.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { deletionText } from '#rules/deletion.ts'
import { createLogger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { openDeletedPhotos } from '#server/verification/deleted-photos.ts'
import { addPhoto } from '#support/photos.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'

let its: TestServer
let user: TestUser
let photo: string
beforeEach(async () => {
  its = await testServer()
  user = await its.registerUser()
  photo = await addPhoto(user.visitor, 'id_front')
})
afterEach(() => its.close())

const list = (): string => `${its.config.dataFolder}.deleted`
const fileOf = (id: string): string => {
  const folder = join(its.config.dataFolder, 'photos')
  return join(folder, readdirSync(folder)[0] ?? '', `${id}.sealed`)
}
/** Whether it can be opened. */
const isShown = async (): Promise<boolean> =>
  (await user.visitor.get(`/api/photos/${photo}`)).status === 200
async function remove(): Promise<SignedText> {
  const { body } = await user.visitor.ask('DELETE', '/api/verification/photos')
  const { statement } = deletePhotos.reply.parse(body)
  if (statement === null) throw new Error('nothing was deleted')
  return statement
}
/** Puts back what the copy has; the server is stopped meanwhile in `atStart`. */
async function copied(): Promise<() => Promise<void>> {
  const [row] = await its.owner.query<{ key_id: bigint; wrapped: Buffer }>(
    'select key_id, wrapped from photos p join user_keys k on k.id = p.key_id where p.id = $1',
    [photo],
  )
  const file = readFileSync(fileOf(photo))
  return async () => {
    await its.owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('update photos set deleted_at = null where id = $1', [photo])
      await tx.query('update user_keys set wrapped = $2, destroyed_at = null where id = $1', [
        row?.key_id,
        row?.wrapped,
      ])
    })
    mkdirSync(join(fileOf(photo), '..'), { recursive: true })
    writeFileSync(fileOf(photo), file)
  }
}
const keys = () => its.owner.query('select 1 from user_keys where wrapped is not null')
const present = async (statement: SignedText): Promise<void> => {
  const answer = await its
    .visitor()
    .post('/api/verification/deletions', { statements: [statement] })
  expect([answer.status, answer.body]).toEqual([200, {}])
}

it('are deleted at the start, by the list outside the data folder', async () => {
  const putBack = await copied()
  await remove()
  await putBack()
  expect(await isShown()).toBe(true)
  await its.restart()
  expect(await isShown()).toBe(false)
  expect(existsSync(fileOf(photo))).toBe(false)
  expect(await keys()).toEqual([])
})

it('are deleted when a device of the owner shows what the server signed', async () => {
  const putBack = await copied()
  const statement = await remove()
  await putBack()
  await present(statement)
  expect(await isShown()).toBe(false)
  expect(existsSync(fileOf(photo))).toBe(false)
  expect(await keys()).toEqual([])
})

it('stay in their place when a restore is said, as do those that were never deleted', async () => {
  await its.owner.query('select note_start($1, true)', [Date.now()])
  await its.restart()
  expect(await isShown()).toBe(true)
})

it('stay where nothing says that they were deleted', async () => {
  const statement = await remove()
  photo = await addPhoto(user.visitor, 'id_front')
  const [row] = await its.owner.query<{ id: bigint; createdAt: number }>(
    'select id, created_at::float8 as "createdAt" from photos where id = $1',
    [photo],
  )
  if (row === undefined) throw new Error('no photo')
  const said = (photos: readonly (typeof row)[]) => deletionText({ atMs: 1, photos })
  const refused: SignedText[] = [
    // Another one had that number, on the data that the copy replaced.
    { ...statement, text: said([{ ...row, createdAt: row.createdAt - 1 }]) },
    { ...statement, text: said([row]) },
    { ...statement, keyId: '0'.repeat(16), text: said([row]) },
    { ...statement, text: 'fairtick-deleted-1' },
    statement,
  ]
  for (const each of refused) await present(each)
  await its.restart()
  expect(await isShown()).toBe(true)
})

it('are listed at the start, if a crash or a full disk prevented it', async () => {
  await remove()
  const listed = readFileSync(list(), 'utf8')
  writeFileSync(list(), listed.slice(0, -3))
  await its.restart()
  expect(readFileSync(list(), 'utf8').split('\n')).toContain(listed.trim())
  const again = readFileSync(list(), 'utf8')
  await its.restart()
  expect(readFileSync(list(), 'utf8')).toBe(again)
})

it('keep a server from starting that could not list them', async () => {
  const opened = openDeletedPhotos('/no/such/folder/list', createLogger('silent'))
  await expect(opened).rejects.toThrow(StartRefused)
})

it('are written later, if they could not be listed at once', async () => {
  const path = join(its.config.dataFolder, 'list')
  const lines: string[] = []
  const log = createLogger('error', { write: (line: string) => void lines.push(line) })
  const deleted = await openDeletedPhotos(path, log)
  mkdirSync(path)
  await deleted.add([{ id: 7n, createdAt: 1 }])
  expect(lines.join('')).toContain('could not be listed')
  rmdirSync(path)
  await deleted.add([{ id: 8n, createdAt: 2 }])
  expect(await deleted.read()).toEqual([
    { id: 7n, createdAt: 1 },
    { id: 8n, createdAt: 2 },
  ])
})
