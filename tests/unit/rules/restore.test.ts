import { MINUTE_MS } from '#contract/time.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedText } from '#contract/signed-text.ts'
import { restoreBehind, signedRestores } from '#rules/restore.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { lostReceiptIn } from '#support/lost-receipt.ts'
import {
  HISTORY_STARTS_MS,
  historyOf,
  keysOf,
  newSigner,
  startsChain,
} from '#support/signed-history.ts'
import { ordinaryLog, settledReceipt } from '#support/settled-receipt.ts'
import { toolsOf } from '../../../scripts/receipt-tools.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const KEPT = 3
const signer = newSigner()
const tools = toolsOf(keysOf(signer))
const receipt = settledReceipt(ordinaryLog(100_010))
const { records } = receipt.exit

/** The chain before the copy was made, as it continued without the copy, and on it. */
const first = `start ${HISTORY_STARTS_MS} checkpoint 0 ${GENESIS_HASH}`
const lostStarts = startsChain([
  first,
  `start ${HISTORY_STARTS_MS + 5} checkpoint 3 ${GENESIS_HASH}`,
])
const headOf = (chain: ReturnType<typeof startsChain>) => {
  const { seq = 0, hash = GENESIS_HASH } = chain.at(-1) ?? {}
  return { seq, hash }
}
const signs = {
  signer,
  growing: true,
  headOf: (number: number) => records[number - 1]?.hash ?? GENESIS_HASH,
}
const before = historyOf(KEPT, { ...signs, startsOf: () => headOf(startsChain([first])) })
const lost = historyOf(8, { ...signs, startsOf: () => headOf(lostStarts) }, before).slice(KEPT)
const kept = before.at(-1)?.text ?? ''
const sinceMs = HISTORY_STARTS_MS + 20 * MINUTE_MS
const words = `${sinceMs} checkpoint ${KEPT} ${sha256Hex(kept)}`
const starts = startsChain([first, `start ${words}`, `restored ${words}`])
const after = historyOf(
  10,
  {
    ...signs,
    startsOf: () => headOf(starts),
    timeOf: (number) => sinceMs + number * MINUTE_MS,
  },
  before,
)
const restore = { kind: 'restored', seq: 3, sinceMs, number: KEPT, textHash: sha256Hex(kept) }

describe('the restores of a chain', () => {
  const found = (checkpoints: readonly SignedText[], chain = starts) =>
    signedRestores({ records: chain, checkpoints }, tools)

  it('are those that a signed checkpoint names, also beside checkpoints that they say are lost', async () => {
    expect(await found(after)).toEqual([restore])
    expect(await found([...lost, ...after])).toEqual([restore])
    expect(await found([...after, ...lost].toReversed())).toEqual([restore])
  })

  it('do not count before a checkpoint names them', async () => {
    expect(await found(before)).toEqual([])
  })

  it.each([
    ['the time', words.replace(/^\d+/, '9007199254740992')],
    ['the number', words.replace(/checkpoint \d+/, 'checkpoint 9007199254740992')],
  ])('are none if %s cannot be read in every language', async (_what, large) => {
    const chain = startsChain([first, `restored ${large}`])
    const named = historyOf(2, { ...signs, startsOf: () => headOf(chain) })
    expect(await found(named, chain)).toEqual([])
    const smaller = large.replace('9007199254740992', '9007199254740991')
    const other = startsChain([first, `restored ${smaller}`])
    const signed = historyOf(2, { ...signs, startsOf: () => headOf(other) })
    expect(await found(signed, other)).toHaveLength(1)
  })

  it.each<[string, readonly SignedText[], typeof starts]>([
    ['no checkpoint', [], starts],
    ['no record', after, []],
    ['a signature that is none', after.map((each) => ({ ...each, signature: 'AAAA' })), starts],
    [
      'a key that is not trusted',
      historyOf(9, { ...signs, signer: newSigner(), startsOf: () => headOf(starts) }),
      starts,
    ],
    [
      'a record that was changed',
      after,
      starts.map((each) => ({ ...each, text: each.text.replace('restored', 'start') })),
    ],
    [
      'a chain that another checkpoint denies',
      [...after, ...lost],
      startsChain([first, `start ${words}`]),
    ],
    [
      'checkpoints that no restore explains',
      [
        ...after,
        ...historyOf(12, {
          ...signs,
          startsOf: () => headOf(lostStarts),
          timeOf: (number) => sinceMs + number,
        }).slice(4),
      ],
      starts,
    ],
  ])('are not believed with %s', async (_what, checkpoints, chain) => {
    expect(await found(checkpoints, chain)).toBeNull()
  })
})

describe('a receipt', () => {
  const slices = (entry: SignedText | null, exit: SignedText | null) => ({
    entry: { ...receipt.entry, checkpoint: entry },
    exit: { ...receipt.exit, checkpoint: exit },
  })
  const [kept1 = null, lost1 = null] = [after.at(-1), lost[0]]
  const proved = { ...restore, kind: 'restored' } as const

  it('is of a lost history if one of its checkpoints is lost', () => {
    expect(restoreBehind(slices(kept1, lost1), [proved])).toEqual(proved)
    expect(restoreBehind(slices(lost1, null), [proved])).toEqual(proved)
    expect(restoreBehind(slices(kept1, kept1), [proved])).toBeNull()
    expect(restoreBehind(slices(null, null), [proved])).toBeNull()
    expect(restoreBehind(slices(lost1, lost1), [])).toBeNull()
  })
})

describe('the commands', () => {
  let folder = ''
  const save = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const page = (name: string, checkpoints: typeof after): string =>
    save(name, JSON.stringify({ checkpoints, keys: keysOf(signer) }))
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`scripts/${command}.ts`, ...args],
      { cwd: ROOT, encoding: 'utf8' },
    )
    return { status, text: stdout + stderr }
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fairtick-restore-'))
    save('starts.json', JSON.stringify({ records: starts, more: false }))
    save('key.pem', signer.publicKeyPem)
    save('ticks.ndjson', records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    page('after.json', after.slice(KEPT))
    page('lost.json', lost.slice(0, 2))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string): string => join(folder, name)
  const history = (...more: string[]) =>
    run(
      'verify-history',
      'EURUSD',
      file('ticks.ndjson'),
      '--key',
      file('key.pem'),
      '--checkpoints',
      file('after.json'),
      '--checkpoints',
      file('lost.json'),
      ...more,
    )

  it('leave out of a history what the server says that it lost', () => {
    expect(history().status).toBe(1)
    const { status, text } = history('--starts', file('starts.json'))
    expect(text).toContain(`on an older copy of its data at ${new Date(sinceMs).toISOString()}`)
    expect(text).toContain('checkpoint 4 is one that it lost, and is left out')
    expect(text).toContain('checkpoint 5 is one that it lost, and is left out')
    expect(text).toContain('nothing wrong')
    expect(status).toBe(0)
  })

  it('say of a receipt that the server lost its history, and that it stays proved', () => {
    const { receipt: file, key, starts: chain, checkpoints } = lostReceiptIn(folder)
    const given = [file, '--key', key, '--starts', chain, '--checkpoints', checkpoints]
    const { status, text } = run('verify-receipt', ...given)
    expect(text).toContain('lost    restore     the server lost a part of its history')
    expect(text).toContain('1 passed, 0 failed')
    expect(status).toBe(0)
  })

  it('are said by the reader in Python as well', () => {
    const { receipt: file, key, starts: chain, checkpoints } = lostReceiptIn(folder)
    const python = (...more: string[]) => {
      const args = ['tests/readers/verify-starts.py', chain, '--key', key, ...more]
      const { status, stdout } = spawnSync('python3', args, { cwd: ROOT, encoding: 'utf8' })
      return { status, lines: stdout.trim().split('\n') }
    }
    const [restored, lost] = python('--checkpoints', checkpoints, '--receipt', file).lines
    expect(restored).toMatch(/^restored \d+ checkpoint \d+$/)
    expect(lost).toBe(`${file} lost ${restored?.split(' ').at(-1)}`)
    expect(python('--receipt', file)).toEqual({ status: 1, lines: ['fails starts'] })
  })

  it('do not take a chain that no checkpoint names', () => {
    save('changed.json', JSON.stringify({ records: starts.slice(0, 2), more: false }))
    const { status, text } = history('--starts', file('changed.json'))
    expect(text).toContain('no signed checkpoint names the chain of starts')
    expect(status).toBe(2)
  })
})
