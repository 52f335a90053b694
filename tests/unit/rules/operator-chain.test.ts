import { describe, expect, it } from 'vitest'
import { checkOperatorChain, isDisclosed } from '#rules/operator-chain.ts'
import { sha256 } from '#support/chained.ts'
import {
  FORGED_ACTS,
  FORGED_OPERATORS,
  honestOperators,
  operatorFaultText,
  redated,
} from '#support/operator-chains.ts'
import { tools } from '#support/settled-receipt.ts'

const faultOf = async (given: Parameters<typeof checkOperatorChain>[0]) =>
  operatorFaultText((await checkOperatorChain(given, tools)).fault)

describe('the chain of operators', () => {
  it('holds under the checkpoints that were signed meanwhile', async () => {
    const { fault, facts } = await checkOperatorChain(honestOperators(), tools)
    expect([fault, facts.length]).toEqual([null, 14])
  })

  it('holds with acts that no checkpoint names yet', async () => {
    const { records, checkpoints } = honestOperators()
    expect(await faultOf({ records, checkpoints: checkpoints.slice(0, 9) })).toBe('')
  })

  it('holds from any record on, and with checkpoints missing between', async () => {
    const { records, checkpoints } = honestOperators()
    expect(await faultOf({ records: records.slice(4), checkpoints })).toBe('')
    const some = checkpoints.filter((_, n) => n % 4 === 1)
    expect(await faultOf({ records, checkpoints: some })).toBe('')
  })

  it.each(FORGED_OPERATORS)('is refused: $name', async ({ make, fault }) => {
    expect(await faultOf(make())).toBe(fault)
  })

  it('may date an act up to two minutes before the last checkpoint that did not name it', async () => {
    expect(await faultOf(redated(7, 6))).toBe('')
    expect(await faultOf(redated(7, 5))).toBe('date act 7 checkpoint 9')
  })

  it('may date an act up to two minutes after the checkpoint that names it', async () => {
    expect(await faultOf(redated(10, 12))).toBe('')
    expect(await faultOf(redated(10, 13))).toBe('date act 10 checkpoint 10')
  })
})

describe('a disclosed act', () => {
  const { records, act } = honestOperators()
  it('is the one that the chain has under its number', () => {
    expect(isDisclosed(act, records, sha256)).toBe(true)
    expect(isDisclosed(act, records.slice(2), sha256)).toBe(true)
    expect(isDisclosed(act, records.slice(3), sha256)).toBe(false)
  })

  it.each(FORGED_ACTS)('is not another one: $name', ({ act: forged }) => {
    expect(isDisclosed(forged(), records, sha256)).toBe(false)
  })
})
