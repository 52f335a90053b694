import { expect, it } from 'vitest'
import { findChainFault, GENESIS_HASH, recordText } from '#rules/tick-chain.ts'
import { chained, sha256 } from '#support/chained.ts'
import { filled, heartbeat, logOf, recordOf, rejected, tick } from '#support/records.ts'

it('writes each kind of record as the published text', () => {
  const text = (planned: Parameters<typeof recordOf>[0]): string =>
    recordText('EURUSD', recordOf(planned, 4), 'p')
  expect(text(tick(5, 108_123))).toBe('fairtick-tick-1|EURUSD|4|5|tick|108123|0|p')
  expect(text(heartbeat(5))).toBe('fairtick-tick-1|EURUSD|4|5|heartbeat|||p')
  expect(text(rejected(5, -3))).toBe('fairtick-tick-1|EURUSD|4|5|rejected|-3|100|p')
  expect(text(filled(9, 5, 12))).toBe('fairtick-tick-1|EURUSD|4|9|filled|5|12|p')
  expect(text({ kind: 'gap', at: 5 })).toBe('fairtick-tick-1|EURUSD|4|5|gap|feed||p')
  expect(text({ kind: 'halt', at: 5 })).toBe('fairtick-tick-1|EURUSD|4|5|halt|closed||p')
})

const log = chained('GC', logOf([tick(1, 10), tick(1, 11), heartbeat(2), tick(3, 9)]))

it('accepts a whole chain, from its beginning or from any record on', () => {
  expect(findChainFault('GC', log, { sha256 })).toBeNull()
  const [first, ...rest] = log
  expect(findChainFault('GC', rest, { sha256, ...(first && { start: first }) })).toBeNull()
})

it('does not accept the chain of another product', () => {
  expect(findChainFault('SI', log, { sha256 })).toEqual({ seq: 1, fault: 'hash' })
})

it('names a record whose time goes back even when its hash fits', () => {
  const back = chained('GC', logOf([tick(5, 10), tick(4, 10)]))
  expect(findChainFault('GC', back, { sha256 })).toEqual({ seq: 2, fault: 'time' })
})

it('begins with 64 zeros', () => {
  expect(GENESIS_HASH).toMatch(/^0{64}$/)
})
