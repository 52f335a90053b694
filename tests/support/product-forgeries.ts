/** Checkpoints of format 6 that show other products than those of their tree, in receipts and in histories. */
import { createHash } from 'node:crypto'
import type { ProductLine, ProvenText } from '#contract/checkpoint-products.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import {
  type CheckpointFacts,
  type CheckpointHead,
  checkpointText,
  headLine,
  type StatedText,
} from '#rules/checkpoint.ts'
import { productLineOf, readProven } from '#rules/checkpoint-line.ts'
import { productsOf } from '#rules/checkpoint-products.ts'
import type { History } from '#rules/history-check.ts'
import { pathOf, rootOf, type Sha256Bytes, treeOf } from '#rules/merkle-tree.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { chained, sha256 } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, type ForgeryRow, other, otherSpelling } from '#support/honest-receipts.ts'
import { BAND_BPS, logOf } from '#support/records.ts'
import {
  NO_ORDERS,
  OTHER_HEADS,
  ordinaryLog,
  settledReceipt,
  signed,
  signedWithProduct,
  SOME_ROOT,
  SYMBOL,
  T0,
  tools,
} from '#support/settled-receipt.ts'
import { rootOfTexts } from '#support/signed-history.ts'

const { sha256Bytes } = tools

/** A won order whose checkpoints show its product in the tree of five. */
const proven = (): SettledReceipt => settledReceipt(ordinaryLog(100_010), { format: 6 })

const NO_PRODUCT: ProductLine = { line: '', leaf: 0, path: [] }

/** The receipt with another checkpoint in the slice of the entry, or in both. */
const showing =
  (
    change: (shown: ProvenText, product: ProductLine, facts: CheckpointFacts) => ProvenText,
    { inBoth = false } = {},
  ) =>
  (): SettledReceipt => {
    const changed = ({ checkpoint }: SettledReceipt['entry']): ProvenText => {
      const facts = checkpoint && readProven(checkpoint, sha256Bytes)
      if (checkpoint === null || facts === null) throw new Error('no checkpoint')
      return change(checkpoint, checkpoint.product ?? NO_PRODUCT, facts)
    }
    return other(proven(), ({ entry, exit }) => ({
      entry: { ...entry, checkpoint: changed(entry) },
      exit: inBoth ? { ...exit, checkpoint: changed(exit) } : exit,
    }))
  }

/** Another line or path beside the text that is signed. */
const withProduct = (change: (product: ProductLine) => Partial<ProductLine>) =>
  showing((shown, product) => ({ ...shown, product: { ...product, ...change(product) } }))

interface Tree {
  size: number
  root: string
}
/** The same line and path under a text that the server signs with another tree. */
const withTree = (change: (tree: Tree) => Partial<Tree>, inBoth = true) =>
  showing(
    (_, product, facts) => {
      const tree = facts.products ?? { size: 0, root: '' }
      const text = checkpointText({ ...facts, products: { ...tree, ...change(tree) } })
      return { ...signed(text), product }
    },
    { inBoth },
  )

/** The server signs the tree of lines of its own choice, and shows the last one. */
const withLines = (
  lines: (own: string, heads: readonly CheckpointHead[]) => string[],
  hashing: Sha256Bytes = sha256Bytes,
) =>
  showing(
    (_, { line }, facts) => {
      const all = lines(line, OTHER_HEADS)
      const bytes = all.map((each) => new TextEncoder().encode(each))
      const levels = treeOf(bytes, hashing)
      const { leaf, path } = pathOf(levels, all.length - 1)
      const products = { size: all.length, root: rootOf(levels, hashing) }
      const text = checkpointText({ ...facts, products })
      return { ...signed(text), product: { line: all.at(-1) ?? '', leaf, path } }
    },
    { inBoth: true },
  )
const others = (heads: readonly CheckpointHead[]): string[] => heads.map(headLine)

/** Hashes leaves as inner nodes. */
const withoutPrefix: Sha256Bytes = (bytes) =>
  createHash('sha256')
    .update(bytes[0] === 0 ? Uint8Array.of(1, ...bytes.subarray(1)) : bytes)
    .digest()

/** Two lines of the product in one tree: the slice of the entry shows one, and that of the exit the other. */
const twoLines =
  (first: (head: CheckpointHead, receipt: SettledReceipt) => CheckpointHead) => () => {
    const receipt = proven()
    const facts = receipt.exit.checkpoint && readProven(receipt.exit.checkpoint, sha256Bytes)
    const [head] = facts?.heads ?? []
    if (!facts || head === undefined) throw new Error('no head')
    const all = [...OTHER_HEADS, first(head, receipt), head]
    const until = all[4]?.seq ?? 0
    const shown = signed(checkpointText({ ...facts, products: productsOf(all, sha256Bytes) }))
    const lines = treeOf(
      all.map((each) => new TextEncoder().encode(headLine(each))),
      sha256Bytes,
    )
    const product = (at: number): ProductLine => {
      const { leaf, path } = pathOf(lines, at)
      return { line: headLine(all[at] ?? head), leaf, path }
    }
    return other(receipt, ({ exit }) => ({
      entry: {
        ...exit,
        records: exit.records.filter(({ seq }) => seq <= until),
        checkpoint: { ...shown, product: product(4) },
      },
      exit: { ...exit, checkpoint: { ...shown, product: product(5) } },
    }))
  }

/** The line of another product of the same tree, with its own path. */
const OTHERS_LINE = showing((shown, _, { heads }) => ({
  ...shown,
  product: productLineOf([...OTHER_HEADS, ...heads], 'GC', sha256Bytes),
}))

const NOT_NAMED = 'terms, checkpoint'
const ROWS: readonly ForgeryRow[] = [
  ['a path that leads to another root', NOT_NAMED, withProduct(() => ({ path: ['a'.repeat(64)] }))],
  ['a path that is too short', NOT_NAMED, withProduct(() => ({ path: [] }))],
  [
    'a path that is too long',
    NOT_NAMED,
    withProduct(({ path }) => ({ path: [...path, SOME_ROOT] })),
  ],
  ['a line in another place', NOT_NAMED, withProduct(() => ({ leaf: 3 }))],
  ['a line behind the last one', NOT_NAMED, withProduct(() => ({ leaf: 5 }))],
  ['the line of another product', NOT_NAMED, OTHERS_LINE],
  ['no line', NOT_NAMED, showing(({ text }) => signed(text))],
  [
    'another line under the path',
    NOT_NAMED,
    withProduct(({ line }) => ({ line: line.replace(/ \d+ /, ' 46 ') })),
  ],
  ['a tree with one product more', NOT_NAMED, withTree(({ size }) => ({ size: size + 1 }))],
  ['a tree with one product less', NOT_NAMED, withTree(({ size }) => ({ size: size - 1 }))],
  ['the root of another tree', NOT_NAMED, withTree(() => ({ root: SOME_ROOT }))],
  [
    'a line that is an inner node',
    NOT_NAMED,
    withLines((own, heads) => [...others(heads), `\u0001${own}`]),
  ],
  [
    'leaves that are hashed as inner nodes',
    NOT_NAMED,
    withLines((own, heads) => [...others(heads), own], withoutPrefix),
  ],
  [
    'a line without terms',
    NOT_NAMED,
    withLines((own, heads) => [...others(heads), own.replace(/ [^ ]*$/, '')]),
  ],
  [
    'a line whose number is spelled otherwise',
    NOT_NAMED,
    withLines((own, heads) => [...others(heads), own.replace(/ (\d+) /, ' 0$1 ')]),
  ],
  [
    'two lines in one leaf',
    NOT_NAMED,
    withLines((own, heads) => [...others(heads), `${own}\n${own}`]),
  ],
  [
    'two lines of the product in one tree, with other terms',
    'checkpoint',
    twoLines((head) => ({ ...head, terms: [...(head.terms ?? []), 'b'.repeat(16)] })),
  ],
  [
    'two lines of the product in one tree, for two ends of its log',
    'checkpoint',
    twoLines((head, { exit }) => {
      const { seq = 0, hash = '' } = exit.records.at(-2) ?? {}
      return { ...head, seq, hash }
    }),
  ],
  [
    'another record in the tree',
    'checkpoint record 11',
    showing(
      (_, __, facts) =>
        signedWithProduct({
          ...facts,
          heads: facts.heads.map((head) => ({ ...head, hash: 'a'.repeat(64) })),
        }),
      { inBoth: true },
    ),
  ],
  [
    'other terms in the tree',
    'terms',
    showing(
      (_, __, facts) =>
        signedWithProduct({
          ...facts,
          heads: facts.heads.map((head) => ({ ...head, terms: ['b'.repeat(16)] })),
        }),
      { inBoth: true },
    ),
  ],
  [
    'a line beside a text of format 5 that has none',
    NOT_NAMED,
    showing(
      (_, product, { products: __, ...facts }) => ({
        ...signed(checkpointText({ ...facts, heads: [] })),
        product,
      }),
      { inBoth: true },
    ),
  ],
  [
    'a text with a line of a product after the tree',
    'checkpoint',
    showing((shown, product) => signed(`${shown.text}\n${product.line}`), { inBoth: true }),
  ],
  [
    'a checkpoint of format 5 after one of format 6',
    'checkpoint',
    () =>
      other(proven(), ({ exit }) => {
        const facts = exit.checkpoint && readProven(exit.checkpoint, sha256Bytes)
        if (facts === null) throw new Error('no checkpoint')
        const { products: _, ...older } = facts
        return {
          exit: { ...exit, checkpoint: signed(checkpointText({ ...older, number: 40 })) },
        }
      }),
  ],
]

/** Every kind of receipt whose checkpoint shows what is not in its tree. */
export const PRODUCT_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS, proven)

const HEADS = [15, 30, 46]
type Shown = StatedText & { heads: CheckpointHead[] }

/** Three checkpoints of format 6 over the records. `all` replaces the heads before they are signed, `change` later. */
function checkpointsOf(
  all: (heads: CheckpointHead[]) => CheckpointHead[],
  change: (shown: Shown) => StatedText,
): History {
  const records = chained(SYMBOL, logOf(ordinaryLog(100_010)))
  let previous = GENESIS_HASH
  const texts: string[] = []
  const checkpoints = HEADS.map((seq, n): StatedText => {
    const { hash = GENESIS_HASH, timeMs = T0 } = records[seq - 1] ?? {}
    const own = { symbol: SYMBOL, seq, hash, terms: ['a'.repeat(16)] }
    const heads = n === 1 ? all([...OTHER_HEADS, own]) : [...OTHER_HEADS, own]
    const starts = { seq: 0, hash: GENESIS_HASH }
    const anchors = { ...NO_ORDERS, earlier: rootOfTexts(texts), starts }
    const products = productsOf(heads, sha256Bytes)
    const facts = { number: n + 1, timeMs: timeMs + 1_000, previous, anchors, products, heads }
    const text = checkpointText(facts)
    previous = sha256(text)
    texts.push(text)
    return n === 1 ? change({ ...signed(text), heads }) : { ...signed(text), heads }
  })
  return { symbol: SYMBOL, records, checkpoints, bandBps: BAND_BPS }
}
const asShown = (shown: Shown): StatedText => shown
const asMade = (heads: CheckpointHead[]): CheckpointHead[] => heads

/** A history under checkpoints of format 6. */
export const provenHistory = (): History => checkpointsOf(asMade, asShown)
const signingHeads = (change: (heads: CheckpointHead[]) => CheckpointHead[]) => () =>
  checkpointsOf(change, asShown)

const UNSIGNED = 'checkpoint 2 is not signed by a known key'
type Heads = readonly CheckpointHead[]
/** What a page may show beside the text of a checkpoint in place of the products of its tree. */
export const OTHER_PRODUCTS: readonly (readonly [string, (heads: Heads) => CheckpointHead[]])[] = [
  [
    'a page that shows another head than the tree has',
    (heads) => heads.map((head) => ({ ...head, hash: 'a'.repeat(64) })),
  ],
  ['a page that leaves a product out', (heads) => heads.slice(1)],
  [
    'a page that adds a product',
    (heads) => [...heads, ...heads.slice(0, 1).map((one) => ({ ...one, symbol: 'AAA' }))],
  ],
  ['a page with the products in another order', (heads) => heads.toReversed()],
  ['a page without products', () => []],
]
/** Histories under checkpoints of format 6: the name, the words of the command, and the history. */
export const PRODUCT_HISTORIES: readonly (readonly [string, string, () => History])[] = [
  ...OTHER_PRODUCTS.map(([name, change]): readonly [string, string, () => History] => [
    name,
    UNSIGNED,
    () => checkpointsOf(asMade, (shown) => ({ ...shown, heads: change(shown.heads) })),
  ]),
  [
    'a page that says nothing of products',
    UNSIGNED,
    () => checkpointsOf(asMade, ({ text }) => signed(text)),
  ],
  [
    'a signature that is spelled otherwise',
    UNSIGNED,
    () => checkpointsOf(asMade, (shown) => ({ ...shown, ...otherSpelling(shown) })),
  ],
  [
    'a tree with two lines of the product',
    UNSIGNED,
    signingHeads((heads) => [...heads, ...heads.slice(-1).map((one) => ({ ...one, seq: 29 }))]),
  ],
  [
    'a tree with a line without terms',
    UNSIGNED,
    signingHeads((heads) => heads.map(({ symbol, seq, hash }) => ({ symbol, seq, hash }))),
  ],
  [
    'a tree with another head',
    'record 30 of EURUSD is not the head that checkpoint 2 signed',
    signingHeads((heads) => heads.map((head) => ({ ...head, hash: 'a'.repeat(64) }))),
  ],
]
