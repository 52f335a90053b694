/** Day files on a real disk: what is written is read back exactly, and nothing else gets the name of a file. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Day } from '#contract/scalars.ts'
import { dayStart } from '#rules/business-day.ts'
import { createBlockCache } from '#server/archive/block-cache.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import { bytesOf, headOf } from '#server/archive/day-index.ts'
import { openDay } from '#server/archive/day-reader.ts'
import { type DayFileSource, writeDayFile } from '#server/archive/day-writer.ts'
import { NO_MANIFEST, writeManifest } from '#server/archive/manifest.ts'
import { unfinished } from '#server/platform/whole-files.ts'
import {
  bare,
  chainAfter,
  DAYS,
  everyKind,
  GENESIS,
  inBatches,
  isSignedWith,
  liveDay,
  newSigner,
  plainDay,
  simulatedHours,
  sourceOf,
} from '#support/archive.ts'

const WRITER = fileURLToPath(new URL('../../../support/archive-writer-process.ts', import.meta.url))
const [day] = DAYS as [Day]
const signer = newSigner()

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairtick-archive-'))
  folder = join(root, day)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const path = (): string => join(folder, 'GC.ticks')
const plain = (count: number): ArchivedRecord[] =>
  bare(chainAfter('GC', GENESIS, plainDay(day, count)))
const plainSource = (count: number): DayFileSource =>
  sourceOf('GC', day, { before: GENESIS, archived: plain(count) })

/** Writes these records as a day, and opens it. */
async function written(symbol: string, archived: readonly ArchivedRecord[], before = GENESIS) {
  const file = await writeDayFile(folder, sourceOf(symbol, day, { before, archived }))
  await writeManifest(folder, { day, previous: NO_MANIFEST, files: [file] }, signer)
  const cache = createBlockCache()
  return { file, day: await openDay(folder, { isSigned: isSignedWith(signer), cache }), cache }
}

async function read(batches: AsyncIterable<readonly ArchivedRecord[]>): Promise<ArchivedRecord[]> {
  const all: ArchivedRecord[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}
const ALL = { fromSeq: 1, toSeq: Number.MAX_SAFE_INTEGER }

describe('what is written is read back', () => {
  it('exactly, for every kind with every reason and numbers at their bounds', async () => {
    const before = { seq: 2 ** 40, hash: 'c'.repeat(64), timeMs: dayStart(day) - 1 }
    const archived = bare(chainAfter('EURUSD', before, everyKind(dayStart(day))))
    const { day: opened, file } = await written('EURUSD', archived, before)
    expect(await read(opened.recordsOf('EURUSD', ALL))).toEqual(archived)
    expect(new Set(archived.map(({ record }) => record.kind)).size).toBe(7)
    expect(headOf(file)).toEqual({ seq: 2 ** 40 + 19, hash: archived.at(-1)?.record.hash })
  })

  it('with the texts of live inputs as they were, digit by digit', async () => {
    const archived = liveDay('BTCUSDT', GENESIS, day)
    const { day: opened } = await written('BTCUSDT', archived)
    const back = await read(opened.recordsOf('BTCUSDT', ALL))
    expect(back).toEqual(archived)
    expect(back.map(({ inputs }) => inputs === undefined)).toEqual([false, false, true, false])
  })

  it('in blocks of 10,000 records, of which only those that are needed are read', async () => {
    const archived = plain(20_001)
    const { day: opened, file, cache } = await written('GC', archived)
    expect(file.blocks.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([
      [1, 10_000],
      [10_001, 20_000],
      [20_001, 20_001],
    ])
    expect(cache.bytes).toBe(0)
    const middle = await read(opened.recordsOf('GC', { fromSeq: 12_000, toSeq: 12_004 }))
    expect(middle).toEqual(archived.slice(11_999, 12_004))
    const ofOne = cache.bytes
    expect(await read(opened.recordsOf('GC', { fromSeq: 9_999, toSeq: 10_002 }))).toEqual(
      archived.slice(9_998, 10_002),
    )
    expect(cache.bytes).toBe(2 * ofOne)
    expect(await read(opened.recordsOf('GC', { fromSeq: 20_002, toSeq: 30_000 }))).toEqual([])
  })

  it('as nothing, for a product without records', async () => {
    const before = { seq: 7, hash: 'a'.repeat(64), timeMs: 0 }
    const { day: opened, file } = await written('GC', [], before)
    expect(file).toEqual({
      symbol: 'GC',
      before: { seq: 7, hash: before.hash },
      records: 0,
      blocks: [],
    })
    expect(statSync(path()).size).toBe(0)
    expect(opened.spanOf('GC')?.head).toEqual({ seq: 7, hash: before.hash })
    expect(await opened.seqAt('GC', dayStart(day) + 5)).toBe(7)
    expect(opened.spanOf('NG')).toBeUndefined()
    await expect(opened.seqAt('NG', 0)).rejects.toThrow('has no file of NG')
  })

  it('in no more bytes per tick than the goal, for simulated prices', async () => {
    for (const symbol of ['BTCUSDT', 'EURUSD', 'GC']) {
      const records = simulatedHours(symbol, day, 2)
      const ticks = records.filter(({ kind }) => kind === 'tick').length
      const source = sourceOf(symbol, day, { before: GENESIS, archived: bare(records) })
      const bytes = bytesOf(await writeDayFile(folder, source))
      process.stdout.write(
        `${symbol}: ${(bytes / records.length).toFixed(2)} B per record, ${(bytes / ticks).toFixed(2)} B per tick\n`,
      )
      expect(ticks).toBeGreaterThan(10_000)
      expect(bytes / ticks).toBeLessThan(8.6)
    }
  })
})

it('finds the last record at or before a moment, where several have the same time', async () => {
  const fromMs = dayStart(day)
  const at = [5, 5, 5, 9, 9, 12]
  const archived = bare(
    chainAfter(
      'GC',
      { ...GENESIS },
      at.map((ms) => ({ kind: 'tick', at: fromMs + ms, price: 7 })),
    ),
  )
  const { day: opened } = await written('GC', archived)
  const found = [0, 4, 5, 8, 9, 11, 12, 9_999].map((ms) => opened.seqAt('GC', fromMs + ms))
  expect(await Promise.all(found)).toEqual([0, 0, 3, 3, 5, 5, 6, 6])
})

it('finds moments in later blocks and between two', async () => {
  const { day: opened } = await written('GC', plain(20_001))
  // A record each half second: the block boundary lies between 10,000 and 10,001.
  for (const seq of [1, 9_999, 10_000, 10_001, 20_000, 20_001]) {
    const atMs = dayStart(day) + 500 * (seq - 1)
    expect([await opened.seqAt('GC', atMs), await opened.seqAt('GC', atMs + 499)]).toEqual([
      seq,
      seq,
    ])
  }
})

describe('records that are refused', () => {
  const refused = async (change: Partial<DayFileSource>): Promise<string> => {
    const error: unknown = await writeDayFile(folder, { ...plainSource(50), ...change }).catch(
      (thrown: unknown) => thrown,
    )
    expect(readdirSync(folder)).toEqual([])
    return error instanceof Error ? error.message : 'written'
  }
  const changed = (edit: (archived: ArchivedRecord[]) => ArchivedRecord[]) =>
    refused({ batches: inBatches(edit(plain(50))) })

  it('one that is missing, doubled, swapped or edited, by its number', async () => {
    const one = (archived: ArchivedRecord[], n: number) => archived.slice(n, n + 1)
    expect(await changed((all) => all.toSpliced(20, 1))).toContain('record 22 of GC does not')
    expect(await changed((all) => all.toSpliced(20, 0, ...one(all, 20)))).toContain('record 21 of')
    expect(
      await changed((all) => all.toSpliced(20, 2, ...one(all, 21), ...one(all, 20))),
    ).toContain('record 22 of GC does not continue the chain (sequence)')
    expect(
      await changed((all) =>
        all.map(({ record }, n) => ({
          record: n === 20 && record.kind === 'tick' ? { ...record, size: 1 } : record,
        })),
      ),
    ).toContain('record 21 of GC does not continue the chain (hash)')
  })

  it('a chain that starts or ends elsewhere than the log', async () => {
    expect(await refused({ before: { seq: 0, hash: 'a'.repeat(64), timeMs: 0 } })).toContain(
      '(hash)',
    )
    expect(await refused({ before: { ...GENESIS, seq: 1 } })).toContain('(sequence)')
    expect(await refused({ head: { seq: 51, hash: 'a'.repeat(64) } })).toContain(
      'ends with record 50',
    )
    expect(await refused({ head: { seq: 50, hash: 'a'.repeat(64) } })).toContain(
      'ends with record 50',
    )
    expect(await refused({ batches: inBatches([]) })).toContain('ends with record 0')
  })

  it('a record of another day', async () => {
    const early = chainAfter('GC', GENESIS, [{ kind: 'heartbeat', at: dayStart(day) - 1 }])
    const late = chainAfter('GC', GENESIS, [{ kind: 'heartbeat', at: dayStart(day) + 86_400_000 }])
    for (const records of [early, late]) {
      expect(await refused({ batches: inBatches(bare(records)) })).toContain(
        `record 1 of GC is not of the day ${day}`,
      )
    }
  })

  it('a live price without its inputs, with others, and inputs of a price that has none', async () => {
    const live = liveDay('GC', GENESIS, day)
    const other = (inputs: string | undefined, n: number) =>
      live.map((each, at) => (at === n ? { record: each.record, inputs } : each))
    for (const [inputs, n] of [
      [undefined, 1],
      ['fairtick-inputs-2', 1],
      ['', 2],
    ] as const) {
      expect(await refused({ batches: inBatches(other(inputs, n)) })).toBe(
        `record ${n + 1} of GC has other inputs than it names`,
      )
    }
  })
})

describe('a file is there whole or not at all', () => {
  it('is not there when its records end with an error', async () => {
    async function* broken() {
      yield plain(10_001)
      throw new Error('the database is away')
    }
    const source = { ...plainSource(12_500), batches: broken() }
    await expect(writeDayFile(folder, source)).rejects.toThrow('the database is away')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is not there when its writer is killed, and the next one begins over', async () => {
    const child = fork(WRITER, ['--write', folder])
    const ended = once(child, 'exit')
    await Promise.race([once(child, 'message'), ended])
    child.kill('SIGKILL')
    await ended
    expect(existsSync(path())).toBe(false)
    expect(readdirSync(folder)).toEqual([`.GC.ticks.unfinished-${child.pid}`])
    const file = await writeDayFile(folder, plainSource(12_500))
    expect(readdirSync(folder)).toEqual(['GC.ticks'])
    expect(file.records).toBe(12_500)
  })

  it('replaces a file that was not in a manifest yet, and none that is', async () => {
    const first = await writeDayFile(folder, plainSource(50))
    expect(await writeDayFile(folder, plainSource(50))).toEqual(first)
    await expect(
      writeManifest(
        folder,
        { day, previous: NO_MANIFEST, files: [{ ...first, symbol: 'NG' as never }] },
        signer,
      ),
    ).rejects.toThrow('NG.ticks: is missing')
    await writeManifest(folder, { day, previous: NO_MANIFEST, files: [first] }, signer)
    await expect(writeDayFile(folder, plainSource(50))).rejects.toThrow('has a manifest already')
    await expect(
      writeManifest(folder, { day, previous: NO_MANIFEST, files: [first] }, signer),
    ).rejects.toThrow('has a manifest already')
  })
})

it('holds one block and one batch at a time, and lets others run', async () => {
  const archived = plain(45_000)
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const held: number[] = []
  async function* counted() {
    for (let at = 0; at < archived.length; at += 1_000) {
      const draft = unfinished(path())
      const isStarted = existsSync(draft) && statSync(draft).size > 0
      held.push(isStarted ? -1 : at)
      yield archived.slice(at, at + 1_000)
    }
  }
  await writeDayFile(folder, { ...plainSource(0), head: headAt(archived), batches: counted() })
  isOver = true
  // Nothing after the tenth batch was asked for before a block was on the disk.
  expect(Math.max(...held)).toBe(9_000)
  // 225 pieces of 200 records are checked, and as many are read back.
  expect(turns).toBeGreaterThan(450)
})

function headAt(archived: readonly ArchivedRecord[]) {
  const last = archived.at(-1)?.record
  return { seq: last?.seq ?? 0, hash: last?.hash ?? '' }
}
