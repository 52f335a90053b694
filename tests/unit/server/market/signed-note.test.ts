import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { noteText, noteVerifierKey, signedNote } from '#server/market/signed-note.ts'

const ROOT = '0a'.repeat(32)
const TREE = { origin: 'fairtick-log-0123456789abcdef', size: 42, root: ROOT }

/** A published key and note, those of the package that the format comes from. */
const PUBLISHED = {
  name: 'PeterNeumann',
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
}
const publicKey = Buffer.from(PUBLISHED.key.split('+').slice(2).join('+'), 'base64').subarray(1)

it('names a key as the published one is named', () => {
  expect(noteVerifierKey({ name: PUBLISHED.name, publicKey })).toBe(PUBLISHED.key)
})

it('writes the published note from its signature', () => {
  const [, encoded = ''] = / ([^ ]+)$/.exec(PUBLISHED.line) ?? []
  const signature = Buffer.from(encoded, 'base64').subarray(4)
  const note = signedNote(PUBLISHED.text, [{ name: PUBLISHED.name, publicKey, signature }])
  expect(note).toBe(`${PUBLISHED.text}\n${PUBLISHED.line}\n`)
  const x = publicKey.toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, Buffer.from(PUBLISHED.text), key, signature)).toBe(true)
})

it('states the tree in three lines, and one line for each signature', () => {
  const text = noteText(TREE)
  expect(text).toBe(`${TREE.origin}\n42\n${Buffer.from(ROOT, 'hex').toString('base64')}\n`)
  const signers = ['log', 'witness'].map((name) => {
    const pair = generateKeyPairSync('ed25519')
    const own = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
    return { name, publicKey: own, signature: sign(null, Buffer.from(text), pair.privateKey) }
  })
  const lines = signedNote(text, signers).slice(text.length).split('\n')
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    '',
    '— log',
    '— witness',
    '',
  ])
})
