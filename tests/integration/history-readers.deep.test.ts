import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChainFault } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'
import { HISTORY_SYMBOL } from '#support/history-process.ts'
import { type HistoryServer, historyServer, readHistory } from '#support/history-readers.ts'
import { publicLog } from '#support/public-log.ts'
import { callsDuring } from '#support/until.ts'

const READERS = 24
const RECORDS = 60_000
let server: HistoryServer
beforeAll(async () => {
  server = await historyServer(RECORDS)
}, 60_000)
afterAll(() => server.stop())

describe('the public history', () => {
  it('is followed from page to page by the commands, whole and in order', async () => {
    const records = await publicLog(server.url, HISTORY_SYMBOL)
    expect(records.length).toBeGreaterThanOrEqual(RECORDS)
    expect(findChainFault(HISTORY_SYMBOL, records, { sha256 })).toBeNull()
  })

  it('is read whole by 24 readers at once, and others are answered meanwhile', async () => {
    const reading = Promise.all(Array.from({ length: READERS }, () => readHistory(server.url)))
    const { calls, result } = await callsDuring(reading, async () => {
      expect((await fetch(`${server.url}/api/app-info`)).status).toBe(200)
    })
    expect(Math.min(...result)).toBeGreaterThanOrEqual(RECORDS)
    expect(calls).toBeGreaterThan(1)
  }, 120_000)
})
