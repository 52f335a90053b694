import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { listChain, listCheckpoints, listSeeds } from '#contract/endpoints/history.ts'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { SeedEpoch, TickRecord } from '#contract/tick-log.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'
import { simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS } from '#rules/simulation-parameters.ts'
import { HashChain, rootOf } from '#server/market/feeds/seeds.ts'
import { sha256 } from '#support/chained.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { publicLog } from '#support/public-log.ts'
import { recordOf, tick } from '#support/records.ts'
import { revealedHour, seedRecords } from '#support/seed-promises.ts'
import { type TestServer, testServer } from '#support/server.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Just before a whole hour, when an epoch ends. */
const START = Date.UTC(2024, 2, 13, 11, 59, 55)
const FIRST = Math.floor(START / SEED_HOUR_MS)
/** The hour that is played a day later; its promise is 29 h old when it starts. */
const HOUR = Date.UTC(2024, 2, 14, 17)
const EPOCH = HOUR / SEED_HOUR_MS
type Seeds = z.infer<typeof listSeeds.reply>

let clock: ManualClock
let server: TestServer
let folder: string
/** The log of the product, and its end from shortly before the promised hour on. */
let whole: TickRecord[]
let records: TickRecord[]
let seeds: Seeds
let chain: ChainRecord[]

const save = (name: string, value: unknown): string => {
  const file = join(folder, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}
const ndjson = (all: readonly TickRecord[]): string =>
  all.map((record) => `${JSON.stringify(record)}\n`).join('')

function verifySeed(...args: string[]) {
  const command = [join(ROOT, 'scripts/verify-seed.ts'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

interface Given {
  epochs?: readonly SeedEpoch[]
  ticks?: readonly TickRecord[]
  promises?: readonly ChainRecord[]
}
const theHour = (): SeedEpoch[] => seeds.epochs.filter(({ epoch }) => epoch === EPOCH)
/** The promised hour alone, with what a test changes. */
function verified({ epochs = theHour(), ticks = records, promises = chain }: Given) {
  return verifySeed(
    'EURUSD',
    save('seeds.json', { epochs }),
    save('ticks.ndjson', ndjson(ticks)),
    '--chain',
    save('chain.json', { records: promises, more: false }),
    '--checkpoints',
    join(folder, 'checkpoints.json'),
    '--key',
    join(folder, 'checkpoints.json'),
  )
}

const play = (seconds: number): Promise<void> => playTime(clock, seconds * 1_000)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-seed-'))
  clock = manualClock(START)
  server = await testServer({ clock, openMarket: openSimulated('EURUSD') })
  await play(70)
  const visitor = server.visitor()
  const signed = await visitor.read(listCheckpoints.reply, '/api/checkpoints')
  expect(signed.checkpoints.length).toBeGreaterThan(0)
  save('checkpoints.json', signed)
  await server.app.close()
  await clock.advance(HOUR - 30_000 - clock.now())
  await server.restart()
  await play(60)
  // Most of the hour no one was there; then the server again, until the hour is over.
  await server.app.close()
  await clock.advance(3_500_000)
  await server.restart()
  await play(140)
  whole = await publicLog(server.url, 'EURUSD')
  records = whole.slice(whole.findLastIndex(({ timeMs }) => timeMs < HOUR - 20_000))
  seeds = await visitor.read(listSeeds.reply, '/api/seeds?limit=500')
  chain = (await visitor.read(listChain.reply, '/api/chains/seeds')).records
}, 180_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('an hour that was promised a day ahead', () => {
  it('is proved, with the time that no one played left out', () => {
    const reading = verified({})
    expect(reading.text).toMatch(
      /bound by checkpoint 1, 28\.9 h ahead; as promised, [\d,]+ of [\d,]+ promised ticks/,
    )
    expect(reading.text).toMatch(/1 of 1 hours[^]*1 passed, 0 not proved, 0 failed\s*$/)
    expect(reading.status).toBe(0)
  })

  it('is proved tick by tick, if the log has all of them', () => {
    const parameters = SIMULATION_PARAMETERS.get('EURUSD')
    const [{ seed, startsAt, endsAt } = {}] = theHour()
    if (!seed || parameters === undefined) throw new Error('no hour')
    const startPrice = parameters.anchor
    const next = simulatedSeries({
      seed,
      startsAt: HOUR,
      endsAt: endsAt ?? 0,
      startPrice,
      parameters,
    })
    const full = [recordOf(tick((startsAt ?? 0) - 1, startPrice), 1)]
    for (let made = next(); made !== null; made = next()) {
      const record = recordOf(tick(made.timeMs, made.price), full.length + 1)
      full.push({ ...record, size: made.size } as TickRecord)
    }
    full.push(recordOf({ kind: 'heartbeat', at: endsAt ?? 0 }, full.length + 1))
    const ticks = full.map((record) => ({ ...record, hash: sha256(`${record.seq}`) }))
    const count = (full.length - 2).toLocaleString('en-US')
    const reading = verified({ ticks })
    expect(reading.text).toContain(
      `1 of 1 hours that are over are covered by the file: ${count} of ${count}`,
    )
    expect(reading.status).toBe(0)
  })

  it('is proved by nothing without chain, checkpoints and key', () => {
    const files = [
      save('seeds.json', { epochs: theHour() }),
      save('ticks.ndjson', ndjson(records)),
    ] as const
    const bare = verifySeed('EURUSD', ...files)
    expect(bare.text).toContain('this proves nothing without')
    expect(bare.status).toBe(1)
    const promises = save('chain.json', { records: chain, more: false })
    const keyless = verifySeed('EURUSD', ...files, '--chain', promises)
    expect(keyless.text).toMatch(/unbound: no given checkpoint[^]*0 passed, 1 not proved/)
    expect(keyless.status).toBe(1)
    expect(verifySeed('EURUSD', 'no-such-file', files[1]).status).toBe(2)
    expect(verifySeed('EURUSD', files[0], files[1], '--chain', files[1]).status).toBe(2)
  })

  it('names a record that the seed does not give, and a tick that is missing', () => {
    const at = records.findIndex(({ kind, timeMs }) => kind === 'tick' && timeMs > HOUR + 5_000)
    const tick = records[at]
    if (tick?.kind !== 'tick') throw new Error('no tick')
    const moved = records.map((old, n) => (n === at ? { ...tick, price: tick.price + 1 } : old))
    const foreign = verified({ ticks: moved as TickRecord[] })
    expect(foreign.text).toContain(`record ${tick.seq} is not of the promised series`)
    expect(foreign.status).toBe(1)
    const missing = verified({ ticks: records.filter((_, n) => n !== at) })
    expect(missing.text).toContain(new Date(tick.timeMs).toISOString())
    expect(missing.status).toBe(1)
  })

  it('does not take a seed that was swapped within the hour', () => {
    const [honest] = theHour()
    const swapped = verified({ epochs: [{ ...honest!, seed: sha256('x') }] })
    expect(swapped.text).toContain('the seed is not the promised one')
    expect(swapped.status).toBe(1)
  })

  it('does not take a seed that was chosen among 200, whatever chain is made for it', () => {
    const [honest] = theHour()
    const promise = honest?.promise ?? 0
    const chosen = revealedHour({ epoch: EPOCH, chain: 1, promise, link: sha256('try 137') })
    const plain = verified({ epochs: [chosen] })
    expect(plain.text).toContain('does not hash to the anchor')
    expect(plain.status).toBe(1)
    // The owner of the database writes all promises again, so that the chosen seed fits.
    const links = new HashChain(rootOf('7'.repeat(64), { number: 1, first: FIRST }), 43_830)
    const anchor = `anchor ${links.anchor} drand none`
    const forged = seedRecords(
      chain.map(({ timeMs, text }) => ({
        timeMs,
        record: text.replace(/anchor .*/, anchor),
      })),
    )
    const link = links.link(EPOCH - FIRST + 1)
    const fitting = revealedHour({ epoch: EPOCH, chain: 1, promise, link })
    const rewritten = verified({ epochs: [fitting], promises: forged })
    expect(rewritten.text).toMatch(/checkpoint \d+ signed another record/)
    expect(rewritten.status).toBe(1)
  })

  it('does not take a promise that was changed later', () => {
    const changed = seedRecords(
      chain.map(({ timeMs, text }) => ({
        timeMs,
        record: text.startsWith(`hour ${EPOCH} `) ? `${text} from ${HOUR + 1_000}` : text,
      })),
    )
    const reading = verified({ promises: changed })
    expect(reading.text).toContain('contradicts the promise')
    expect(reading.text).toMatch(/checkpoint \d+ signed another record/)
    expect(reading.status).toBe(1)
  })
})

describe('an hour that was promised late', () => {
  it('is named unbound by the reply and by the command, though its ticks are as promised', () => {
    const first = seeds.epochs.filter(({ epoch }) => epoch === FIRST + 1)
    expect(first.map(({ bound }) => bound)).toEqual(['unbound'])
    expect(theHour().map(({ bound }) => bound)).toEqual(['bound'])
    const reading = verified({ epochs: first, ticks: whole })
    expect(reading.text).toMatch(
      /unbound: promised too late, by checkpoint 1, 0 h after it started; as promised, [\d,]+ of/,
    )
    expect(reading.text).toMatch(/0 passed, 3 not proved, 0 failed/)
    expect(reading.text).toContain(`epoch ${EPOCH}: the file has ticks of this hour`)
    expect(reading.status).toBe(1)
  })

  it('is not hidden by a chain that ends before a record that was signed', () => {
    const reading = verified({ promises: chain.slice(0, 5) })
    expect(reading.text).toContain('the chain has no promise of this hour')
    expect(reading.text).toMatch(/ends before record \d+, which checkpoint \d+ signed/)
    expect(reading.status).toBe(1)
  })
})
