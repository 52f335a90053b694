import { Parser } from '@asyncapi/parser'
import { expect, it } from 'vitest'
import { TOPICS } from '#contract/topics.ts'
import { asyncApiText } from '../../scripts/async-api.ts'
import { SERIES_VERSION } from '#rules/simulation.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { seriesDigest } from '#support/fairness-compare.ts'
import { RULES } from '#support/fairness-rules.ts'
import { GENERATED_DOCS } from '../../scripts/docs.ts'
import { read } from './repository.ts'

/** The severity that the parser gives a fault. */
const ERRORS: readonly number[] = [0]

it.each(Object.keys(GENERATED_DOCS))('docs/%s says what the contract says', (name) => {
  expect(read(`docs/${name}`)).toBe(GENERATED_DOCS[name]?.())
})

it('describes the socket by the AsyncAPI 3 schema, every topic once', async () => {
  const { document, diagnostics } = await new Parser().parse(asyncApiText())
  expect(diagnostics.filter(({ severity }) => ERRORS.includes(severity))).toEqual([])
  expect(document?.version()).toBe('3.0.0')
  const channels =
    document
      ?.channels()
      .all()
      .map((section) => section.id()) ?? []
  expect(channels).toEqual(expect.arrayContaining(Object.keys(TOPICS)))
  expect(new Set(channels).size).toBe(channels.length)
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
  const readme = read('README.md')
  for (const { symbol, priceDecimals, sizeDecimals } of PRODUCTS) {
    expect(readme).toMatch(new RegExp(`\\b${symbol} ${priceDecimals}/${sizeDecimals}\\b`))
  }
})
