import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadRecordings } from '#server/market/feeds/recordings.ts'
import { replayNotes, spanText } from '#server/market/feeds/replay-notes.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { recordings } from '#support/market-fixture.ts'

const T = Date.UTC(2025, 0)
const ticks = (...prices: string[]): string =>
  ['time_ms,price,size', ...prices.map((price, i) => `${T + 1_000 * i},${price},0`)].join('\n')

it('refuses a folder with files of unknown products, and names all of them and what fits', () => {
  const folder = recordings({
    'EURUSD_a.csv': ticks('1.10000'),
    'ZZ_a.csv': ticks('1'),
    'prices.csv': ticks('1'),
  })
  expect(() => loadRecordings(folder)).toThrow(/no product on offer: ZZ_a\.csv, prices\.csv\./)
  expect(() => loadRecordings(folder)).toThrow(
    /one of GC, SI, .*AVAXUSDT; BTCUSD and its like stand for BTCUSDT\./,
  )
})

it('refuses a price with too many decimals, and says what to do', () => {
  const folder = recordings({ 'ES_a.csv': ticks('6625.25', '6625.375') })
  expect(() => loadRecordings(folder)).toThrow(
    /ES_a\.csv: line 3: price 6625\.375 has more than the product's 2 decimals; round the file/,
  )
})

it('reads decimals beyond the product that are zeros, for they change nothing', () => {
  const folder = recordings({ 'ES_a.csv': ticks('6625.25000', '6625.5') })
  expect(loadRecordings(folder).recordings[0]?.points.map(({ price }) => price)).toEqual([
    662_525, 662_550,
  ])
})

it('names everything that is wrong with a folder at once', () => {
  const folder = recordings({
    'ZZ_a.csv': ticks('1'),
    'ES_a.csv': ticks('6625.25', '-1', '6625.375'),
    'EURUSD_a.csv': `time_ms,price,size\n${T}000,1.1,0`,
    'GC_a.csv': '',
  })
  mkdirSync(join(folder, 'NQ.csv'))
  const faults = () => loadRecordings(folder)
  expect(faults).toThrow(StartRefused)
  expect(faults).toThrow(/ZZ_a\.csv\. A file is named SYMBOL_anything/)
  expect(faults).toThrow(/NQ\.csv: cannot be read \(EISDIR\)/)
  expect(faults).toThrow(/ES_a\.csv: line 3: price -1 is not positive/)
  expect(faults).toThrow(/ES_a\.csv: line 4: price 6625\.375 has more/)
  expect(faults).toThrow(/EURUSD_a\.csv: line 2: \d+ looks like microseconds/)
  expect(faults).toThrow(/GC_a\.csv: line 1: the file is empty/)
})

it('knows products by the names that vendors give their files', () => {
  const names = ['LTCUSD_a.csv', 'btcusdt-1m.csv', 'ETH_USD.csv', 'eur-usd.CSV', 'ES_H14.csv']
  const folder = recordings(Object.fromEntries(names.map((name) => [name, ticks('1')])))
  expect(loadRecordings(folder).recordings.map(({ product }) => product.symbol)).toEqual([
    'ES',
    'EURUSD',
    'BTCUSDT',
    'ETHUSDT',
    'LTCUSDT',
  ])
})

it('says which files of another kind are not read, and what a folder without recordings has', () => {
  const mixed = recordings({ 'ES.csv': ticks('6625.25'), 'ES.csv.gz': '', '.DS_Store': '' })
  expect(loadRecordings(mixed).unused).toEqual([
    { file: 'ES.csv.gz', reason: 'only files whose name ends in .csv are read' },
  ])
  expect(() => loadRecordings(recordings({ 'ES.csv.gz': '' }))).toThrow(
    /has no \.csv file to replay\. It has ES\.csv\.gz\./,
  )
  expect(() => loadRecordings(recordings({}))).toThrow(/It is empty\./)
})

it('rounds sizes, which decide nothing, and says so once', () => {
  const folder = recordings({ 'ES_a.csv': `time_ms,price,size\n${T},1,1.75\n${T},1,0.5\n${T},1,2` })
  const { recordings: loaded, unused } = loadRecordings(folder)
  expect(loaded[0]?.points.map(({ size }) => size)).toEqual([2, 1, 2])
  const played = loaded.map((each) => ({
    ...each,
    recordedAt: T,
    startedAt: T,
    isWatchOnly: false,
  }))
  expect(replayNotes(played, unused)[0]).toMatch(/; 2 sizes rounded to 0 decimals$/)
})

it('plays one file per product, ticks before bars, and says which file is not played', () => {
  const bars = 'time_ms,open,high,low,close,volume\n1,1,1,1,1,0'
  const folder = recordings({ 'EURUSD_bars.csv': bars, 'EURUSD_ticks.csv': ticks('1.10000') })
  const loaded = loadRecordings(folder)
  expect(loaded.recordings.map(({ file }) => file)).toEqual(['EURUSD_ticks.csv'])
  expect(loaded.unused).toEqual([
    { file: 'EURUSD_bars.csv', reason: 'EURUSD is played from another file' },
  ])
  const played = loaded.recordings.map((recording) => ({
    ...recording,
    recordedAt: Date.UTC(2014, 4, 8),
    startedAt: Date.UTC(2014, 4, 10, 1),
    isWatchOnly: true,
  }))
  expect(replayNotes(played, loaded.unused)).toEqual([
    'EURUSD: ticks of EURUSD_ticks.csv, its 2014-05-08T00:00:00.000Z played at ' +
      '2014-05-10T01:00:00.000Z, 2 d 1 h later; bars faster than real time can only be watched',
    'EURUSD_bars.csv is not played: EURUSD is played from another file',
  ])
})

it('writes a span in its units', () => {
  expect([0, 1, 61_000, -90_000].map(spanText)).toEqual(['0 s', '1 ms', '1 min 1 s', '1 min 30 s'])
})
