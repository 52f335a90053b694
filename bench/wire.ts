/**
 * The size of prices on the socket: bytes per tick in the server's frames, for all products and for one screen, against
 * the least that a lossless coding of the same prices takes. Every frame is decoded and compared.
 */
import assert from 'node:assert/strict'
import { constants, deflateRawSync } from 'node:zlib'
import { createQuotesDecoder, QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { envelope } from '#contract/topics.ts'
import { createQuoteFrames } from '#server/platform/socket/quote-frames.ts'
import { createQuoteTape, SLOT_MS } from '#server/platform/socket/quote-tape.ts'
import { chanceOf } from '#support/chance.ts'
import { figure, goal, machine } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke } = benchOptions()
const SECONDS = smoke ? 2 : 120
const FLUSH_MS = 100
const BEGIN_MS = 1_800_000_000_000
/** As long as the server's own. */
const EPOCH = 'AbCdEfGh'
const SCREEN = 20

interface Sizes {
  ticks: number
  bytes: number
  /** The same movements of prices as numbers of 7 bits per byte, compressed as a whole. */
  least: number
}

/** A number as whole bytes: 7 bits in each, the sign in the lowest. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/** Each product ticks once between two frames. */
function measure(products: number): Sizes {
  const ids = Array.from({ length: products }, (_, i) => i + 1)
  const chance = chanceOf(11)
  const next = (below: number): number => Math.floor(chance() * below)
  const prices = new Map(ids.map((id) => [id, 10_000 * (1 + next(1_000))]))
  const tape = createQuoteTape()
  const frames = createQuoteFrames(tape, EPOCH)
  let seq = 0
  const tick = (id: number, price: number, timeMs: number, slot: number): void => {
    seq += 1
    prices.set(id, price)
    tape.put({ productId: id, price, seq, timeMs }, slot)
  }
  for (const id of ids) tick(id, prices.get(id) ?? 0, BEGIN_MS, 0)
  const decode = createQuotesDecoder()
  const read = (text: string): readonly number[] => {
    const quotes = decode(envelope.parse(JSON.parse(text))[5])
    assert.ok(quotes !== undefined)
    return quotes
  }
  read(frames.snapshot(ids, BEGIN_MS))
  const visible = { list: ids, detail: [], frame: null }
  const deltas: number[] = []
  const sizes: Sizes = { ticks: 0, bytes: 0, least: 0 }
  let fromSeq = seq
  for (let at = FLUSH_MS; at <= SECONDS * 1_000; at += FLUSH_MS) {
    const slot = at / SLOT_MS
    for (const id of ids) {
      const move = next(41) - 20
      pushVarint(deltas, move)
      tick(id, (prices.get(id) ?? 0) + move, BEGIN_MS + at - next(FLUSH_MS), slot)
    }
    const need = {
      slot,
      timeMs: BEGIN_MS + at,
      fromSeq,
      listFrom: slot - 1,
      detailFrom: slot - 1,
      withList: true,
    }
    const built = frames.delta(visible, need)
    assert.ok(built !== null)
    const quotes = read(built.envelope)
    for (const [i, id] of ids.entries()) {
      const from = 1 + i * QUOTE_FIELDS
      assert.deepEqual(quotes.slice(from, from + 2), [id, prices.get(id)])
    }
    fromSeq = seq
    sizes.ticks += products
    sizes.bytes += built.bytes.length
  }
  sizes.least = deflateRawSync(Buffer.from(deltas), { level: constants.Z_BEST_COMPRESSION }).length
  return sizes
}

machine()
const all = measure(100)
const perTick = all.bytes / all.ticks
figure('wire-ticks', all.ticks, 'ticks')
figure('wire-flat', perTick, 'bytes/tick')
figure('wire-limit', all.least / all.ticks, 'bytes/tick')
goal('wire-flat', perTick <= 12, 'at most 12 bytes per tick, with 100 products in a frame')
const screen = measure(SCREEN)
const perSecond = screen.bytes / SECONDS / 1_024
figure('wire-screen', perSecond, 'KiB/s')
figure('wire-screen-tick', screen.bytes / screen.ticks, 'bytes/tick')
goal('wire-screen', perSecond <= 1.5, `at most 1.5 KiB/s for ${SCREEN} products at 10 Hz`)
