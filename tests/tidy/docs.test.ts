import { Parser } from '@asyncapi/parser'
import { expect, it } from 'vitest'
import { TOPICS } from '#contract/topics.ts'
import { asyncApiText } from '../../scripts/async-api.ts'
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
