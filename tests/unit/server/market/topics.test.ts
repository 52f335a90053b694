import { beforeEach, expect, it } from 'vitest'
import type { Candle } from '#contract/product.ts'
import { CandleBook } from '#server/market/candle-book.ts'
import type { Candles } from '#server/market/candles.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { candleOf } from '#rules/candles.ts'
import { CandleTopic } from '#server/market/topics.ts'
import { silentHub } from '#support/silent-hub.ts'

const GC = 1
const KEY = 'candles:GC:1m'
type Sent = { key: string; seq: number; data: unknown }

let book: CandleBook
let changed: (productId: number) => void
let topic: CandleTopic
let sent: Sent[]
const hub = silentHub({
  broadcast: (key, seq, data) => void sent.push({ key, seq, data }),
})
const tick = (timeMs: number, price: number): void => {
  book.add({ timeMs, price, size: 1 })
  changed(GC)
}

beforeEach(() => {
  book = new CandleBook(GC)
  sent = []
  const candles: Pick<Candles, 'onChange' | 'book' | 'newest'> = {
    onChange: (listener) => {
      changed = listener
    },
    book: () => book,
    newest: (_, interval, count) => book.recent(interval).slice(-count).map(candleOf),
  }
  topic = new CandleTopic({ candles, products: PRODUCTS })
})
it('sends nothing for a key that nobody watches', () => {
  tick(1_000, 10)
  topic.flush(hub)
  expect(sent).toEqual([])
})

it('sends the whole state of each changed bar once a flush, numbered without a hole', () => {
  tick(1_000, 10)
  topic.watched(KEY)
  tick(2_000, 12)
  tick(3_000, 11)
  topic.flush(hub)
  topic.flush(hub)
  tick(59_000, 9)
  tick(60_000, 8)
  tick(120_000, 7)
  topic.flush(hub)
  expect(sent).toEqual([
    { key: KEY, seq: 1, data: [[0, 10, 12, 10, 11, 3]] },
    {
      key: KEY,
      seq: 2,
      data: [
        [0, 10, 12, 9, 9, 4],
        [60_000, 8, 8, 8, 8, 1],
        [120_000, 7, 7, 7, 7, 1],
      ],
    },
  ])
})

it('goes on counting for a key that was left and is watched again', async () => {
  topic.watched(KEY)
  tick(1_000, 10)
  topic.flush(hub)
  topic.unwatched(KEY)
  tick(2_000, 11)
  topic.flush(hub)
  const snapshot = await topic.snapshot(['GC', '1m'])
  expect(snapshot).toEqual({ seq: 1, data: [[0, 10, 11, 10, 11, 2]] })
  topic.watched(KEY)
  tick(3_000, 12)
  topic.flush(hub)
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2])
})

it('brings a snapshot and deltas to the same bars, wherever the snapshot falls', async () => {
  topic.watched(KEY)
  for (let i = 0; i < 40; i++) tick(i * 7_000, 100 + ((i * 7) % 13))
  const snapshot = await topic.snapshot(['GC', '1m'])
  const bars = new Map((snapshot?.data ?? []).map((candle) => [candle[0] as number, candle]))
  for (let i = 40; i < 80; i++) {
    tick(i * 7_000, 100 + ((i * 7) % 13))
    if (i % 9 === 0) topic.flush(hub)
  }
  topic.flush(hub)
  for (const { data } of sent) for (const candle of data as Candle[]) bars.set(candle[0], candle)
  expect([...bars.values()]).toEqual(book.recent('1m').map(candleOf))
})

it('knows no other products and intervals', async () => {
  expect(await topic.snapshot(['GC', '2m'])).toBeNull()
  expect(await topic.snapshot(['NONE', '1m'])).toBeNull()
  expect(await topic.snapshot(['GC'])).toBeNull()
  topic.watched('candles:NONE:1m')
  tick(1_000, 10)
  topic.flush(hub)
  expect(sent).toEqual([])
})
