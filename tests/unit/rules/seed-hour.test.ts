import { DAY_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import type { BeaconRound } from '#contract/beacon.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { QUICKNET } from '#rules/beacon.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { isRoundSigned } from '#rules/round-signature.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'
import { checkSeedHours, seedLabel } from '#rules/seed-hour.ts'
import { REAL_ROUNDS } from '#support/beacon.ts'
import { honest, other } from '#support/honest-receipts.ts'
import type { SeedForgery } from '#support/seed-promises.ts'
import { inRealRound, UNSIGNED_ROUND, withSeed } from '#support/seed-forgeries.ts'
import { seedProof, tools } from '#support/settled-receipt.ts'

const shown = async (
  forgery: SeedForgery,
  more: Partial<Parameters<typeof checkSeedHours>[1]> = {},
) => {
  const { verdict, hours } = await checkSeedHours(withSeed(seedProof(forgery)), {
    ...tools,
    ...more,
  })
  const [hour] = hours ?? []
  return { verdict, hour, label: hour && seedLabel(hour) }
}

describe('the hour of a deciding tick', () => {
  it.each([
    [30 * SEED_HOUR_MS, { promised: 'bound', number: 4, hours: 30 }],
    [DAY_MS, { promised: 'bound', number: 4, hours: 24 }],
    [DAY_MS - 1, { promised: 'late', number: 4, hours: 23 }],
    [0, { promised: 'late', number: 4, hours: 0 }],
    [-1, { promised: 'within', number: 4, hours: -1 }],
  ])('whose promise was signed %i ms ahead', async (leadMs, label) => {
    expect(await shown({ leadMs })).toMatchObject({ verdict: 'holds', label })
  })

  it('waits as unbound while no checkpoint names its promise', async () => {
    const proof = seedProof()
    const promise = { ...proof.promise, checkpoint: null }
    const { verdict, hours } = await checkSeedHours(withSeed({ ...proof, promise }), tools)
    expect(verdict).toBe('waiting')
    expect(hours?.map((hour) => seedLabel(hour).promised)).toEqual(['unnamed'])
  })

  it('is named before its seed is published, and after the seed was lost', async () => {
    expect(await shown({})).toMatchObject({ hour: { seed: 'published', round: null } })
    const open = { link: null, seed: null }
    expect(await shown({ hour: open })).toMatchObject({ verdict: 'holds', hour: { seed: 'later' } })
    const lost = await shown({ hour: { ...open, closed: 'lost' } })
    expect(lost).toMatchObject({ verdict: 'holds', hour: { seed: 'lost' } })
  })

  it('is not checked for prices that have no seed, or a receipt that does not say', async () => {
    const recorded = other(honest(), ({ order }) => ({ order: { ...order, source: 'recorded' } }))
    expect(await checkSeedHours(recorded, tools)).toEqual({ verdict: null, hours: [] })
    const { seeds: _, ...silent }: SettledReceipt = honest()
    expect(await checkSeedHours(silent, tools)).toEqual({ verdict: null, hours: null })
    expect((await checkReceipt(silent, tools)).absent).toEqual(['moment', 'seed'])
    expect((await checkReceipt(recorded, tools)).absent).toEqual(['moment'])
  })
})

describe('the round of an hour', () => {
  const drand = UNSIGNED_ROUND
  it('is verified as the main network signed it, and refused with another signature', async () => {
    const withRounds = {
      ...tools,
      verifyRound: async (round: BeaconRound) => isRoundSigned(round, QUICKNET),
    }
    const real = await checkSeedHours(inRealRound(), withRounds)
    expect(real).toMatchObject({ verdict: 'holds', hours: [{ round: { verdict: 'holds' } }] })
    const { signature = '' } = REAL_ROUNDS[0] ?? {}
    const lie = await checkSeedHours(inRealRound({ signature }), withRounds)
    expect(lie).toMatchObject({ verdict: 'fails', hours: [{ round: { verdict: 'fails' } }] })
  })
  it('is verified where the reader can', async () => {
    const holds = await shown(
      { drand },
      { verifyRound: async ({ round }) => round === drand.round },
    )
    expect(holds).toMatchObject({ verdict: 'holds', hour: { round: { verdict: 'holds' } } })
    const fails = await shown({ drand }, { verifyRound: async () => false })
    expect(fails).toMatchObject({ verdict: 'fails', hour: { round: { verdict: 'fails' } } })
  })
  it('fails if it is not the one that belongs to the hour, even if the beacon signed it', async () => {
    const wrong = { ...drand, round: drand.round + 1 }
    const found = await shown({ drand: wrong }, { verifyRound: async () => true })
    expect(found).toMatchObject({ verdict: 'fails', hour: { round: { verdict: 'fails' } } })
  })
  it('is not checked without a verifier, or if it is of another beacon', async () => {
    const unchecked = { verdict: 'holds', hour: { round: { verdict: 'unchecked' } } }
    expect(await shown({ drand })).toMatchObject(unchecked)
    const strange = { ...drand, chainHash: 'b'.repeat(64) }
    const verifyRound = async () => true
    expect(await shown({ drand: strange }, { verifyRound })).toMatchObject(unchecked)
  })
})
