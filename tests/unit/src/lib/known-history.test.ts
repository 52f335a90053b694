import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Checkpoint, checkpoint } from '#contract/tick-log.ts'
import { deviceTools, sha256Hex } from '#lib/proof/device-tools.ts'
import { compareHistory, type KnownHistory, type Shown } from '#lib/proof/known-history.ts'
import { checkpointText } from '#rules/checkpoint.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { signerOf } from '#server/platform/signer.ts'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const stranger = signerOf(generateKeyPairSync('ed25519').privateKey)
const keysOf = ({ keyId, publicKeyPem }: typeof signer) => [{ keyId, publicKey: publicKeyPem }]

function signed(number: number, hash = 'a', by = signer): Checkpoint {
  const heads = [{ symbol: 'EURUSD', seq: number, hash: hash.repeat(64) }]
  const facts = {
    number,
    timeMs: 1_700_000_000_000 + number * 60_000,
    previous: GENESIS_HASH,
    anchors: null,
  }
  const text = checkpointText({ ...facts, heads })
  return checkpoint.parse({ ...facts, heads, text, signature: by.sign(text), keyId: by.keyId })
}
const show = (newest?: Checkpoint, again?: Checkpoint): Shown => ({
  newest,
  again,
  keys: keysOf(signer),
})

let known: KnownHistory
beforeEach(async () => {
  const first = await compareHistory(null, show(signed(5)), deviceTools)
  if (first.known === null) throw new Error('nothing is known')
  known = first.known
})
const compared = async (shown: Shown) => {
  const finding = await compareHistory(known, shown, deviceTools)
  return { alarm: finding.alarm?.kind ?? null, number: finding.known?.number }
}

describe('the signed history at the next connection', () => {
  it('is remembered at the first one', () => {
    expect(known).toMatchObject({ number: 5, textHash: sha256Hex(signed(5).text) })
    expect(known.keys).toEqual(keysOf(signer))
  })

  it('went on: the newest is remembered', async () => {
    expect(await compared(show(signed(9), signed(5)))).toEqual({ alarm: null, number: 9 })
  })

  it('stands still: nothing is new', async () => {
    expect(await compared(show(signed(5), signed(5)))).toEqual({ alarm: null, number: 5 })
  })

  it('says something else of what was seen: an alarm, and what was seen stays', async () => {
    expect(await compared(show(signed(9), signed(5, 'b')))).toEqual({ alarm: 'changed', number: 5 })
  })

  it('lacks what was seen', async () => {
    expect(await compared(show(signed(9)))).toEqual({ alarm: 'changed', number: 5 })
    expect(await compared(show(signed(9), signed(4)))).toEqual({ alarm: 'changed', number: 5 })
  })

  it('went back, or is gone', async () => {
    expect(await compared(show(signed(4), signed(4)))).toEqual({ alarm: 'shortened', number: 5 })
    expect(await compared(show())).toEqual({ alarm: 'shortened', number: 5 })
  })

  it('is signed with a key that the device does not know, though the server offers it', async () => {
    const shown = { ...show(signed(9, 'a', stranger), signed(5)), keys: keysOf(stranger) }
    expect(await compared(shown)).toEqual({ alarm: 'unsigned', number: 5 })
  })

  it('is not what its text says', async () => {
    const other = { ...signed(9), number: 12 }
    expect(await compared(show(other, signed(5)))).toEqual({ alarm: 'unsigned', number: 5 })
  })
})

describe('signatures on this device', () => {
  const statement = { text: 'a text', signature: signer.sign('a text'), keyId: signer.keyId }
  const holds = (given: typeof statement, keys = keysOf(signer)) => deviceTools(keys).verify(given)

  it('hold for the text and the key that made them', async () => {
    expect(await holds(statement)).toBe(true)
    expect(await holds({ ...statement, text: 'another text' })).toBe(false)
    expect(await holds(statement, [])).toBe(false)
    expect(await holds({ ...statement, signature: 'AAAA' })).toBe(false)
    expect(await holds({ ...statement, signature: '!' })).toBe(false)
  })

  it('do not hold under a key that only bears the name', async () => {
    const [named] = keysOf(stranger)
    const keys = [{ keyId: signer.keyId, publicKey: named?.publicKey ?? '' }]
    expect(await holds(statement, keys)).toBe(false)
  })

  it('are found right where the browser does not know Ed25519', async () => {
    const { importKey } = crypto.subtle
    crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))
    try {
      expect(await holds(statement)).toBe(true)
      expect(await holds({ ...statement, text: 'another text' })).toBe(false)
    } finally {
      crypto.subtle.importKey = importKey
    }
  })
})
