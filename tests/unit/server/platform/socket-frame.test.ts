import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelopeText, framePacket } from '#contract/frame-text.ts'
import { envelope } from '#contract/topics.ts'
import { createRateBucket } from '#server/platform/rate-bucket.ts'
import { websocketFrame } from '#server/platform/socket/socket-frame.ts'

/** What a websocket client makes of the bytes (RFC 6455 section 5.2). */
function received(bytes: Buffer): string {
  expect(bytes[0]).toBe(0x81)
  const short = bytes[1] ?? 0
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  const long = head > 2
  const wide = !long ? 0 : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const body = bytes.subarray(head)
  expect(body).toHaveLength(long ? wide : short)
  return body.toString()
}

describe('frames', () => {
  it('are what a websocket client reads back, at every length of the header', () => {
    for (const length of [0, 1, 124, 125, 126, 65_533, 65_534, 65_535, 65_536, 200_000]) {
      const text = 'x'.repeat(length)
      expect(received(websocketFrame(text))).toBe(`4${text}`)
    }
  })
  it('carry an envelope that the contract reads', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(fc.integer()), (seq, timeMs, data) => {
        const head = { topic: 'quotes', epoch: 'e-1', seq, kind: 'delta', timeMs } as const
        const text = envelopeText(head, JSON.stringify(data))
        expect(framePacket(text)).toBe(`2["f",${text}]`)
        expect(envelope.parse(JSON.parse(text))).toEqual([
          'quotes',
          'e-1',
          seq,
          'delta',
          timeMs,
          data,
        ])
      }),
    )
  })
})

describe('the bucket of requests', () => {
  it('lets a burst through, then a steady rate, and never more', () => {
    let now = 0
    const bucket = createRateBucket(() => now, 20, 80)
    const taken = (asks: number): number =>
      Array.from({ length: asks }, () => bucket.take()).filter(Boolean).length
    expect(taken(200)).toBe(80)
    now += 1_000
    expect(taken(200)).toBe(20)
    now += 60_000
    expect(taken(200)).toBe(80)
  })
})
