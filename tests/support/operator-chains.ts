/** Chains of operators' acts under signed checkpoints, honest and forged by a server that holds the key. */
import { MINUTE_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { type ChainRecord, chainRecord } from '#contract/record-chain.ts'
import { type Act, act as actSchema } from '#contract/records.ts'
import {
  type CheckpointHead,
  checkpointText,
  type HeadOfChain,
  type StatedText,
} from '#rules/checkpoint.ts'
import { productsOf } from '#rules/checkpoint-products.ts'
import { actText, type OperatorChain, type OperatorFault } from '#rules/operator-chain.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'
import { otherSpelling, strangerSigned } from '#support/honest-receipts.ts'
import { OTHER_PRODUCTS } from '#support/product-forgeries.ts'
import { NO_ORDERS, OTHER_HEADS, signed, T0, tools } from '#support/settled-receipt.ts'
import { rootOfTexts } from '#support/signed-history.ts'

/** A whole minute. The checkpoint number n is signed n minutes and one second after it. */
const START = T0 - (T0 % MINUTE_MS)
const MINUTES = 14

/** An act as an operator would disclose it, 20 seconds into a minute. */
function actOf(seq: number, minute: number, change: Partial<Act> = {}): Act {
  const facts = {
    seq: `${seq}`,
    at: START + minute * MINUTE_MS + 20_000,
    actor: 'anna',
    act: 'deposit_approve',
    userNumber: '1001',
    ref: `${70 + seq}`,
    reason: null,
    why: null,
    previousHash: null,
    salt: sha256(`salt ${seq}`).slice(0, 32),
    hash: GENESIS_HASH,
    format: 3,
    checkpoint: null,
    ...change,
  }
  const act = actSchema.parse(facts)
  return actSchema.parse({ ...act, hash: sha256(actText(act)) })
}

/** Two acts in some minutes, none in others, and none shortly before the last checkpoint. */
const honestActs = (): Act[] =>
  [0, 0, 1, 1, 2, 2, 8, 8, 9, 9].map((minute, n) => actOf(n + 1, minute))

/** Chains acts as the server does. */
function chainOf(acts: readonly Act[]): ChainRecord[] {
  let previous = GENESIS_HASH
  return acts.map(({ at, hash }, n) => {
    const record = { seq: n + 1, timeMs: at - (at % MINUTE_MS), text: hash }
    const parsed = z.omit(chainRecord, { hash: true }).parse(record)
    previous = sha256(chainRecordText('operators', parsed, previous))
    return chainRecord.parse({ ...parsed, hash: previous })
  })
}

type Named = HeadOfChain | null
/** From this number on, checkpoints name the tree of all before. */
const GROWING_FROM = 8
/** From this number on, they name the tree of their products. */
const PRODUCTS_FROM = 12
/** One checkpoint per minute, each naming what `headAt` says of its number. */
function checkpointsOf(
  headAt: (number: number) => Named,
  treeAt = (_number: number, before: readonly string[]): string => rootOfTexts(before),
  headsShown = (_number: number, heads: readonly CheckpointHead[]): readonly CheckpointHead[] =>
    heads,
): StatedText[] {
  let previous = GENESIS_HASH
  const texts: string[] = []
  return Array.from({ length: MINUTES }, (_, n) => {
    const number = n + 1
    const timeMs = START + number * MINUTE_MS + 1_000
    const operators = headAt(number)
    const earlier = number < GROWING_FROM || operators === null ? null : treeAt(number, texts)
    const anchors = { ...NO_ORDERS, operators, earlier }
    const facts = { number, timeMs, previous, anchors, heads: [] }
    const isOfTree = number >= PRODUCTS_FROM && earlier !== null
    const starts = { seq: 0, hash: GENESIS_HASH }
    const products = productsOf(OTHER_HEADS, tools.sha256Bytes)
    const text = checkpointText(
      isOfTree ? { ...facts, anchors: { ...anchors, starts }, products } : facts,
    )
    previous = sha256(text)
    texts.push(text)
    return { ...signed(text), ...(isOfTree && { heads: headsShown(number, OTHER_HEADS) }) }
  })
}

/** What an honest checkpoint of that number names. */
const newestIn =
  (records: readonly ChainRecord[]) =>
  (number: number): HeadOfChain => {
    const last = records.findLast(({ timeMs }) => timeMs < START + number * MINUTE_MS)
    return { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS_HASH }
  }
const publishedCheckpoints = () => checkpointsOf(newestIn(chainOf(honestActs())))

/** An honest chain with its checkpoints, and one act disclosed. */
export interface DisclosedChain extends OperatorChain {
  act: Act
}
const chain = (acts: readonly Act[], checkpoints = publishedCheckpoints()): DisclosedChain => ({
  records: chainOf(acts),
  checkpoints,
  act: actOf(3, 1),
})
export const honestOperators = (): DisclosedChain => chain(honestActs())

/** One kind of forged chain. */
export interface ForgedOperators {
  name: string
  /** What the readers name: `KIND act SEQ checkpoint NUMBER`, as far as there is each. */
  fault: string
  make(): DisclosedChain
}

const renumbered = (acts: readonly Act[]): Act[] =>
  acts.map((each, n) => actOf(n + 1, Math.floor((each.at - START) / MINUTE_MS), { ref: each.ref }))
const without = (seq: number): Act[] => honestActs().filter((each) => each.seq !== `${seq}`)
/** The forger signs all checkpoints again, from the first on, because no reader kept one. */
const reSigned = (acts: readonly Act[], headAt?: (number: number) => Named): DisclosedChain =>
  chain(acts, checkpointsOf(headAt ?? newestIn(chainOf(acts))))
/** The head of the honest chain, with what a forger says of one checkpoint. */
const naming = (at: number, head: (honest: HeadOfChain) => Named) => (): DisclosedChain => {
  const honest = newestIn(chainOf(honestActs()))
  const headAt = (number: number) => (number === at ? head(honest(number)) : honest(number))
  return reSigned(honestActs(), headAt)
}
const withRecords = (change: (records: ChainRecord[]) => ChainRecord[]) => (): DisclosedChain => ({
  ...honestOperators(),
  records: change(chainOf(honestActs())),
})
const altered = (change: Partial<ChainRecord>) =>
  withRecords((all) => all.map((each) => (each.seq === 5 ? { ...each, ...change } : each)))
/** One act has another minute, and the checkpoints name as many acts as there were at their time. */
export function redated(seq: number, minute: number): DisclosedChain {
  const acts = honestActs().map((each) => (each.seq === `${seq}` ? actOf(seq, minute) : each))
  const honest = newestIn(chainOf(honestActs()))
  const records = chainOf(acts)
  return reSigned(acts, (number) => {
    const { seq: newest } = honest(number)
    return { seq: newest, hash: records[newest - 1]?.hash ?? GENESIS_HASH }
  })
}

/** Every kind of forged chain. To add one, add a row. */
export const FORGED_OPERATORS: readonly ForgedOperators[] = [
  {
    name: 'an act is left out of the chain',
    fault: 'record act 5',
    make: withRecords((all) => all.filter(({ seq }) => seq !== 4)),
  },
  {
    name: 'an act is removed, and all after it are chained again',
    fault: 'head act 4 checkpoint 2',
    make: () => chain(renumbered(without(4))),
  },
  {
    name: 'the newest acts are removed',
    fault: 'short act 10 checkpoint 10',
    make: withRecords((all) => all.slice(0, 8)),
  },
  { name: 'all acts are removed', fault: 'short act 2 checkpoint 1', make: withRecords(() => []) },
  {
    name: 'an act is inserted, and all after it are chained again',
    fault: 'head act 4 checkpoint 2',
    make: () =>
      chain(renumbered([...honestActs().slice(0, 3), actOf(99, 1), ...honestActs().slice(3)])),
  },
  {
    name: 'two acts changed places',
    fault: 'record act 4',
    make: withRecords((all) => [...all.slice(0, 2), ...all.slice(2, 4).reverse(), ...all.slice(4)]),
  },
  {
    name: 'two acts changed places and are chained again',
    fault: 'head act 4 checkpoint 2',
    make: () => {
      const [a, b, c, d, ...rest] = honestActs().map(({ ref }) => ref)
      const refs = [a, b, d, c, ...rest]
      return chain(
        honestActs().map((each, n) =>
          actOf(n + 1, Math.floor((each.at - START) / MINUTE_MS), { ref: refs[n] ?? '' }),
        ),
      )
    },
  },
  {
    name: 'the digest of an act is another',
    fault: 'record act 5',
    make: altered({ text: 'a'.repeat(64) }),
  },
  {
    name: 'the digest of an act is another, and all are chained again',
    fault: 'head act 6 checkpoint 3',
    make: () =>
      chain(
        honestActs().map((each) => (each.seq === '5' ? actOf(5, 2, { actor: 'berta' }) : each)),
      ),
  },
  {
    name: 'the minute of an act is another',
    fault: 'record act 5',
    make: altered({ timeMs: chainRecord.shape.timeMs.parse(START + MINUTE_MS) }),
  },
  {
    name: 'an act says in clear what it is',
    fault: 'text act 5',
    make: () => {
      const acts = honestActs().map((each) =>
        each.seq === '5' ? { ...each, hash: 'deposit_approve' } : each,
      )
      return reSigned(acts)
    },
  },
  {
    name: 'an act is dated before the checkpoint that did not name it',
    fault: 'date act 7 checkpoint 9',
    make: () => redated(7, 4),
  },
  {
    name: 'an act is dated after the checkpoint that names it',
    fault: 'date act 10 checkpoint 10',
    make: () => redated(10, 13),
  },
  {
    name: 'the newest act is dated back, before any checkpoint names it',
    fault: 'date act 11 checkpoint 14',
    make: () => chain([...honestActs(), actOf(11, 10)]),
  },
  {
    name: 'a checkpoint names another act',
    fault: 'head act 6 checkpoint 3',
    make: naming(3, ({ seq }) => ({ seq, hash: 'a'.repeat(64) })),
  },
  {
    name: 'a checkpoint names fewer acts than the one before',
    fault: 'back checkpoint 3',
    make: naming(3, () => newestIn(chainOf(honestActs()))(1)),
  },
  {
    name: 'a checkpoint does not name the chain any more',
    fault: 'back checkpoint 3',
    make: naming(3, () => null),
  },
  {
    name: 'a checkpoint that was kept names acts that the chain no longer has',
    fault: 'head act 4 checkpoint 2',
    make: () => {
      const acts = renumbered(without(4))
      const kept = publishedCheckpoints().slice(1, 2)
      return chain(acts, [...kept, ...checkpointsOf(newestIn(chainOf(acts))).slice(3)])
    },
  },
  {
    name: 'a checkpoint that was kept is not the one before the next',
    fault: 'checkpoints checkpoint 3',
    make: () => {
      const kept = publishedCheckpoints().slice(0, 2)
      const later = checkpointsOf((number) =>
        number === 2 ? null : newestIn(chainOf(honestActs()))(number),
      )
      return { ...honestOperators(), checkpoints: [...kept, ...later.slice(2)] }
    },
  },
  {
    name: 'a checkpoint names a tree that leaves one out',
    fault: 'checkpoints checkpoint 10',
    make: () => {
      const tree = (number: number, before: readonly string[]): string =>
        rootOfTexts(number === 10 ? before.slice(1) : before)
      return chain(honestActs(), checkpointsOf(newestIn(chainOf(honestActs())), tree))
    },
  },
  ...OTHER_PRODUCTS.map(
    ([name, change]): ForgedOperators => ({
      name,
      fault: 'signature checkpoint 13',
      make: () =>
        chain(
          honestActs(),
          checkpointsOf(newestIn(chainOf(honestActs())), undefined, (number, heads) =>
            number === 13 ? change(heads) : heads,
          ),
        ),
    }),
  ),
  {
    name: 'a checkpoint whose signature is spelled otherwise',
    fault: 'signature checkpoint 5',
    make: () => ({
      ...honestOperators(),
      checkpoints: publishedCheckpoints().map((each, n) =>
        n === 4 ? { ...each, ...otherSpelling(each) } : each,
      ),
    }),
  },
  {
    name: 'a checkpoint with a number that not every language can read',
    fault: 'signature checkpoint 14',
    make: naming(14, ({ hash }) => ({ seq: 2 ** 53, hash })),
  },
  {
    name: 'checkpoints that a stranger signed',
    fault: 'signature checkpoint 1',
    make: () => ({
      ...honestOperators(),
      checkpoints: publishedCheckpoints().map(({ text }) => strangerSigned(text)),
    }),
  },
]

/** An act that the chain has, and no checkpoint names yet. */
export const unnamedAct = (): DisclosedChain => ({
  ...chain([...honestActs(), actOf(11, MINUTES)]),
  act: actOf(11, MINUTES),
})

/** Acts that are not the one that the chain has, each with the honest chain. */
export const FORGED_ACTS: readonly { name: string; act: () => Act }[] = [
  {
    name: 'another operator',
    act: () => ({ ...actOf(3, 1), actor: actOf(3, 1, { actor: 'berta' }).actor }),
  },
  { name: 'another user', act: () => ({ ...actOf(3, 1), userNumber: '1002' }) },
  { name: 'another reason', act: () => ({ ...actOf(3, 1), why: 'asked to' }) },
  { name: 'another time', act: () => ({ ...actOf(3, 1), at: actOf(3, 2).at }) },
  { name: 'another salt', act: () => ({ ...actOf(3, 1), salt: '0'.repeat(32) }) },
  { name: 'another number', act: () => ({ ...actOf(3, 1), seq: actOf(4, 1).seq }) },
  { name: 'a number that the chain does not have', act: () => actOf(99, 1) },
  {
    name: 'fields moved into each other',
    act: () => actOf(3, 1, { ref: '', userNumber: '100173' }),
  },
]

/** A fault as `ForgedOperators` states it; empty if there is none. */
export function operatorFaultText(fault: OperatorFault | null): string {
  if (fault === null) return ''
  const act = 'seq' in fault ? ` act ${fault.seq}` : ''
  return `${fault.kind}${act}${'checkpoint' in fault ? ` checkpoint ${fault.checkpoint}` : ''}`
}
