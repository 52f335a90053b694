/** The watch over the signed history, in virtual time: silent with an honest server, and loud with any other. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHAOS_MS,
  type Deed,
  DEEDS,
  type Fate,
  isProof,
  type Move,
  type Played,
  playHistory,
  type Script,
} from '#support/history-world.ts'
import { deep } from '#support/suite.ts'

const FATES = ['prompt', 'late', 'lost', 'cut', 'repeated', 'garbled', 'empty'] as const
const fate: fc.Arbitrary<Fate> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant('prompt' as const) },
    { weight: 4, arbitrary: fc.constant('late' as const) },
    { weight: 5, arbitrary: fc.constantFrom(...FATES) },
  ),
  part: fc.integer({ min: 0, max: 999 }).map((n) => n / 1_000),
  early: fc.boolean(),
})
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('drop' as const, 'up' as const) },
    { weight: 2, arbitrary: fc.constantFrom('reload' as const, 'open' as const, 'close' as const) },
  ),
  tab: fc.constantFrom(0 as const, 1 as const),
  afterMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 })),
})
const chaos = {
  moves: fc.array(move, { maxLength: 24 }).map((moves): readonly Move[] => moves),
  fates: fc.array(fate, { minLength: 1, maxLength: 24 }).map((fates): readonly Fate[] => fates),
}
const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...DEEDS),
  atMs: fc.integer({ min: 60_000, max: CHAOS_MS }),
  back: fc.integer({ min: 0, max: 3 }),
})

/** One tab stores the second text while the other tab compares, and then stores a later checkpoint. */
const storedMeanwhile: Script & { deed: Deed } = {
  moves: [
    { kind: 'up', tab: 0, afterMs: 60_000 },
    { kind: 'reload', tab: 1, afterMs: 62_961 },
  ],
  fates: [
    { kind: 'late', part: 0.061, early: false },
    { kind: 'late', part: 0.984, early: true },
    { kind: 'cut', part: 0, early: false },
    { kind: 'empty', part: 0, early: false },
  ],
  deed: { kind: 'twice', atMs: 120_000, back: 0 },
}

const kindsOf = ({ alarms }: Played): string[] => [...new Set(alarms.map(({ kind }) => kind))]

/** The runs of the deep suite take a quarter of a minute. */
const LIMIT_MS = 300_000

describe('the watch over the signed history', { timeout: LIMIT_MS }, () => {
  it('never raises an alarm when the server is honest, and remembers each minute', async () => {
    const seen: Record<string, number> = {}
    let pushes = 0
    await fc.assert(
      fc.asyncProperty(fc.record({ ...chaos, deed: fc.constant(null) }), async (script) => {
        const played = await playHistory(script)
        expect(kindsOf(played)).toEqual([])
        pushes += played.pushes
        expect(played.known?.number).toBeGreaterThanOrEqual(played.minted - 1)
        for (const [kind, count] of Object.entries(played.fates)) {
          seen[kind] = (seen[kind] ?? 0) + count
        }
      }),
      { numRuns: deep ? 4_000 : 1_000 },
    )
    console.log('answers', seen, 'pushes', pushes)
    const all = Object.values(seen).reduce((sum, each) => sum + each, 0)
    expect(pushes / all).toBeGreaterThan(0.2)
    for (const kind of FATES) expect((seen[kind] ?? 0) / all, kind).toBeGreaterThan(0.005)
  })

  it('says that a server was restored, and raises no alarm about one that says so', async () => {
    const restore = fc.record({
      atMs: fc.integer({ min: 1_000, max: CHAOS_MS }),
      lost: fc.integer({ min: 0, max: 9 }),
      starts: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.record({ ...chaos, restore }), async (script) => {
        const played = await playHistory({ ...script, deed: null })
        expect(kindsOf(played).filter((kind) => kind !== 'restored')).toEqual([])
        expect(played.atEnd.map((alarm) => alarm?.kind)).toEqual(['restored', 'restored'])
        expect(played.known?.restore).toMatchObject({ isSeen: false })
      }),
      { numRuns: deep ? 1_500 : 300 },
    )
  })

  it('finds every server that changes, forks, shortens or does not sign its history', async () => {
    const found: Record<string, number> = {}
    const runs = deep ? 2_500 : 1_000
    await fc.assert(
      fc.asyncProperty(fc.record({ ...chaos, deed }), async (script) => {
        const played = await playHistory(script)
        const isProvable = ['rewrites', 'forks', 'twice'].includes(played.done ?? '')
        const isShown = played.done !== null && (played.done !== 'twice' || played.sawTwice)
        const proofs = played.alarms.filter(({ kind }) => kind === 'contradiction')
        expect(proofs.filter((each) => !isProof(each))).toEqual([])
        // A server that splits may also show both histories within a minute.
        if (!isProvable && !['splits', 'unexplained'].includes(played.done ?? ''))
          expect(proofs).toEqual([])
        if (played.done === null) expect(kindsOf(played)).toEqual([])
        if (isShown) {
          expect(played.atEnd.map((alarm) => alarm !== null)).toEqual([true, true])
          if (isProvable)
            expect(played.atEnd.map((alarm) => alarm?.kind)).toEqual([
              'contradiction',
              'contradiction',
            ])
        }
        const name = isShown
          ? String(played.done)
          : played.done === null
            ? 'nothing known'
            : 'not shown'
        found[name] = (found[name] ?? 0) + 1
      }),
      { numRuns: runs, examples: [[storedMeanwhile]] },
    )
    console.log('servers', found)
    for (const kind of DEEDS) expect((found[kind] ?? 0) / runs, kind).toBeGreaterThan(0.005)
  })
})
