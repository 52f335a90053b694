/** Whatever is changed in an archive is found, with the name of the file; and the command prints it. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Day, Price } from '#contract/scalars.ts'
import { createBlockCache } from '#server/archive/block-cache.ts'
import { decodeBlock } from '#server/archive/block.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import { checkArchive } from '#server/archive/check-archive.ts'
import { openDay } from '#server/archive/day-reader.ts'
import { MANIFEST, readManifest, writeManifest } from '#server/archive/manifest.ts'
import {
  DAYS,
  forgeBlock,
  forgeRecords,
  isSignedWith,
  newSigner,
  openFile,
  signAgain,
  writeArchive,
  writeFile,
} from '#support/archive.ts'

const [first, last] = DAYS as [Day, Day]
const signer = newSigner()
const other = newSigner()

let base: string
let honest: string
let root: string
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fairtick-archives-'))
  honest = join(base, 'honest')
  await writeArchive(honest, signer)
})
afterAll(() => rmSync(base, { recursive: true, force: true }))
beforeEach(() => {
  root = join(base, 'changed')
  rmSync(root, { recursive: true, force: true })
  cpSync(honest, root, { recursive: true })
})

const at = (...names: string[]): string => join(root, ...names)

async function faultsIn(folder: string): Promise<string[]> {
  const faults: string[] = []
  for await (const report of checkArchive(folder, isSignedWith(signer))) {
    faults.push(...report.faults)
  }
  return faults.map((fault) => fault.replaceAll(`${folder}/`, ''))
}

/** The records of the last block of a file. */
async function lastRecords(symbol: string): Promise<ArchivedRecord[]> {
  const { blocks } = await openFile(at(last), symbol)
  return (await decodeBlock(symbol, blocks.at(-1) as Buffer)).records
}

/** Has the server itself sign a file of the last day with other records. */
async function forged(
  edit: (archived: ArchivedRecord[]) => ArchivedRecord[],
  symbol = 'GC',
): Promise<void> {
  const archived = edit(await lastRecords(symbol))
  await forgeRecords(await openFile(at(last), symbol), archived, { signer })
}

async function changeBlocks(change: (blocks: readonly Buffer[]) => readonly Buffer[]) {
  const open = await openFile(at(first), 'GC')
  writeFile(open, change(open.blocks))
}

function changeText(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}

const GC = `${first}/GC.ticks`
const LATER_GC = `${last}/GC.ticks`
const BYTES = (n: number, span: string): string =>
  `${GC}: block ${n}, records ${span}: the bytes are not those of the manifest`
const FIRST_BYTES = BYTES(1, '1 to 10,000')
const SECOND_BYTES = BYTES(2, '10,001 to 10,010')
const LENGTH = /^2026-11-28\/GC\.ticks: has [\d,]+ bytes, and the manifest names [\d,]+$/

/** A change by someone without the server's key, and what is found. */
const CHANGES: Record<string, [change: () => Promise<void> | void, found: (string | RegExp)[]]> = {
  'one byte of a block': [
    () =>
      changeBlocks(([one, two]) => {
        const bytes = Buffer.from(one as Buffer)
        bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
        return [bytes, two as Buffer]
      }),
    [FIRST_BYTES],
  ],
  'a block that was dropped': [
    () => changeBlocks((blocks) => blocks.slice(1)),
    [LENGTH, FIRST_BYTES, SECOND_BYTES],
  ],
  'a block that is there two times': [
    () => changeBlocks((blocks) => [...blocks.slice(0, 1), ...blocks]),
    [LENGTH, SECOND_BYTES],
  ],
  'two blocks in the wrong order': [
    () => changeBlocks((blocks) => blocks.toReversed()),
    [FIRST_BYTES, SECOND_BYTES],
  ],
  'a file that was cut': [() => truncateSync(at(first, 'GC.ticks'), 600), [LENGTH, SECOND_BYTES]],
  'a file that has more bytes': [() => appendFileSync(at(first, 'GC.ticks'), 'x'), [LENGTH]],
  'a file that is missing': [() => rmSync(at(first, 'GC.ticks')), [`${GC}: is missing`]],
  'an empty file that is missing': [
    () => rmSync(at(first, 'NG.ticks')),
    [`${first}/NG.ticks: is missing`],
  ],
  'a folder in the place of a file': [
    () => {
      rmSync(at(first, 'EURUSD.ticks'))
      mkdirSync(at(first, 'EURUSD.ticks'))
    },
    [/EURUSD.ticks: has /, /EURUSD.ticks: cannot be read \(EISDIR/],
  ],
  'a file too many': [
    () => cpSync(at(first, 'GC.ticks'), at(first, 'HG.ticks')),
    [`${first}/HG.ticks: the manifest does not name it`],
  ],
  'files of two days, exchanged': [
    () => {
      renameSync(at(first, 'EURUSD.ticks'), at('aside'))
      renameSync(at(last, 'EURUSD.ticks'), at(first, 'EURUSD.ticks'))
      renameSync(at('aside'), at(last, 'EURUSD.ticks'))
    },
    [
      /^2026-11-28\/EURUSD.*block 1, records 1 to 19: the bytes/,
      /^2026-11-29\/EURUSD.*block 1, records 20 to 38/,
    ],
  ],
  'a manifest in which a number was edited': [
    // The first record of the second block a millisecond later.
    () => changeText(at(first, MANIFEST), 'firstMs\\":1795829000000', 'firstMs\\":1795829000001'),
    [
      `${first}/${MANIFEST}: is not signed by a key that you trust`,
      `${GC}: block 2, record 10,001: the block starts with another record`,
      `${last}/${MANIFEST}: does not continue the manifest before it`,
    ],
  ],
  'a manifest with another hash before': [
    () => changeText(at(first, MANIFEST), /\\"previous\\":\\"0/, '\\"previous\\":\\"1'),
    [
      `${first}/${MANIFEST}: is not signed by a key that you trust`,
      `${first}/${MANIFEST}: is not the first, and the manifest before it is missing`,
      `${last}/${MANIFEST}: does not continue the manifest before it`,
    ],
  ],
  'a manifest that another key signed': [
    () => signAgain(at(first), (manifest) => manifest, other),
    [`${first}/${MANIFEST}: is not signed by a key that you trust`],
  ],
  'a manifest with the signature of another': [
    () => {
      const [one, two] = DAYS.map((day) => JSON.parse(readFileSync(at(day, MANIFEST), 'utf8')))
      writeFileSync(at(first, MANIFEST), JSON.stringify({ ...one, signature: two.signature }))
    },
    [`${first}/${MANIFEST}: is not signed by a key that you trust`],
  ],
  'the manifest of another day': [
    () => cpSync(at(last, MANIFEST), at(first, MANIFEST)),
    [`${first}/${MANIFEST}: is the manifest of ${last}`],
  ],
  'a manifest that is no JSON': [
    () => truncateSync(at(first, MANIFEST), 500),
    [`${first}/${MANIFEST}: is no manifest`],
  ],
  'a manifest whose text has a blank more': [
    () => changeText(at(first, MANIFEST), '{\\"day\\"', '{ \\"day\\"'),
    [`${first}/${MANIFEST}: is no manifest`],
  ],
  'a day without its manifest': [
    () => rmSync(at(first, MANIFEST)),
    [
      `${first}/${MANIFEST}: is missing`,
      `${last}/${MANIFEST}: is not the first, and the manifest before it is missing`,
    ],
  ],
  'a day that is missing': [
    () => rmSync(at(first), { recursive: true }),
    [`${last}/${MANIFEST}: is not the first, and the manifest before it is missing`],
  ],
}

it('finds nothing wrong in an archive that was not changed', async () => {
  const reports = []
  for await (const report of checkArchive(honest, isSignedWith(signer))) reports.push(report)
  expect(reports).toEqual(
    DAYS.map((day, n) => ({
      day,
      isSealed: true,
      files: 4,
      records: n === 0 ? 10_033 : 323,
      faults: [],
    })),
  )
})

describe('finds what someone without the key changed', () => {
  it.each(Object.keys(CHANGES))('%s', async (name) => {
    const [change, found] = CHANGES[name] ?? [() => undefined, []]
    await change()
    const faults = await faultsIn(root)
    expect(faults).not.toEqual([])
    expect(faults).toEqual(
      found.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    )
  })
})

/** Has the server sign a block of other bytes. */
const forgedBytes = async (change: (bytes: Buffer) => Buffer): Promise<void> => {
  const open = await openFile(at(last), 'GC')
  await forgeBlock(open, change(Buffer.from(open.blocks.at(-1) as Buffer)), { signer })
}
const SPAN = 'block 1, records 10,011 to 10,310'

/** A change of the last day that the server signed, and the fault in the file of GC. */
const FORGERIES: Record<string, [change: () => Promise<void>, found: string]> = {
  'an edited price': [
    () =>
      forged((all) =>
        all.map(({ record }, n) => ({
          record:
            n === 20 && record.kind === 'tick'
              ? { ...record, price: (record.price + 1) as typeof record.price }
              : record,
        })),
      ),
    'block 1, record 10,310: the hash does not match',
  ],
  'a record that was dropped': [
    () => forged((all) => all.toSpliced(20, 1)),
    'block 1, record 10,309: the hash does not match',
  ],
  'two records in the wrong order': [
    () => forged(([one, two, ...all]) => [two as ArchivedRecord, one as ArchivedRecord, ...all]),
    'block 1, record 10,011: the block starts with another record',
  ],
  'a record that is there two times': [
    () => forged((all) => [...all, all.at(-1) as ArchivedRecord]),
    'block 1, record 10,311: the hash does not match',
  ],
  'a last hash of its own': [
    async () => {
      const archived = await lastRecords('GC')
      const entry = { hash: 'a'.repeat(64) }
      await forgeRecords(await openFile(at(last), 'GC'), archived, { signer, entry })
    },
    'block 1, record 10,310: the hash does not match',
  ],
  'a price that none has': [
    () =>
      forged((all) =>
        all.map(({ record }, n) => ({
          record: n === 20 && record.kind === 'tick' ? { ...record, price: 0 as Price } : record,
        })),
      ),
    `${SPAN}: record 10,031 has a value that no record has`,
  ],
  'bytes that are no block': [
    () => forgedBytes(({ length }) => Buffer.alloc(length)),
    `${SPAN}: the bytes are no block`,
  ],
  'a block that was cut': [
    () => forgedBytes((bytes) => bytes.subarray(0, -9)),
    `${SPAN}: the block names another length than it has`,
  ],
  'a column that no block has': [
    () =>
      forgedBytes((bytes) => {
        bytes.writeUInt8(15, 60)
        return bytes
      }),
    `${SPAN}: the block has a part that none has (column 15, plane 0)`,
  ],
  'a column of records that the block has not': [
    () =>
      forgedBytes((bytes) => {
        let at = 60
        while (bytes.readUInt8(at) !== 2) at += 6 + bytes.readUInt32LE(at + 2)
        bytes.writeUInt8(12, at)
        return bytes
      }),
    `${SPAN}: the block has a part of records that it has not`,
  ],
  'another hash before': [
    () =>
      forgedBytes((bytes) => {
        bytes.writeUInt8(bytes.readUInt8(28) ^ 1, 28)
        return bytes
      }),
    'block 1, record 10,011: it does not continue the record before',
  ],
}

describe('finds what the server itself signed wrongly', () => {
  it.each(Object.keys(FORGERIES))('%s', async (name) => {
    const [change, found] = FORGERIES[name] ?? [() => Promise.resolve(), '']
    await change()
    expect(await faultsIn(root)).toEqual([`${LATER_GC}: ${found}`])
  })

  it('an input of a live price with another digit', async () => {
    await forged(
      (all) =>
        all.map(({ record, inputs }) => ({
          record,
          inputs: inputs?.replace('97000.10', '97000.1'),
        })),
      'BTCUSDT',
    )
    expect(await faultsIn(root)).toEqual([
      `${last}/BTCUSDT.ticks: block 1, record 8: the hash does not match`,
    ])
  })

  it('a day that does not start where the day before ended', async () => {
    const change = async (before: { seq?: number; hash?: string }) => {
      await signAgain(
        at(last),
        (manifest) => ({
          ...manifest,
          files: manifest.files.map((file) =>
            file.symbol === 'NG' ? { ...file, before: { ...file.before, ...before } } : file,
          ),
        }),
        signer,
      )
      return faultsIn(root)
    }
    expect(await change({ seq: 5 })).toEqual([
      `${last}/NG.ticks: starts after record 5, and the days before end with record 0`,
    ])
    expect(await change({ seq: 0, hash: 'b'.repeat(64) })).toEqual([
      `${last}/NG.ticks: starts after record 0 with another hash than the days before end with`,
    ])
  })

  it('a block of another product under the name of one', async () => {
    const { blocks } = await openFile(at(last), 'EURUSD')
    const { records } = await decodeBlock('EURUSD', blocks[0] as Buffer)
    const open = await openFile(at(last), 'BTCUSDT')
    await forgeRecords(open, records.slice(0, 4), { signer })
    expect((await faultsIn(root))[0]).toContain(
      'BTCUSDT.ticks: block 1, record 5: the block starts',
    )
  })
})

it('reads no block that was changed, and no day that another key signed', async () => {
  const parts = { isSigned: isSignedWith(signer), cache: createBlockCache() }
  await changeBlocks(([one, two]) => [one as Buffer, Buffer.alloc((two as Buffer).length)])
  const day = await openDay(at(first), parts)
  const read = async (fromSeq: number): Promise<number> => {
    let count = 0
    for await (const batch of day.recordsOf('GC', { fromSeq, toSeq: fromSeq }))
      count += batch.length
    return count
  }
  expect(await read(10_000)).toBe(1)
  await expect(read(10_001)).rejects.toThrow(
    at(first, 'GC.ticks: block 2, records 10,001 to 10,010'),
  )
  await signAgain(at(last), (manifest) => manifest, other)
  await expect(openDay(at(last), parts)).rejects.toThrow('is not signed by a key that you trust')
})

it('does not read what a killed run left, and leaves out the newest day until it has a manifest', async () => {
  writeFileSync(at(last, '.GC.ticks.unfinished-1'), 'half')
  mkdirSync(at('2026-11-30'))
  writeFileSync(at('2026-11-30', 'GC.ticks'), 'half')
  expect(await faultsIn(root)).toEqual([])
})

describe('npm run verify-archive', () => {
  const run = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['scripts/verify-archive.ts', ...args],
      { encoding: 'utf8' },
    )
    return { lines: stdout.trimEnd().split('\n'), stderr, status }
  }
  const key = (): string => {
    const path = at('key.pem')
    writeFileSync(path, signer.publicKeyPem)
    return path
  }

  it('says of each day that nothing is wrong', () => {
    const ran = run(root, '--key', key())
    expect(ran).toEqual({
      lines: [
        `${first}: 4 files, 10,033 records: nothing wrong`,
        `${last}: 4 files, 323 records: nothing wrong`,
        '2 passed, 0 failed',
      ],
      stderr: '',
      status: 0,
    })
  })

  it('prints a sentence per fault and ends with 1', async () => {
    await changeBlocks((blocks) => blocks.toReversed())
    const { lines, status } = run(root, '--key', key())
    expect(lines).toEqual([
      `${root}/${FIRST_BYTES}`,
      `${root}/${SECOND_BYTES}`,
      `${last}: 4 files, 323 records: nothing wrong`,
      '1 passed, 1 failed',
    ])
    expect(status).toBe(1)
  })

  it('proves nothing without a key, or of an empty folder', () => {
    expect(run(root)).toMatchObject({ status: 1 })
    expect(run(root).lines.at(-1)).toBe('0 passed, 2 failed')
    mkdirSync(at('empty'))
    expect(run(at('empty'), '--key', key())).toMatchObject({
      status: 1,
      lines: ['no day has a manifest', '0 passed, 0 failed'],
    })
  })

  it('says how it is called, and ends with 2', () => {
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('name one folder') })
    expect(run(at('nowhere'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('nowhere'),
    })
  })
})

it('refuses a manifest whose files contradict themselves', async () => {
  const { manifest } = await readManifest(at(last))
  rmSync(at(last, MANIFEST))
  const write = (files: typeof manifest.files) =>
    writeManifest(at(last), { ...manifest, files }, signer)
  const gc = manifest.files.find(({ symbol }) => symbol === 'GC')
  if (gc === undefined) throw new Error('no GC')
  await expect(write([gc, gc])).rejects.toThrow('does not list each product once')
  await expect(write([{ ...gc, records: 1 }])).rejects.toThrow('counts 1 records of GC')
  const moved = gc.blocks.map((block) => ({ ...block, offset: 1 }))
  await expect(write([{ ...gc, blocks: moved }])).rejects.toThrow(
    'has a block 1 of GC that follows no other',
  )
})
