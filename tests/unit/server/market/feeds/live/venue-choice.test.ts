import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveChoiceOf } from '#server/market/feeds/live/venue-choice.ts'
import { LINE_TERMS } from '#server/market/feeds/live/line-terms.ts'
import { readConfig } from '#server/platform/config.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-venues-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const choiceOf = (...flags: string[]) => {
  const { venues, candles } = liveChoiceOf(readConfig(['--feed', 'live', ...flags], {}, folder))
  return { on: venues.map(({ venue, url }) => [venue.line, url ?? null]), candles }
}
const choiceOfFile = (content: unknown) => {
  writeFileSync(join(folder, 'venues.json'), JSON.stringify(content))
  return choiceOf('--venues', 'venues.json')
}

it('uses the lines that need no decision, and each of the others when the operator turns it on', () => {
  const { on, candles } = choiceOf()
  expect(on.map(([name]) => name)).toEqual(['binance', 'bitstamp', 'bybit', 'kraken', 'okx'])
  expect(candles).toBe('https://data-api.binance.vision')
  for (const line of Object.keys(LINE_TERMS)) {
    expect(choiceOf(`--${line}`).on).toHaveLength(on.length + 1)
    expect(choiceOf(`--${line}`).on).toContainEqual([line, null])
  }
})

it('offers Tether Gold when the operator asks for it', () => {
  const asked = (...flags: string[]) =>
    liveChoiceOf(readConfig(['--feed', 'live', ...flags], {}, folder)).asked
  expect(asked()).toEqual([])
  expect(asked('--tether-gold')).toEqual(['XAUTUSDT'])
  expect(() => readConfig(['--tether-gold'], {}, folder)).toThrow('--tether-gold needs --feed live')
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

it('adds a dealer if the operator names one, at its own address or at that of the file', () => {
  const env = {
    LIVE_DEALER: 'oanda',
    LIVE_DEALER_TOKEN: '0123456789abcdef0123',
    LIVE_DEALER_ACCOUNT: '101-001-1234567-001',
    LIVE_DEALER_TERMS: 'accepted',
  }
  const dealerOf = (set: Record<string, string>, ...flags: string[]) =>
    liveChoiceOf(readConfig(['--feed', 'live', ...flags], set, folder)).dealer
  expect(dealerOf({})).toBeNull()
  expect(dealerOf(env)).toMatchObject({
    dealer: { name: 'oanda' },
    access: { environment: 'practice' },
  })
  expect(dealerOf(env)).not.toHaveProperty('url')
  const venues = { okx: null, kraken: null, bybit: null }
  const dealer = 'http://127.0.0.1:9003'
  writeFileSync(join(folder, 'venues.json'), JSON.stringify({ venues, dealer }))
  expect(dealerOf(env, '--venues', 'venues.json')).toMatchObject({ url: dealer })
  expect(dealerOf({}, '--venues', 'venues.json')).toBeNull()
})

it.each<[string, unknown]>([
  [
    'a dealer on another machine without encryption',
    { venues: { okx: null, kraken: null, bybit: null }, dealer: 'http://relay.example' },
  ],
  ['a venue that it does not know', { venues: { okx: null, kraken: null, mtgox: null } }],
  ['two venues', { venues: { okx: null, kraken: null } }],
  ['lines of two operators', { venues: { okx: null, 'okx-perpetual': null, kraken: null } }],
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
