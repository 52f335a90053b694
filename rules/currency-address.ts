/**
 * Validation of currency addresses, each kind by its own checksum, so that typing errors are found before money is
 * sent.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { Currency } from '#contract/payout.ts'

type Judge = (address: string) => FieldIssueCode | null

const base58check = createBase58check(sha256)
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/
/** The length of a version byte and a hash of 20 bytes. */
const HASHED_LENGTH = 21

/** The decoded payload; null if the checksum is wrong. */
function base58Payload(address: string): Uint8Array | null {
  try {
    return base58check.decode(address)
  } catch {
    return null
  }
}

const base58 =
  (versions: readonly number[]): Judge =>
  (address) => {
    if (!BASE58.test(address)) return 'format'
    const payload = base58Payload(address)
    if (payload === null) return 'checksum'
    if (payload.length !== HASHED_LENGTH) return 'format'
    return versions.includes(payload[0] ?? -1) ? null : 'unsupported'
  }

const PAY_TO_KEY_HASH = 0x00
const PAY_TO_SCRIPT_HASH = 0x05
const legacyBitcoin = base58([PAY_TO_KEY_HASH, PAY_TO_SCRIPT_HASH])
const TRON_MAIN_NET = 0x41
const tron = base58([TRON_MAIN_NET])

const SEGWIT = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/
const TAPROOT_BYTES = 32
const WITNESS_V0_BYTES: readonly number[] = [20, 32]

/** Segwit addresses: BIP 173 for version 0, BIP 350 for version 1. Later versions are not in use yet. */
const segwit: Judge = (address) => {
  const mixed = address !== address.toLowerCase() && address !== address.toUpperCase()
  const text = address.toLowerCase()
  if (mixed || !SEGWIT.test(text)) return 'format'
  if (!text.startsWith('bc1')) return 'unsupported'
  const isFirst = text[3] === 'q'
  const decoded = (isFirst ? bech32 : bech32m).decodeUnsafe(text)
  if (decoded === undefined) return 'checksum'
  const coder = isFirst ? bech32 : bech32m
  const program = coder.fromWordsUnsafe(decoded.words.slice(1))?.length
  if (program === undefined) return 'format'
  if (isFirst) return WITNESS_V0_BYTES.includes(program) ? null : 'format'
  return text[3] === 'p' && program === TAPROOT_BYTES ? null : 'unsupported'
}

const bitcoin: Judge = (address) =>
  /^(bc|tb|bcrt)1/i.test(address) ? segwit(address) : legacyBitcoin(address)

/**
 * EIP-55: the hash of the address determines which letters are capitals. An address in only one case has no checksum.
 */
const ethereum: Judge = (address) => {
  if (!/^0x[\da-fA-F]{40}$/.test(address)) return 'format'
  const written = address.slice(2)
  const lower = written.toLowerCase()
  if (written === lower || written === written.toUpperCase()) return null
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const right = Array.from(lower, (sign, i) =>
    /[89a-f]/.test(hash[i] ?? '') ? sign.toUpperCase() : sign,
  )
  return right.join('') === written ? null : 'checksum'
}

const JUDGES: Readonly<Record<Currency, Judge>> = {
  BTC: bitcoin,
  ETH: ethereum,
  'USDT-ERC20': ethereum,
  'USDT-TRC20': tron,
}

/**
 * What is wrong with a currency address; null if it is valid. `unsupported` is an address of a test network, or of a
 * kind that cannot be paid.
 */
export function addressIssue(text: string, currency: Currency): FieldIssueCode | null {
  const address = text.trim()
  return address === '' ? 'empty' : JUDGES[currency](address)
}
