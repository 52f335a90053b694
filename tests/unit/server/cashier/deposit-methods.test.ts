import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { isValidIBAN } from 'ibantools'
import { afterAll, describe, expect, it } from 'vitest'
import { depositTerms } from '#contract/cashier.ts'
import { methodsFrom, openDepositMethods, referenceOf } from '#server/cashier/deposit-methods.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-methods-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (text: string): string => {
  const path = join(folder, `${text.length}.json`)
  writeFileSync(path, text)
  return path
}
const valueOf = (label: string, of: { details: { label: string; value: string }[] } | undefined) =>
  of?.details.find((detail) => detail.label === label)?.value ?? ''
const base58 = createBase58check(sha256)

describe('a reference', () => {
  it('carries check digits, so that a slip is no other user’s', () => {
    expect(referenceOf(1001n)).toMatch(/^RF\d\dFT1001$/)
    const valid = (text: string): boolean => {
      const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (sign) =>
        Number.parseInt(sign, 36).toString(),
      )
      return BigInt(digits) % 97n === 1n
    }
    expect(valid('RF18539007547034')).toBe(true)
    for (let user = 1001n; user < 1300n; user += 1n) expect(valid(referenceOf(user))).toBe(true)
  })
})

describe('ways to deposit in practice mode', () => {
  const practice = { practice: true, cashierMethods: null }

  it('are three examples with numbers that pass every check', async () => {
    const [bank, tether, bitcoin] = (await openDepositMethods(practice)).of(1001n)
    expect(isValidIBAN(valueOf('iban', bank))).toBe(true)
    expect(valueOf('holder', bank)).toContain('EXAMPLE')
    expect(base58.decode(valueOf('address', tether))[0]).toBe(0x41)
    expect(base58.decode(valueOf('address', bitcoin))[0]).toBe(0)
    expect(bitcoin?.qr).toBe(`bitcoin:${valueOf('address', bitcoin)}`)
    expect(tether?.qr).toBe(valueOf('address', tether))
  })

  it('give each user a reference of their own, in the bank’s QR code too', async () => {
    const methods = await openDepositMethods(practice)
    const [mine] = methods.of(1001n)
    const [theirs] = methods.of(1002n)
    expect(valueOf('reference', mine)).toBe(referenceOf(1001n))
    const holder = ['BCD', '002', '1', 'SCT', '', 'EXAMPLE - DO NOT PAY', valueOf('iban', mine)]
    expect(mine?.qr?.split('\n')).toEqual([...holder, '', '', referenceOf(1001n), '', ''])
    expect(theirs?.qr).toContain(referenceOf(1002n))
  })

  it('are what the contract says', async () => {
    const { methods } = depositTerms.shape
    const given = (await openDepositMethods(practice)).of(1001n)
    const wire = given.map((method) => ({ ...method, minimum: '10.00', maximum: '50000.00' }))
    expect(methods.parse(wire)).toEqual(given)
  })
})

describe('ways to deposit without practice mode', () => {
  const open = (text: string | null) =>
    openDepositMethods({ practice: false, cashierMethods: text === null ? null : fileOf(text) })
  const way = { id: 'wire', kind: 'bank', currency: null, details: [], qr: '{reference}' }

  it('are none without a file', async () => {
    expect((await open(null)).of(1001n)).toEqual([])
  })

  it('come from the file, with its limits or the house’s', async () => {
    const [first, second] = (
      await open(JSON.stringify([way, { ...way, id: 'other', minimum: '25' }]))
    ).of(1001n)
    expect(first).toMatchObject({ minimum: 1_000n, maximum: 5_000_000n, qr: referenceOf(1001n) })
    expect(second).toMatchObject({ id: 'other', minimum: 2_500n })
  })

  it.each([
    ['no JSON', '['],
    ['no list', '{}'],
    ['an unknown field', JSON.stringify([{ ...way, bonus: '5' }])],
    ['an amount with a sign', JSON.stringify([{ ...way, minimum: '-1' }])],
    ['a method twice', JSON.stringify([way, way])],
    ['a minimum above the maximum', JSON.stringify([{ ...way, minimum: '9', maximum: '8' }])],
  ])('refuse to start with %s', async (_what, text) => {
    await expect(open(text)).rejects.toThrow('CASHIER_METHODS')
  })

  it('refuse to start when the file is not there', async () => {
    const missing = { practice: false, cashierMethods: join(folder, 'nowhere.json') }
    await expect(openDepositMethods(missing)).rejects.toThrow('nowhere.json')
  })

  it('fill the reference into values too', () => {
    const details = [{ label: 'reference', value: 'pay for {reference}' }]
    const [only] = methodsFrom([{ ...way, details }]).of(1001n)
    expect(valueOf('reference', only)).toBe(`pay for ${referenceOf(1001n)}`)
  })
})
