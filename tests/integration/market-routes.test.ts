import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listCheckpoints,
  listOrderLeaves,
  listSeeds,
  listTicks,
  proveCheckpoint,
} from '#contract/endpoints/history.ts'
import { listCandles, listProducts, listSparklines } from '#contract/endpoints/market.ts'
import { type Checkpoint, tickRecord } from '#contract/tick-log.ts'
import { barsOfTicks, candleOf } from '#rules/candles.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { proves } from '#rules/checkpoint-proof.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import { sha256Bytes } from '#server/market/product-log.ts'
import { sha256 } from '#support/chained.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'

const START = Date.parse('2026-11-18T13:20:30.250Z')
const clock = manualClock(START)
const openMarket = openSimulated('GC', 'EURUSD', 'BTCUSDT')

let server: TestServer
beforeAll(async () => {
  server = await testServer({ clock, openMarket })
  await playTime(clock, 190_000)
})
afterAll(() => server.close())

const get = async (path: string): Promise<unknown> => {
  const { status, body } = await server.visitor().get(`/api${path}`)
  expect(status).toBe(200)
  return body
}
async function wholeLog(symbol: string) {
  const records = []
  for (let afterSeq = 0; ; ) {
    const page = listTicks.reply.parse(await get(`/ticks/${symbol}?limit=200&afterSeq=${afterSeq}`))
    records.push(...page.records)
    afterSeq = page.records.at(-1)?.seq ?? afterSeq
    if (!page.more) return records
  }
}

describe('the tick history', () => {
  it('is whole when read page by page, and every hash fits', async () => {
    const records = await wholeLog('BTCUSDT')
    expect(records.length).toBeGreaterThan(400)
    expect(findChainFault('BTCUSDT', records, { sha256 })).toBeNull()
  })

  it('is the same as a download of lines', async () => {
    const response = await fetch(`${server.url}/api/ticks/BTCUSDT.ndjson?afterSeq=2`)
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = (await response.text()).trimEnd().split('\n')
    const records = lines.map((line) => tickRecord.parse(JSON.parse(line)))
    expect(records).toEqual((await wholeLog('BTCUSDT')).slice(2))
  })

  it('comes in pages: what is complete may be kept for ever, the open end for a moment', async () => {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${server.url}/api/ticks/${path}`, { headers })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const whole = await wholeLog('BTCUSDT')
    for (const path of ['BTCUSDT?limit=150', 'BTCUSDT?limit=150&afterSeq=150']) {
      const page = await ask(path)
      expect(page.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const etag = page.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      const again = await ask(path, { 'if-none-match': `"other", ${etag}` })
      expect([again.status, again.text]).toEqual([304, ''])
      expect((await ask(path)).text).toBe(page.text)
    }
    const after = whole.length - 3
    const end = await ask(`BTCUSDT?limit=150&afterSeq=${after}`)
    expect(end.headers.get('cache-control')).toBe('public, max-age=1')
    expect(listTicks.reply.parse(JSON.parse(end.text))).toEqual({
      records: whole.slice(after),
      more: false,
    })
    const lines = await ask(`BTCUSDT.ndjson?afterSeq=${after}`)
    expect([lines.headers.get('cache-control'), lines.headers.get('link')]).toEqual([
      'public, max-age=1',
      null,
    ])
    expect((await ask(`BTCUSDT.ndjson?afterSeq=${whole.length}`)).text).toBe('')
    expect((await ask('BTCUSDT?limit=2001')).status).toBe(400)
    expect((await ask('NONE.ndjson')).headers.get('cache-control')).toBe('no-store')
  })

  it('begins at a moment when asked by time', async () => {
    const from = START + 60_000
    const page = listTicks.reply.parse(await get(`/ticks/BTCUSDT?fromMs=${from}&limit=3`))
    const expected = (await wholeLog('BTCUSDT')).filter(({ timeMs }) => timeMs >= from).slice(0, 3)
    expect(page).toEqual({ records: expected, more: true })
  })

  it('of an unknown product is a refusal of its own', async () => {
    const { status, body } = await server.visitor().get('/api/ticks/NONE')
    expect([status, body]).toMatchObject([404, { code: 'product_unknown' }])
    const download = await fetch(`${server.url}/api/ticks/NONE.ndjson`)
    expect(download.status).toBe(404)
  })

  it('takes a download that makes no sense for a bad request, and counts downloads', async () => {
    const bad = await server.visitor().get('/api/ticks/BTCUSDT.ndjson?afterSeq=-1')
    expect([bad.status, bad.body]).toMatchObject([400, { code: 'validation_failed' }])
    const rateFactor = 1
    const limited = await testServer({ clock, openMarket, config: { rateFactor } })
    try {
      const path = '/api/ticks/BTCUSDT.ndjson?afterSeq=999999'
      const visitor = limited.visitor()
      const statuses = new Set<number>()
      for (let i = 0; i < 241; i++) statuses.add((await visitor.get(path)).status)
      expect(statuses).toEqual(new Set([200, 429]))
    } finally {
      await limited.close()
    }
  })
})

describe('candles', () => {
  it('of the live minutes equal those anyone folds from the public ticks', async () => {
    const ticks = (await wholeLog('EURUSD')).filter((record) => record.kind === 'tick')
    const byHand = barsOfTicks(ticks, '1m').map(candleOf)
    const page = listCandles.reply.parse(await get('/products/EURUSD/candles?interval=1m&limit=4'))
    expect(page.more).toBe(true)
    expect(page.candles).toEqual(byHand.slice(-4))
  })

  it.each(['1s', '5s', '15s'] as const)(
    'of %s equal those anyone folds from the public ticks, and end with the memory',
    async (interval) => {
      const ticks = (await wholeLog('EURUSD')).filter((record) => record.kind === 'tick')
      const path = `/products/EURUSD/candles?interval=${interval}&limit=1000`
      const page = listCandles.reply.parse(await get(path))
      expect(page.candles.length).toBeGreaterThan(10)
      expect(page.candles).toEqual(barsOfTicks(ticks, interval).map(candleOf))
      expect(page.more).toBe(false)
    },
  )

  it('page back without hole or overlap, from memory into storage', async () => {
    const seen: number[] = []
    let before = ''
    for (let pages = 0; pages < 4; pages++) {
      const path = `/products/BTCUSDT/candles?interval=30m&limit=170${before}`
      const { candles } = listCandles.reply.parse(await get(path))
      seen.unshift(...candles.map(([openTime]) => openTime))
      before = `&before=${candles[0]?.[0] ?? 0}`
    }
    expect(seen).toHaveLength(680)
    expect(
      seen.every((openTime, i) => i === 0 || openTime - (seen[i - 1] ?? 0) === 1_800_000),
    ).toBe(true)
  })
})

it('lets checkpoints be kept once their page is full of the past, with the keys that signed it', async () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${server.url}/api/checkpoints${query}`)
    const page = listCheckpoints.reply.parse(await answer.json())
    return { cache: answer.headers.get('cache-control'), ...page }
  }
  const past = await ask('?before=3&limit=2')
  expect(past.cache).toContain('immutable')
  expect(past.keys.map(({ keyId }) => keyId)).toEqual([past.checkpoints[0]?.keyId])
  for (const open of ['', '?before=99']) expect((await ask(open)).cache).toBe('public, max-age=1')
})

it('lists one checkpoint per minute, or per any other number, to those who want fewer', async () => {
  const ask = async (query: string) => {
    const answer = await fetch(`${server.url}/api/checkpoints${query}`)
    const { checkpoints } = listCheckpoints.reply.parse(await answer.json())
    const numbers = checkpoints.map(({ number }) => number)
    return { numbers, isKept: answer.headers.get('cache-control')?.includes('immutable') }
  }
  expect((await ask('?step=6')).numbers).toEqual([18, 12, 6])
  expect(await ask('?before=18&step=6&limit=1')).toEqual({ numbers: [12], isKept: true })
  expect(await ask('?before=19&step=6&limit=2')).toEqual({ numbers: [18, 12], isKept: true })
  expect((await ask('?before=99&step=6')).isKept).toBe(false)
  expect(await ask('?before=2&step=6')).toEqual({ numbers: [], isKept: false })
})

it('gives the tree of each checkpoint, for ever, and none of one that does not exist', async () => {
  const answer = await fetch(`${server.url}/api/checkpoints/2/orders`)
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(listOrderLeaves.reply.parse(await answer.json())).toEqual({ commitments: [] })
  const { checkpoints } = listCheckpoints.reply.parse(await get('/checkpoints'))
  expect(checkpoints[0]?.anchors?.orders).toEqual({ size: 0, root: sha256('') })
  expect((await server.visitor().get('/api/checkpoints/99/orders')).status).toBe(404)
})

it('lists products with their session and source, and a sparkline each', async () => {
  const { products, source } = listProducts.reply.parse(await get('/products'))
  expect(source).toBe('simulated')
  expect(products.map(({ symbol, session }) => [symbol, session.state])).toEqual([
    ['GC', 'open'],
    ['EURUSD', 'open'],
    ['BTCUSDT', 'open'],
  ])
  const { lines } = listSparklines.reply.parse(await get('/sparklines'))
  expect(lines.map(({ closes }) => closes.length)).toEqual([48, 48, 48])
  const last = (await wholeLog('GC')).findLast((record) => record.kind === 'tick')
  expect(lines[0]?.closes.at(-1)).toBe(last?.price)
})

it('signs a checkpoint every ten seconds, chained, over heads that the log has', async () => {
  const { checkpoints, keys } = listCheckpoints.reply.parse(await get('/checkpoints'))
  const newest = checkpoints[0]?.number ?? 0
  expect(newest).toBeGreaterThan(12)
  expect(checkpoints.map(({ number }) => number)).toEqual(
    Array.from({ length: newest }, (_, n) => newest - n),
  )
  const distances = checkpoints.slice(1).map(({ timeMs }, n) => checkpoints[n]!.timeMs - timeMs)
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(9_000)
  expect(Math.max(...distances)).toBeLessThanOrEqual(11_000)
  const log = await wholeLog('BTCUSDT')
  for (const [i, checkpoint] of checkpoints.entries()) {
    const { text, signature, keyId } = checkpoint
    expect(text).toBe(checkpointText(checkpoint))
    const pem = keys.find((key) => key.keyId === keyId)?.publicKey ?? ''
    const signed = Buffer.from(signature, 'base64')
    expect(verify(null, Buffer.from(text), createPublicKey(pem), signed)).toBe(true)
    expect(checkpoint.previous).toBe(
      checkpoint.number === 1 ? '0'.repeat(64) : sha256(checkpoints[i + 1]?.text ?? ''),
    )
    const head = checkpoint.heads.find(({ symbol }) => symbol === 'BTCUSDT')
    expect(log[(head?.seq ?? 0) - 1]?.hash).toBe(head?.hash)
  }
})

it('proves that each checkpoint continues each earlier one', async () => {
  const { checkpoints } = listCheckpoints.reply.parse(await get('/checkpoints'))
  const factsOf = ({ text }: Checkpoint) => readCheckpointText(text)
  const [third, second, first] = checkpoints
  if (third === undefined || second === undefined || first === undefined) throw new Error('none')
  for (const [later, before] of [
    [third, first],
    [third, second],
    [second, first],
  ] as const) {
    const path = `/checkpoints/${later.number}/tree?of=${before.number}`
    const proof = proveCheckpoint.reply.parse(await get(path))
    const facts = factsOf(later)
    if (facts === null) throw new Error('unreadable')
    const known = (text: string) => ({
      known: { number: before.number, textHash: sha256(text), facts: factsOf(before) },
      sha256: sha256Bytes,
    })
    expect(proves(proof, facts, known(before.text))).toBe(true)
    expect(proves(proof, facts, known('another'))).toBe(false)
  }
  for (const query of ['1/tree?of=1', '2/tree?of=3', '99/tree?of=1']) {
    expect((await server.visitor().get(`/api/checkpoints/${query}`)).status).toBe(404)
  }
})

it('promises seeds for a day and a half ahead and shows none of an epoch that runs', async () => {
  const { epochs } = listSeeds.reply.parse(await get('/seeds?limit=500'))
  expect(epochs.length).toBe(37)
  expect(epochs.every(({ seed, link }) => seed === null && link === null)).toBe(true)
})
