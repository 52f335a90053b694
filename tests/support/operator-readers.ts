/** Gives chains of operators, honest and forged, to every reader: the rules, the command and the reader in Python. */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { checkOperatorChain, isDisclosed, windowOf } from '#rules/operator-chain.ts'
import { strangerKey } from '#support/honest-receipts.ts'
import {
  type DisclosedChain,
  FORGED_ACTS,
  FORGED_OPERATORS,
  honestOperators,
  operatorFaultText,
  unnamedAct,
} from '#support/operator-chains.ts'
import { ordinaryLog, settledReceipt, tools } from '#support/settled-receipt.ts'
import type { FaultContext } from '../faults/runner.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** At scale `short` the command reads one of so many chains. The other readers read all of them. */
const ONE_OF = { short: 4, ci: 1, full: 1 } as const
/** Processes of the command at a time. */
const AT_A_TIME = 4

interface Case {
  name: string
  /** What readers say: `holds`, or `fails` and the fault. */
  says: string
  given: DisclosedChain
}

/** The honest twin comes first. */
const cases = (): Case[] => [
  { name: 'an honest chain', says: 'holds', given: honestOperators() },
  ...FORGED_OPERATORS.map(({ name, fault, make }) => ({
    name,
    says: `fails ${fault}`,
    given: make(),
  })),
  ...FORGED_ACTS.map(({ name, act }) => ({
    name: `a disclosed act with ${name}`,
    says: `fails disclosed act ${act().seq}`,
    given: { ...honestOperators(), act: act() },
  })),
  {
    name: 'a disclosed act that no checkpoint names yet',
    says: 'fails unnamed act 11',
    given: unnamedAct(),
  },
]

async function byRules({ records, checkpoints, act }: DisclosedChain): Promise<string> {
  const { fault, facts } = await checkOperatorChain({ records, checkpoints }, tools)
  if (fault !== null) return `fails ${operatorFaultText(fault)}`
  if (facts.length === 0) return 'fails no checkpoint'
  if (!isDisclosed(act, records, tools.sha256)) return `fails disclosed act ${act.seq}`
  const { checkpoint } = windowOf(Number(act.seq), facts)
  return checkpoint === null ? `fails unnamed act ${act.seq}` : 'holds'
}

function byPython(files: readonly string[], key: string): Map<string, string> {
  const args = ['tests/readers/verify-operators.py', ...files, '--key', key]
  const { stdout } = spawnSync('python3', args, { cwd: ROOT, encoding: 'utf8' })
  return new Map(
    stdout.split('\n').map((line): [string, string] => {
      const at = line.indexOf(' ')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** What the command prints for each kind of fault, with its numbers. */
const WORDS: readonly [RegExp, (act: string, checkpoint: string) => string][] = [
  [/act (\d+) does not continue the chain/, (act) => `record act ${act}`],
  [/act (\d+) is no digest/, (act) => `text act ${act}`],
  [
    /act (\d+) is not the one that checkpoint (\d+) signed/,
    (act, n) => `head act ${act} checkpoint ${n}`,
  ],
  [
    /ends before act (\d+), which checkpoint (\d+) signed/,
    (act, n) => `short act ${act} checkpoint ${n}`,
  ],
  [
    /act (\d+) has another date .*\(checkpoint (\d+)\)/,
    (act, n) => `date act ${act} checkpoint ${n}`,
  ],
  [/checkpoint (\d+) is not signed by a known key/, (n) => `signature checkpoint ${n}`],
  [/checkpoint (\d+) does not name the one before it/, (n) => `checkpoints checkpoint ${n}`],
  [/checkpoint (\d+) goes back behind the one before it/, (n) => `back checkpoint ${n}`],
  [/act (\d+), [^]*IS NOT the act that the chain has/, (act) => `disclosed act ${act}`],
  [/act (\d+), [^]*is in the chain, in no checkpoint yet/, (act) => `unnamed act ${act}`],
]

function readingOf(text: string, status: number | string | null | undefined): string {
  for (const [words, fault] of WORDS) {
    const [, one = '', other = ''] = words.exec(text) ?? []
    if (one !== '') return status === 1 ? `fails ${fault(one, other)}` : `ends with ${status}`
  }
  return status === 0 && text.includes('nothing wrong') ? 'holds' : text
}

/** Beside a text that cannot be read, a forger shows what the first one says, and a number that fits. */
const pageOf = ({ checkpoints }: DisclosedChain) => ({
  checkpoints: checkpoints.map((each, n) => ({
    ...readCheckpointText(checkpoints[0]?.text ?? ''),
    number: n + 1,
    ...readCheckpointText(each.text),
    ...each,
  })),
  keys: [...settledReceipt(ordinaryLog(100_010)).keys, strangerKey],
})

type Write = (name: string, text: string) => string

function byCommand(write: Write, n: number, given: DisclosedChain, key: string): Promise<string> {
  const { records, act } = given
  const args = [
    'scripts/verify-operators.ts',
    write(`chain-${n}.json`, JSON.stringify({ records, more: false })),
    '--checkpoints',
    write(`checkpoints-${n}.json`, JSON.stringify(pageOf(given))),
    '--acts',
    write(`acts-${n}.json`, JSON.stringify({ acts: [act] })),
    '--key',
    key,
  ]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT }, (error, stdout, stderr) =>
      resolve(readingOf(stdout + stderr, error === null ? 0 : error.code)),
    )
  })
}

/** Checks that every reader says the same of each chain. */
export async function checkOperatorReaders(
  { check, count, log, scale }: FaultContext,
  write: Write,
): Promise<void> {
  const all = cases()
  const key = write('key.pem', settledReceipt(ordinaryLog(100_010)).keys[0]?.publicKey ?? '')
  const files = all.map(({ given: { records, checkpoints, act } }, n) =>
    write(`operators-${n}.json`, JSON.stringify({ records, checkpoints, acts: [act] })),
  )
  const python = byPython(files, key)
  const waiting = [...all.entries()]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [n, { name, says, given }] = next
      const readings = [await byRules(given), python.get(files[n] ?? '')]
      if (n % ONE_OF[scale] === 0) {
        readings.push(await byCommand(write, n, given, key))
        count('chains of operators read by the command')
      }
      const isAlike = readings.every((reading) => reading === says)
      check(isAlike, `${name}: expected ${says}; rules, Python, command say ${readings.join('; ')}`)
      log(`${name}: ${isAlike ? says : 'NOT NAMED ALIKE'}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  count('kinds of chains of operators', all.length - 1)
}
