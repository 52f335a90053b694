import schema from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { TOPICS } from '#contract/topics.ts'
import { asyncApiText } from '../../scripts/async-api.ts'
import { SERIES_VERSION } from '#rules/simulation.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { seriesDigest } from '#support/fairness-compare.ts'
import { RULES } from '#support/fairness-rules.ts'
import { GENERATED_DOCS } from '../../scripts/docs.ts'
import { read } from './repository.ts'

/** The paths that a JSON document refers to in itself. */
function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (name === '$ref' && typeof part === 'string') yield part
    yield* referencesIn(part)
  }
}
/** What a reference names; undefined when there is nothing. */
const named = (document: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined,
      document,
    )

it.each(Object.keys(GENERATED_DOCS))('%s says what it is generated from', (name) => {
  expect(read(name)).toBe(GENERATED_DOCS[name]?.())
})

it('describes the socket by the AsyncAPI 3 schema, every topic once', async () => {
  const document = JSON.parse(asyncApiText())
  // The schema brings its own copy of the schema of schemas.
  const ajv = new Ajv({ meta: false, validateSchema: false, strict: false, validateFormats: false })
  const validate = ajv.compile(schema)
  expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
  const lost = [...referencesIn(document)].filter((each) => named(document, each) === undefined)
  expect(lost).toEqual([])
  expect(Object.keys(document.channels)).toEqual(expect.arrayContaining(Object.keys(TOPICS)))
  // Control: the schema refuses a channel whose address is a number.
  const [first = ''] = Object.keys(document.channels)
  document.channels[first].address = 7
  expect(validate(document)).toBe(false)
})

it('says of every topic what its deltas do, and names the numbers of tuples', () => {
  const { channels, servers } = JSON.parse(asyncApiText())
  const bare = Object.keys(TOPICS).filter((name) => !/\S+ .*\.$/.test(channels[name].description))
  expect(bare).toEqual([])
  for (const part of ['Origin', 'fairtick-desk', 'Cookie', '40']) {
    expect(JSON.stringify(servers).toLowerCase()).toContain(part.toLowerCase())
  }
  for (const name of ['stats', 'candles']) {
    const data = channels[name].messages.snapshot.payload.items.at(-1)
    const titles: unknown[] = data.items.items.map((item: { title?: string }) => item.title)
    expect(titles).toEqual(titles.filter((title) => typeof title === 'string' && title !== ''))
  }
})

it('describes fields of the socket, its acknowledgements, and events without data', () => {
  const { channels } = JSON.parse(asyncApiText())
  const order = channels.positions.messages.delta.payload.items.at(-1)
  expect(order.properties.payoutRate.description).toMatch(/basis points/)
  expect(order.properties.status.description).toMatch(/`live`/)
  const acknowledged = Object.keys(channels).filter((name) => 'x-acknowledgement' in channels[name])
  expect(acknowledged.toSorted()).toEqual(['clock', 'subscribe', 'unsubscribe'])
  expect(channels.ended.messages.ended).not.toHaveProperty('payload')
})

it('has an example of one test in its pages that names a test', () => {
  for (const page of ['docs/TESTING.md', 'scripts/test/help.mjs']) {
    const [, file = '', name = ''] = /vitest run (\S+) -t '([^']+)'/.exec(read(page)) ?? []
    expect([page, read(file).includes(name)]).toEqual([page, name !== ''])
  }
})

it('has a fairness page of the present series and rules; npm run fairness writes it', () => {
  const page = read('docs/FAIRNESS.md')
  expect(page).toContain(`Series version ${SERIES_VERSION}, digest ${seriesDigest()}.`)
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  for (const { symbol } of PRODUCTS) {
    expect(rows.filter((row) => row.startsWith(`| ${symbol}, `)).length).toBeGreaterThan(0)
  }
  for (const { name } of RULES) expect(rows.filter((row) => row.includes(name))).not.toEqual([])
  expect(page).toContain('## What this does not show')
})

it('lists every product with its decimals for recordings', () => {
  const feeds = read('docs/FEEDS.md')
  for (const { symbol, priceDecimals, sizeDecimals } of PRODUCTS) {
    expect(feeds).toMatch(new RegExp(`\\b${symbol} ${priceDecimals}/${sizeDecimals}\\b`))
  }
})
