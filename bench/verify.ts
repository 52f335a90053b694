/** Checking history and receipts, by the command and in a browser, against the bare hashes and signatures in them. */
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { checkReceipt } from '#rules/receipt-check.ts'
import { findChainFault, recordText } from '#rules/tick-chain.ts'
import { ordinaryLog, settledReceipt, tools } from '#support/settled-receipt.ts'
import { sha256 } from '../scripts/receipt-tools.ts'
import { chainedHistory, SYMBOL } from './support/chained-history.ts'
import { figure, goal, machine, median, spread } from './support/figures.ts'

const option = (name: string, fallback: number): number =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const PAIRS = option('pairs', 5)
const RECORDS = option('records', 1_000_000)
const BROWSER_RECORDS = option('browser-records', 200_000)
const RECEIPTS = option('receipts', 10_000)
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
/** Figures of one kind of work, and how near it comes to what it cannot do without. */
function tell(name: string, count: number, pairs: readonly Pair[]): void {
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
  tell('records', RECORDS, pairs)
}

async function receipts(): Promise<void> {
  const receipt = settledReceipt(ordinaryLog(100_010))
  const { acceptance, entry, exit } = receipt
  const texts = [...entry.records, ...exit.records].map((record) =>
    recordText(receipt.order.symbol, record, record.hash),
  )
  const signed = [acceptance, entry.checkpoint, exit.checkpoint].filter((it) => it !== null)
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
  tell('receipts', RECEIPTS, pairs)
}

async function bundle(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: `${root}/bench/verify-page/main.ts`, output: { format: 'iife' } },
    },
  })
  const [first] = [built].flat()
  if (first === undefined || !('output' in first)) throw new Error('nothing was built')
  return first.output[0].code
}

async function inBrowser(): Promise<void> {
  const script = await bundle()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const page = await browser.newPage()
    await page.route('http://verify.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bench</title>' }),
    )
    await page.goto(`http://verify.test/?records=${BROWSER_RECORDS}`)
    await page.addScriptTag({ content: script })
    tell(
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
