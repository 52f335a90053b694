import { expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { startMessage } from '#server/platform/start-message.ts'

it.each([
  ['http://127.0.0.1:8460', 'http://localhost:8460'],
  ['http://192.168.1.7:8460', 'http://192.168.1.7:8460'],
  ['http://[::1]:8460', 'http://[::1]:8460'],
])('sends who listens at %s to %s, for passkeys need a name', (url, shown) => {
  const config = readConfig([], {}, '/tmp')
  const said = startMessage({
    url,
    config,
    place: 'data',
    database: 'PostgreSQL 18',
    openingCode: 'CODE',
    demo: null,
  })
  expect(
    said
      .split('\n')
      .find((line) => line.includes('Open '))
      ?.trim(),
  ).toBe(`Open        ${shown}`)
})

it('says of a replay that its files tell the outcomes, and where each one starts', () => {
  const config = readConfig(['--feed', 'replay', '--data', 'csv', '--loop'], {}, '/tmp')
  const facts = {
    url: 'http://[::1]:8460',
    config,
    place: 'data',
    database: 'PostgreSQL 18',
    openingCode: 'CODE',
    demo: null,
  }
  const lines = startMessage({ ...facts, priceNotes: ['EURUSD: ticks of a.csv'] }).split('\n')
  const at = lines.findIndex((line) => line.includes('Prices'))
  expect(lines[at]).toContain('in a loop; anyone who has the files knows the outcomes')
  expect(lines[at + 1]?.trim()).toBe('EURUSD: ticks of a.csv')
})

it('says that live prices are trades, and that the money is practice money', () => {
  const config = readConfig(['--feed', 'live'], {}, '/tmp')
  const facts = { url: 'http://[::1]:8460', place: 'data', database: 'PostgreSQL 18', demo: null }
  const text = startMessage({ ...facts, config, openingCode: 'CODE', priceNotes: ['BTCUSDT: okx'] })
  expect(text).toContain('live: trades of venues, each of which anyone can look up')
  expect(text).toContain('practice money only')
  expect(text).not.toContain('dealer')
  const env = {
    LIVE_DEALER: 'oanda',
    LIVE_DEALER_TOKEN: '0123456789abcdef0123',
    LIVE_DEALER_ACCOUNT: '101-001-1234567-001',
    LIVE_DEALER_TERMS: 'accepted',
  }
  const both = readConfig(['--feed', 'live'], env, '/tmp')
  const said = startMessage({ ...facts, config: both, openingCode: 'CODE' })
  expect(said).toContain('anyone can look up, and quotes of one dealer, which no one else can')
})
