import { describe, expect, it, vi } from 'vitest'
import { symbol } from '#contract/scalars.ts'
import {
  forgetIntent,
  type KeptIntent,
  keepIntent,
  keptIntents,
} from '#features/ticket/kept-intents.ts'

const NOW = 1_700_000_000_000
const WEEK_MS = 7 * 24 * 3_600_000
const kept = (change: Partial<KeptIntent> = {}): KeptIntent => ({
  key: 'a'.repeat(32),
  account: 'tester1',
  symbol: symbol.parse('BTCUSDT'),
  direction: 'up',
  stake: 1_050n,
  durationMs: 60_000,
  termsId: '0123456789abcdef',
  tappedAt: NOW,
  ...change,
})
const keyOf = (n: number): string => n.toString(16).padStart(32, '0')

describe('an order kept on the device', () => {
  it('is read back whole by its own account and by no other', () => {
    keepIntent(kept())
    expect(keptIntents('tester1', NOW)).toEqual([kept()])
    expect(keptIntents('tester2', NOW)).toEqual([])
    expect(keptIntents('tester1', NOW)).toHaveLength(1)
  })

  it('is told of by the one who takes it away', () => {
    keepIntent(kept())
    expect(forgetIntent(kept().key)).toBe(true)
    expect(forgetIntent(kept().key)).toBe(false)
    expect(keptIntents('tester1', NOW)).toEqual([])
  })

  it('is thrown away when it is damaged, filed under another key, too long or too old', () => {
    keepIntent(kept())
    const whole = localStorage.getItem(`orderIntent:${kept().key}`) ?? ''
    localStorage.setItem('orderIntent:x', '{')
    localStorage.setItem(`orderIntent:${keyOf(1)}`, whole)
    localStorage.setItem(`orderIntent:${kept().key}`, whole.replace('10.50', '-10.50'))
    localStorage.setItem('theme', 'dark')
    const long = { ...JSON.parse(whole), key: keyOf(2), termsId: 'x'.repeat(1_000) }
    localStorage.setItem(`orderIntent:${keyOf(2)}`, JSON.stringify(long))
    keepIntent(kept({ key: keyOf(3), tappedAt: NOW - WEEK_MS - 1 }))
    expect(keptIntents('tester1', NOW)).toEqual([])
    expect(Object.keys(localStorage)).toEqual(['theme'])
  })

  it('gives way to newer ones when there are too many', () => {
    for (let n = 0; n < 25; n += 1) keepIntent(kept({ key: keyOf(n), tappedAt: NOW + n }))
    const keys = keptIntents('tester1', NOW).map(({ key }) => key)
    expect(keys).toHaveLength(20)
    expect(keys[0]).toBe(keyOf(5))
    expect(localStorage).toHaveLength(20)
  })

  it('does without a storage that is full or forbidden', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => keepIntent(kept())).not.toThrow()
    expect(forgetIntent(kept().key)).toBe(false)
    vi.unstubAllGlobals()
  })
})
