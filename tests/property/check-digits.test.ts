import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chinaCheck, hongKongCheck, luhn, taiwanCheck, thailandCheck } from '#rules/check-digits.ts'
import { addressIssue } from '#rules/currency-address.ts'
import { documentIssue } from '#rules/identity-document.ts'
import { maskName, maskNumber } from '#rules/masking.ts'
import { cardIssue } from '#rules/payout-destination.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const changed = (text: string, at: number, sign: string): string =>
  text.slice(0, at) + sign + text.slice(at + 1)

/** ISO 7064 as its recursive definition: p = (p + a) × 2 mod 11. */
function isoMod11of2(body: string): string {
  let p = 0
  for (const digit of body) p = ((p + Number(digit)) * 2) % 11
  return '0123456789X'[(12 - p) % 11] ?? ''
}
/** By the table that the annex prints. */
function luhnDigit(body: string): string {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
  let sum = 0
  Array.from(body)
    .reverse()
    .forEach((digit, i) => {
      sum += i % 2 === 0 ? (doubled[Number(digit)] ?? 0) : Number(digit)
    })
  return String((10 - (sum % 10)) % 10)
}

describe('check digits', () => {
  it("of China agree with the standard's recursive method, and find every slip of one digit", () => {
    fc.assert(
      fc.property(digits(17), fc.nat(16), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const id = body + isoMod11of2(body)
        expect(chinaCheck(id)).toBe(true)
        expect(chinaCheck(changed(id, at, String((Number(id[at]) + by) % 10)))).toBe(false)
      }),
    )
  })

  it('of cards agree with the table, and find every slip of one digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 11, max: 18 }).chain(digits),
        fc.nat(10),
        fc.integer({ min: 1, max: 9 }),
        (body, at, by) => {
          const number = body + luhnDigit(body)
          expect(luhn(number)).toBe(true)
          expect(luhn(changed(number, at, String((Number(number[at]) + by) % 10)))).toBe(false)
        },
      ),
    )
  })

  it('accept exactly one last digit for each beginning', () => {
    const last = Array.from('0123456789')
    fc.assert(
      fc.property(digits(12), digits(7), (twelve, seven) => {
        expect(last.filter((end) => thailandCheck(twelve + end))).toHaveLength(1)
        expect(last.filter((end) => taiwanCheck(`A1${seven}${end}`))).toHaveLength(1)
        const six = seven.slice(0, 6)
        expect([...last, 'A'].filter((end) => hongKongCheck(`A${six}${end}`))).toHaveLength(1)
      }),
    )
  })

  it('of IBANs find every slip of one digit', () => {
    const iban = 'DE89370400440532013000'
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const wrong = changed(iban, at, String((Number(iban[at]) + by) % 10))
        expect(cardIssue(wrong)).toBe('checksum')
      }),
    )
  })
})

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
/** Base58Check by big-integer division, apart from the library. */
function base58check(version: number, hash: Uint8Array): string {
  const payload = Buffer.concat([Buffer.from([version]), hash])
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)])
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = (ALPHABET[Number(number % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros) + text
}
const hash160 = fc.uint8Array({ minLength: 20, maxLength: 20 })

describe('currency addresses', () => {
  it('of Bitcoin and Tron are told by version and double hash, as worked out by hand', () => {
    fc.assert(
      fc.property(hash160, fc.nat(255), (hash, version) => {
        const address = base58check(version, hash)
        // One of another version may begin as a Segwit address does, and is refused as one.
        const refusals = /^(bc|tb|bcrt)1/i.test(address)
          ? ['format', 'unsupported']
          : ['unsupported']
        expect([0, 5].includes(version) ? [null] : refusals).toContain(addressIssue(address, 'BTC'))
        expect(addressIssue(address, 'USDT-TRC20')).toBe(version === 0x41 ? null : 'unsupported')
      }),
      {
        examples: [
          [new Uint8Array(20), 0],
          [Uint8Array.of(248, 2, ...new Uint8Array(18)), 84],
        ],
      },
    )
  })

  it('are never accepted with one sign changed', () => {
    fc.assert(
      fc.property(hash160, fc.nat(33), fc.nat(56), (hash, where, by) => {
        const address = base58check(0x41, hash)
        const at = where % address.length
        const sign = ALPHABET[(ALPHABET.indexOf(address.charAt(at)) + by + 1) % 58] ?? ''
        expect(addressIssue(changed(address, at, sign), 'USDT-TRC20')).not.toBeNull()
      }),
    )
  })

  it('and numbers of any text whatever never throw', () => {
    const nationalities = ['CN', 'TW', 'HK', 'JP', 'TH', 'VN', 'ID', 'KR', 'FR', 'DE', 'US']
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(...nationalities),
        (text, nationality) => {
          documentIssue(text, nationality, 1_800_000_000_000)
          cardIssue(text)
          maskName(text)
          for (const currency of ['BTC', 'ETH', 'USDT-TRC20', 'USDT-ERC20'] as const) {
            expect(addressIssue(text, currency)).not.toBeNull()
          }
        },
      ),
    )
  })
})

it('masks show four signs of a number and never more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), (number) => {
      expect(Array.from(maskNumber(number).replace('•••• ', '')).length).toBeLessThanOrEqual(4)
    }),
  )
})
