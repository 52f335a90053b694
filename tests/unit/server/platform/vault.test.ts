import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVault } from '#server/platform/vault.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-vault-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const keyFile = (): string => join(folder, 'vault-key')

describe("the vault's master key", () => {
  it('is made once, readable by its owner alone, and found again', async () => {
    const vault = await openVault(folder)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    const key = readFileSync(keyFile())
    expect(key).toHaveLength(32)
    const again = await openVault(folder)
    expect(readFileSync(keyFile())).toEqual(key)
    expect(again.digest('CN|1')).toEqual(vault.digest('CN|1'))
  })

  it('is one, however many open it at once', async () => {
    const vaults = await Promise.all(Array.from({ length: 8 }, () => openVault(folder)))
    const digests = vaults.map((vault) => vault.digest('CN|1').toString('hex'))
    expect(new Set(digests).size).toBe(1)
  })

  it('is refused when it is not whole', async () => {
    writeFileSync(keyFile(), 'short')
    await expect(openVault(folder)).rejects.toThrow('is not a key of 32 bytes')
  })

  it('is named when it is not the one that a database was sealed with', async () => {
    const vault = await openVault(folder)
    const sealed = vault.sealOwn(Buffer.from('secret'))
    expect(vault.openOwn(sealed).toString()).toBe('secret')
    rmSync(keyFile())
    const other = await openVault(folder)
    expect(() => other.openOwn(sealed)).toThrow(
      `${keyFile()} is not the key that this database was sealed with`,
    )
  })

  it('makes digests that another vault does not make', async () => {
    const vault = await openVault(folder)
    const other = mkdtempSync(join(tmpdir(), 'fairtick-vault-'))
    expect((await openVault(other)).digest('CN|1')).not.toEqual(vault.digest('CN|1'))
    expect(vault.digest('CN|2')).not.toEqual(vault.digest('CN|1'))
    rmSync(other, { recursive: true })
  })
})
