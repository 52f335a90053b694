import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveChoiceOf } from '#server/market/feeds/live/venue-choice.ts'
import { readConfig } from '#server/platform/config.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-venues-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const choiceOf = (...flags: string[]) => {
  const { venues, candles } = liveChoiceOf(readConfig(['--feed', 'live', ...flags], {}, folder))
  return { on: venues.map(({ venue, url }) => [venue.name, url ?? null]), candles }
}
const choiceOfFile = (content: unknown) => {
  writeFileSync(join(folder, 'venues.json'), JSON.stringify(content))
  return choiceOf('--venues', 'venues.json')
}

it('uses every venue but Coinbase, whose terms restrict indexes, until the operator turns it on', () => {
  const { on, candles } = choiceOf()
  expect(on.map(([name]) => name)).toEqual(['binance', 'bitstamp', 'bybit', 'kraken', 'okx'])
  expect(candles).toBe('https://data-api.binance.vision')
  expect(choiceOf('--coinbase').on).toContainEqual(['coinbase', null])
})

it('uses the venues and addresses of a file, and reads no candles unless it says where', () => {
  const venues = { okx: null, kraken: 'wss://relay.example', binance: 'ws://127.0.0.1:9001' }
  expect(choiceOfFile({ venues })).toEqual({
    on: [
      ['binance', 'ws://127.0.0.1:9001'],
      ['kraken', 'wss://relay.example'],
      ['okx', null],
    ],
    candles: null,
  })
  const candles = 'http://127.0.0.1:9002'
  expect(choiceOfFile({ venues, candles }).candles).toBe(candles)
})

it.each<[string, unknown]>([
  ['a venue that it does not know', { venues: { okx: null, kraken: null, mtgox: null } }],
  ['two venues', { venues: { okx: null, kraken: null } }],
  [
    'another machine without encryption',
    { venues: { okx: 'ws://relay.example', kraken: null, bybit: null } },
  ],
  [
    'an address of another kind',
    { venues: { okx: 'https://relay.example', kraken: null, bybit: null } },
  ],
  ['something else', []],
])('refuses a file with %s', (_, content) => {
  expect(() => choiceOfFile(content)).toThrow('does not name at least 3 venues')
})
