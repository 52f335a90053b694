/** Checking history and receipts, by the command and in a browser, against the bare hashes and signatures in them. */
import { fileURLToPath } from 'node:url'
import { checkReceipt } from '#rules/receipt-check.ts'
import { findChainFault, recordText } from '#rules/tick-chain.ts'
import { ordinaryLog, settledReceipt, tools } from '#support/settled-receipt.ts'
import { oneFile } from '../scripts/build/one-file.ts'
import { sha256 } from '../scripts/receipt-tools.ts'
import { chainedHistory, SYMBOL } from './support/chained-history.ts'
import { launchChromium } from './support/chromium.ts'
import { figure, goal, machine, median, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs: PAIRS } = benchOptions()
const RECORDS = smoke ? 5_000 : 1_000_000
const BROWSER_RECORDS = smoke ? 5_000 : 200_000
const RECEIPTS = smoke ? 20 : 10_000
const LIMIT = 0.5

async function took(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

interface Pair {
  checked: number
  bare: number
}
/** Prints how often per second one kind of work is done, next to the part of it that cannot be left out. */
function report(name: string, count: number, pairs: readonly Pair[]): void {
  const perSecond = (ms: number): number => (count / ms) * 1_000
  spread(
    `${name}-per-second`,
    pairs.map(({ checked }) => perSecond(checked)),
    '1/s',
  )
  spread(
    `${name}-bare-per-second`,
    pairs.map(({ bare }) => perSecond(bare)),
    '1/s',
  )
  const ratio = median(pairs.map(({ checked, bare }) => bare / checked))
  figure(`${name}-ratio`, ratio, '× the bare work')
  goal(name, ratio >= LIMIT, `${ratio.toFixed(2)} × of the bare work, at least ${LIMIT}`)
}

async function repeated(pair: () => Promise<Pair>): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let n = 0; n < PAIRS; n++) pairs.push(await pair())
  return pairs
}

async function history(): Promise<void> {
  const { records, texts } = chainedHistory(RECORDS, sha256)
  const pairs = await repeated(async () => ({
    checked: await took(() => {
      if (findChainFault(SYMBOL, records, { sha256 }) !== null) throw new Error('a fault')
    }),
    bare: await took(() => {
      for (const text of texts) sha256(text)
    }),
  }))
  report('records', RECORDS, pairs)
}

async function receipts(): Promise<void> {
  const receipt = settledReceipt(ordinaryLog(100_010))
  const { acceptance, entry, exit } = receipt
  const texts = [...entry.records, ...exit.records].map((record) =>
    recordText(receipt.order.symbol, record, record.hash),
  )
  const signed = [acceptance, entry.checkpoint, exit.checkpoint].filter(
    (envelope) => envelope !== null,
  )
  const pairs = await repeated(async () => ({
    checked: await took(async () => {
      for (let n = 0; n < RECEIPTS; n++) await checkReceipt(receipt, tools)
    }),
    bare: await took(async () => {
      for (let n = 0; n < RECEIPTS; n++) {
        for (const text of texts) sha256(text)
        for (const each of signed) await tools.verify(each)
      }
    }),
  }))
  report('receipts', RECEIPTS, pairs)
}

async function inBrowser(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
  const script = await oneFile(root, 'bench/verify-page/main.ts')
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.route('http://verify.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bench</title>' }),
    )
    await page.goto(`http://verify.test/?records=${BROWSER_RECORDS}`)
    await page.addScriptTag({ content: script })
    report(
      'browser-records',
      BROWSER_RECORDS,
      await repeated(() => page.evaluate(() => window.verifyPair())),
    )
  } finally {
    await browser.close()
  }
}

machine()
await history()
await receipts()
await inBrowser()
