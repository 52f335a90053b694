import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Example, exampleOf } from '#rules/settle-example.ts'
import { settle } from '#rules/settle.ts'
import { gap, heartbeat, logOf, type Planned, plannedOf, tick } from '#support/records.ts'

/** A tick a second from 10 s on, its price the second. */
const SECONDS = Array.from({ length: 40 }, (_, i) => tick(10_000 + i * 1_000, 100 + i))
const CHOICE = { direction: 'up', durationMs: 5_000, at: 0 } as const

const seqs = (records: Example['entryRecords']): number[] => records.map(({ seq }) => seq)

const KINDS = ['tick', 'tick', 'tick', 'tick', 'heartbeat', 'rejected', 'gap', 'halt'] as const

describe('an example of a settlement', () => {
  it('shows each decisive tick between its neighbours', () => {
    const example = exampleOf(logOf(SECONDS), CHOICE)
    expect(example?.terms).toEqual({ direction: 'up', startsAt: 10_001, expiresAt: 15_001 })
    expect(example?.settlement).toMatchObject({
      outcome: 'won',
      entry: { seq: 2 },
      exit: { seq: 6 },
    })
    expect(seqs(example?.entryRecords ?? [])).toEqual([1, 2, 3])
    expect(seqs(example?.exitRecords ?? [])).toEqual([5, 6, 7])
  })

  it('can begin anywhere between the first tick and the last moment that is decided', () => {
    const log = logOf(SECONDS)
    const latest = exampleOf(log, { ...CHOICE, at: 1 })
    expect(latest?.terms.expiresAt).toBe(48_999)
    expect(seqs(latest?.exitRecords ?? []).at(-1)).toBe(40)
    expect(exampleOf(log, { ...CHOICE, at: 0.5 })?.terms.startsAt).toBe(27_000)
  })

  it('is none where the slice is too short, or has no tick', () => {
    expect(exampleOf([], CHOICE)).toBeNull()
    expect(exampleOf(logOf(SECONDS.slice(0, 6)), CHOICE)).toBeNull()
    expect(exampleOf(logOf([heartbeat(1_000), heartbeat(60_000)]), CHOICE)).toBeNull()
  })

  it('may be void, and says why', () => {
    const log = logOf([tick(10_000, 100), gap(10_500), ...SECONDS.slice(1)])
    expect(exampleOf(log, CHOICE)?.settlement).toMatchObject({
      outcome: 'void',
      reason: 'gap_at_entry',
    })
  })

  it('is judged as the whole log would be, from what it shows of both moments as well', () => {
    const planned = fc.array(
      fc.record({
        wait: fc.constantFrom(1, 400, 1_000, 2_999, 3_001, 4_000),
        kind: fc.constantFrom(...KINDS),
        price: fc.integer({ min: 99, max: 101 }),
      }),
      { minLength: 8, maxLength: 60 },
    )
    const found = { won: 0, lost: 0, draw: 0, void: 0 }
    fc.assert(
      fc.property(planned, fc.double({ min: 0, max: 1, noNaN: true }), (steps, at) => {
        let time = 0
        const log = logOf(
          steps.map(({ wait, kind, price }): Planned => {
            time += wait
            return plannedOf(kind, time, kind === 'rejected' ? price * 10 : price)
          }),
        )
        const example = exampleOf(log, { ...CHOICE, at })
        if (example === null) return
        const { settlement, terms, entryRecords, exitRecords } = example
        found[settlement.outcome] += 1
        expect(settle(log, terms)).toEqual(settlement)
        expect(exitRecords.at(-1)?.timeMs).toBeGreaterThan(terms.expiresAt)
        if (settlement.outcome === 'void') return
        expect(seqs(entryRecords)).toContain(settlement.entry.seq)
        expect(seqs(exitRecords)).toContain(settlement.exit.seq)
      }),
      { numRuns: 1_000 },
    )
    for (const many of Object.values(found)) expect(many).toBeGreaterThan(5)
  })
})
