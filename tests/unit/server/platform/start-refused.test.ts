import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programFault, refusedBySystem, StartRefused } from '#server/platform/start-refused.ts'

const AT = { host: '127.0.0.1', port: 8_460 }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-refused-'))
  writeFileSync(join(folder, 'file'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a fault of the system becomes a sentence with its cure:', () => {
  it('a file in the place of the data folder, or above it', () => {
    const file = join(folder, 'file')
    for (const path of [file, join(file, 'below')]) {
      const refused = refusedBySystem(
        thrownBy(() => mkdirSync(path, { recursive: true })),
        AT,
      )
      expect(refused).toBeInstanceOf(StartRefused)
      expect(refused?.message).toMatch(/file is no folder: move .* --data-dir|below is no folder/)
    }
  })
  it('a folder in the place of a file, and a missing one', () => {
    const isFolder = refusedBySystem(
      thrownBy(() => writeFileSync(folder, '')),
      AT,
    )
    expect(isFolder?.message).toContain(`${folder} is a folder, but a file is needed there`)
    const gone = join(folder, 'gone', 'file')
    expect(
      refusedBySystem(
        thrownBy(() => readFileSync(gone)),
        AT,
      )?.message,
    ).toContain(gone)
  })
  it('a port in use', async () => {
    const other = createServer().listen(0, AT.host)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const second = createServer()
    const failed = once(second, 'error')
    second.listen(port, AT.host)
    const [error] = await failed
    expect(refusedBySystem(error, { ...AT, port })?.message).toContain(
      `Port ${port} on 127.0.0.1 is in use`,
    )
    other.close()
  })
  // The system of a test may not be able to cause these.
  it.each([
    ['ENOSPC', 'write', /^The disk is full .*: free some space/],
    ['EDQUOT', 'mkdir', /^The disk is full/],
    ['EACCES', 'mkdir', /may not read or write \/data: change its owner/],
    ['EPERM', 'open', /may not read or write \/data/],
    ['EROFS', 'mkdir', /can only be read: mount it/],
    ['EACCES', 'listen', /may not listen on Port 8460 on 127\.0\.0\.1: choose a port from 1024/],
    ['EADDRNOTAVAIL', 'listen', /does not have the address/],
    ['ENOTFOUND', 'getaddrinfo', /host name of Port 8460 on 127\.0\.0\.1 is unknown/],
  ])('%s of %s', (code, syscall, sentence) => {
    const error = Object.assign(new Error(code), { code, syscall, path: '/data' })
    expect(refusedBySystem(error, AT)?.message).toMatch(sentence)
  })
})

it('leaves defects as they are, with their stack', () => {
  expect(refusedBySystem(new TypeError('x is undefined'), AT)).toBeNull()
  expect(refusedBySystem('text', AT)).toBeNull()
})

it('says that the disk is full when a program of PostgreSQL prints so', () => {
  const full = 'could not write to file "base/1": No space left on device'
  expect(programFault('It failed in', '/pg', full).message).toContain('The disk is full (/pg)')
  expect(programFault('It failed in', '/pg', 'no ICU').message).toContain('set DATABASE_URL')
})
