/**
 * The keys with which this device signs orders, one per account. The private part cannot be read, not even by this app.
 */
import { atom } from 'jotai/vanilla'
import { deviceRows, type StoredRows } from '#device/rows.ts'
import { removeOthers } from '#device/sweep.ts'

export interface SigningKey {
  /** The first 16 hex digits of the SHA-256 of the public key. */
  keyId: string
  /** SPKI DER in base64. */
  publicKey: string
  privateKey: CryptoKey
  /** Whether the server confirmed the registration. */
  registered: boolean
}

/** All of these reject where the browser has no WebCrypto (plain HTTP) or stores nothing. */
export interface SigningKeys {
  /** Resolves to null when this device has no key of the account. */
  find(account: string): Promise<SigningKey | null>
  /** Makes a new key, which replaces the account's last one. */
  create(account: string): Promise<SigningKey>
  confirm(account: string, key: SigningKey): Promise<SigningKey>
  /** Deletes the keys of every other account. Null means that no user is logged in. */
  belongTo(account: string | null): Promise<void>
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const
const KEY_ID_DIGITS = 16

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function newKey(): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey)
  const publicKey = base64(spki)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey))
  return {
    keyId: hex(digest).slice(0, KEY_ID_DIGITS),
    publicKey,
    privateKey: pair.privateKey,
    registered: false,
  }
}

/** The signature of the text's UTF-8 bytes: r and s, 64 bytes, base64. */
export async function signText({ privateKey }: SigningKey, text: string): Promise<string> {
  return base64(await crypto.subtle.sign(SIGNING, privateKey, new TextEncoder().encode(text)))
}

const isKey = (value: unknown): value is SigningKey =>
  typeof value === 'object' &&
  value !== null &&
  'keyId' in value &&
  typeof value.keyId === 'string' &&
  'publicKey' in value &&
  typeof value.publicKey === 'string' &&
  'registered' in value &&
  typeof value.registered === 'boolean' &&
  'privateKey' in value &&
  value.privateKey instanceof CryptoKey

/** The account is the key of its row, so two tabs that make a key at once leave one. */
export function signingKeys(rows: StoredRows): SigningKeys {
  const put = async (account: string, value: SigningKey): Promise<SigningKey> => {
    await rows.put([{ key: account, account, asOf: 0, value }])
    return value
  }
  return {
    find: async (account) => {
      const value = (await rows.all()).find(({ key }) => key === account)?.value
      return isKey(value) ? value : null
    },
    create: async (account) => put(account, await newKey()),
    confirm: (account, key) => put(account, { ...key, registered: true }),
    belongTo: (account) => removeOthers(rows, account),
  }
}

export const signingKeysAtom = atom<SigningKeys>(signingKeys(deviceRows('signing-keys')))
