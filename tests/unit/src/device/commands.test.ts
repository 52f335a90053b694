import { WEEK_MS } from '#contract/time.ts'
import { describe, expect, it, vi } from 'vitest'
import { forgetCommand, keepCommand, type StoredCommand, storedCommands } from '#device/commands.ts'

const NOW = 1_700_000_000_000
const kept = (change: Partial<StoredCommand> = {}): StoredCommand => ({
  key: 'a'.repeat(32),
  account: 'tester1',
  name: 'order',
  about: 'BTCUSDT',
  amount: '10.50',
  sentAt: NOW,
  ...change,
})
const keyOf = (n: number): string => n.toString(16).padStart(32, '0')

describe('a command kept on the device', () => {
  it('is read back whole by its own account and by no other', () => {
    keepCommand(kept())
    expect(storedCommands('tester1', NOW)).toEqual([kept()])
    expect(storedCommands('tester2', NOW)).toEqual([])
    expect(storedCommands('tester1', NOW)).toHaveLength(1)
  })

  it('is told of by the one who takes it away', () => {
    keepCommand(kept())
    expect(forgetCommand(kept().key)).toBe(true)
    expect(forgetCommand(kept().key)).toBe(false)
    expect(storedCommands('tester1', NOW)).toEqual([])
  })

  it('is thrown away when it is damaged, filed under another key, too long or too old', () => {
    keepCommand(kept())
    const whole = localStorage.getItem(`command:${kept().key}`) ?? ''
    localStorage.setItem('command:x', '{')
    localStorage.setItem(`command:${keyOf(1)}`, whole)
    localStorage.setItem(`command:${kept().key}`, whole.replace('"order"', '"bet"'))
    localStorage.setItem('theme', 'dark')
    const long = { ...JSON.parse(whole), key: keyOf(2), padding: 'x'.repeat(1_000) }
    localStorage.setItem(`command:${keyOf(2)}`, JSON.stringify(long))
    keepCommand(kept({ key: keyOf(3), sentAt: NOW - WEEK_MS - 1 }))
    expect(storedCommands('tester1', NOW)).toEqual([])
    expect(Object.keys(localStorage)).toEqual(['theme'])
  })

  it('gives way to newer ones when there are too many', () => {
    for (let n = 0; n < 25; n += 1) keepCommand(kept({ key: keyOf(n), sentAt: NOW + n }))
    const keys = storedCommands('tester1', NOW).map(({ key }) => key)
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
    expect(() => keepCommand(kept())).not.toThrow()
    expect(forgetCommand(kept().key)).toBe(false)
    vi.unstubAllGlobals()
  })
})
