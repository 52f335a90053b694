import { expect, it } from 'vitest'
import { deep } from '#support/suite.ts'
import { tryMutants } from '#support/venues/mutants.ts'

const MUTANTS = deep ? 100_000 : 2_000

it('reads frames that are changed at random, and takes nothing for a price that is none', () => {
  const counts = new Map<string, number>()
  const faults: string[] = []
  let passed = 0
  const context = {
    seed: 20_260_114,
    count: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    pass: () => void (passed += 1),
    fail: (what: string) => void faults.push(what),
  }
  tryMutants(context, MUTANTS)
  expect(faults).toEqual([])
  expect(passed).toBe(MUTANTS)
  expect(counts.get('mutants read as trades')).toBeGreaterThan(20)
  expect(counts.get('mutants read as fault')).toBeGreaterThan(1_000)
})
