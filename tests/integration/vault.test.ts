import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeyPurpose, openVault, type Vault } from '#server/platform/vault.ts'
import { addUser } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

let database: TestDatabase
let folder: string
let vault: Vault
let userId: bigint
beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fairtick-vault-'))
  vault = await openVault(folder)
  userId = await addUser(database.db)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const PLAIN = Buffer.from('11010519491231002X')
const keyFor = (purpose: KeyPurpose) => vault.keyFor(database.db, { userId, purpose, atMs: 1 })

describe('the vault', () => {
  it('opens what it sealed, and seals the same twice differently', async () => {
    const key = await keyFor('identity')
    const sealed = await vault.seal(database.db, key, PLAIN)
    const again = await vault.seal(database.db, key, PLAIN)
    expect(sealed.equals(again)).toBe(false)
    expect(sealed.includes(PLAIN)).toBe(false)
    expect(await vault.open(database.db, key, sealed)).toEqual(PLAIN)
    // Another start of the server.
    const later = await openVault(folder)
    expect(await later.open(database.db, key, sealed)).toEqual(PLAIN)
  })

  it('gives a user one key a purpose, however many ask at once', async () => {
    const asked = Array.from({ length: 6 }, () => keyFor('payout'))
    const keys = new Set(await Promise.all(asked))
    expect(keys.size).toBe(1)
    expect(keys.has(await keyFor('identity'))).toBe(false)
  })

  it('tells changed bytes, and the key of another purpose', async () => {
    const key = await keyFor('identity')
    const sealed = await vault.seal(database.db, key, PLAIN)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(vault.open(database.db, key, changed)).rejects.toThrow()
    }
    await expect(vault.open(database.db, await keyFor('payout'), sealed)).rejects.toThrow()
  })

  it('cannot open anything with the database alone', async () => {
    const key = await keyFor('identity')
    const sealed = await vault.seal(database.db, key, PLAIN)
    const elsewhere = mkdtempSync(join(tmpdir(), 'fairtick-vault-'))
    const thief = await openVault(elsewhere)
    await expect(thief.open(database.db, key, sealed)).rejects.toThrow()
    rmSync(elsewhere, { recursive: true })
  })

  it('forgets what a destroyed key sealed, and makes a new key afterwards', async () => {
    const key = await keyFor('photos')
    const sealed = await vault.seal(database.db, key, PLAIN)
    await vault.destroy(database.db, key, 5)
    expect(await vault.open(database.db, key, sealed)).toBeNull()
    await expect(vault.seal(database.db, key, PLAIN)).rejects.toThrow('destroyed')
    await vault.destroy(database.db, key, 6)
    const rows = await database.db.query(
      'select wrapped, destroyed_at from user_keys where id = $1',
      [key],
    )
    expect(rows).toEqual([{ wrapped: null, destroyed_at: 5n }])
    expect(await keyFor('photos')).not.toBe(key)
  })

  it('keeps what users need for good, also from the role of the app', async () => {
    const key = await keyFor('totp')
    await expect(vault.destroy(database.db, key, 5)).rejects.toMatchObject({ code: 'FT900' })
    const swap = database.db.query("update user_keys set wrapped = 'mine' where id = $1", [key])
    await expect(swap).rejects.toMatchObject({ code: 'FT900' })
  })
})
