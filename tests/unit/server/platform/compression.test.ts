import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { getFund, listFundRates } from '#contract/endpoints/fund.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { compressReplies } from '#server/platform/http/compression.ts'

const LONG = JSON.stringify({ text: '价格 '.repeat(1_000) })

async function ask(endpoint: Endpoint, encoding: string, payload = LONG) {
  const app = fastify()
  compressReplies(app)
  app.route({
    method: endpoint.method,
    url: '/',
    config: { endpoint },
    handler: async (_request, reply) => reply.type('application/json').send(payload),
  })
  const headers = { 'accept-encoding': encoding }
  const { headers: got, rawPayload } = await app.inject({
    method: endpoint.method,
    url: '/',
    headers,
  })
  return {
    encoding: got['content-encoding'],
    vary: got['vary'],
    length: got['content-length'],
    bytes: rawPayload,
  }
}

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'compresses what is the same for everyone, for a browser that accepts %s',
  async (accepted, encoding, read) => {
    const got = await ask(listFundRates, accepted)
    expect(got).toMatchObject({
      encoding,
      vary: 'accept-encoding',
      length: String(got.bytes.length),
    })
    expect(read(got.bytes).toString()).toBe(LONG)
    expect(got.bytes.length).toBeLessThan(LONG.length / 4)
  },
)

it.each([
  ['what belongs to a session', getFund, 'br', LONG],
  ['the answer to a command', takePracticeMoney, 'br', LONG],
  ['what is short', listFundRates, 'br', '{}'],
  ['what the caller could not read', listFundRates, 'deflate', LONG],
] as const)('leaves as it is %s', async (_what, endpoint, accepted, payload) => {
  const got = await ask(endpoint, accepted, payload)
  expect(got.encoding).toBeUndefined()
  expect(got.bytes.toString()).toBe(payload)
})
