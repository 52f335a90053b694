import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChainFault } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'
import { HISTORY_RECORDS, HISTORY_SYMBOL } from '#support/history-process.ts'
import { publicLog } from '#support/public-log.ts'
import { pause } from '#support/until.ts'

const READERS = 24
/** Of half of the others' requests, and of nine in ten, on a busy machine. */
const USUAL_WAIT_MAX_MS = 100
const WAIT_MAX_MS = 400
let child: ChildProcess
let url: string
beforeAll(async () => {
  const path = fileURLToPath(new URL('../support/history-process.ts', import.meta.url))
  child = fork(path, ['--serve'])
  const [told]: { url: string }[] = await once(child, 'message')
  url = told?.url ?? ''
}, 60_000)
afterAll(async () => {
  const exited = once(child, 'exit')
  child.send('stop')
  await exited
})

/** The number of the record that a piece of the history ends with. */
const lastSeq = (piece: string): number =>
  Number(/"seq":(\d+)[^\n]*\n?$/.exec(piece.slice(-400))?.[1] ?? 0)

/** Reads all of it, page by page; returns the number of the last record. */
async function readAll(): Promise<number> {
  for (let after = 0; ; ) {
    const answer = await fetch(`${url}/api/ticks/${HISTORY_SYMBOL}.ndjson?afterSeq=${after}`)
    if (answer.status === 429) {
      await pause(200)
      continue
    }
    expect(answer.status).toBe(200)
    let tail = ''
    for await (const bytes of answer.body ?? []) {
      tail = (tail + Buffer.from(bytes).toString('latin1')).slice(-400)
    }
    const last = lastSeq(tail)
    if (last === 0 || last === after) return after
    after = last
  }
}

describe('the public history', () => {
  it('is followed from page to page by the commands, whole and in order', async () => {
    const records = await publicLog(url, HISTORY_SYMBOL)
    expect(records.length).toBeGreaterThanOrEqual(HISTORY_RECORDS)
    expect(findChainFault(HISTORY_SYMBOL, records, { sha256 })).toBeNull()
  })

  it('is read whole by 24 readers at once, and others hardly wait', async () => {
    const path = fileURLToPath(new URL('../support/wait-meter.ts', import.meta.url))
    const meter = fork(path, [`${url}/api/app-info`])
    await pause(1_000)
    const began = performance.now()
    const read = await Promise.all(Array.from({ length: READERS }, readAll))
    const tookMs = performance.now() - began
    const told = once(meter, 'message')
    meter.send('stop')
    const [waits = []]: number[][] = await told
    const sorted = waits.toSorted((one, other) => one - other)
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
    const longest = sorted.at(-1) ?? 0
    process.stdout.write(
      `${READERS} readers: ${tookMs.toFixed(0)} ms in all; others waited ${at(0.5).toFixed(0)} ms ` +
        `at the median, ${at(0.9).toFixed(0)} ms for nine in ten, ` +
        `${longest.toFixed(0)} ms at most (${waits.length} asked)\n`,
    )
    expect(Math.min(...read)).toBeGreaterThanOrEqual(HISTORY_RECORDS)
    expect(waits.length).toBeGreaterThan(20)
    expect(at(0.5)).toBeLessThan(USUAL_WAIT_MAX_MS)
    expect(at(0.9)).toBeLessThan(WAIT_MAX_MS)
  }, 120_000)
})
