/** Checking history and receipts, by the command and in a browser, against the bare hashes and signatures in them. */
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { z } from 'zod/mini'
import { settledReceipt as settledReceiptSchema } from '#contract/settlement-receipt.ts'
import { checkReceipt } from '#rules/receipt-check.ts'
import { findChainFault, recordText } from '#rules/tick-chain.ts'
import { ordinaryLog, settledReceipt, T0, tools } from '#support/settled-receipt.ts'
import { oneFile } from '../scripts/build/one-file.ts'
import { sha256 } from '../scripts/receipt-tools.ts'
import { chainedHistory, SYMBOL } from './support/chained-history.ts'
import { launchChromium, PHONE } from './support/chromium.ts'
import { figure, goal, machine, median, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs: PAIRS } = benchOptions()
const RECORDS = smoke ? 5_000 : 1_000_000
const BROWSER_RECORDS = smoke ? 5_000 : 200_000
const RECEIPTS = smoke ? 20 : 10_000
const LIMIT = 0.5
/** How many checks one figure is the median of. */
const CHECKS = smoke ? 3 : 20
/** As many links as the hash chain of a server that is five years old. */
const LINKS = 43_830
/** A phone that is a quarter as fast as this machine. */
const SLOWER = 4

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

/** A page with the device's own tools. Only https has WebCrypto. */
async function openPage(browser: Browser, script: string, records: number): Promise<Page> {
  const page = await browser.newPage(PHONE)
  await page.route('https://verify.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bench</title>' }),
  )
  await page.goto(`https://verify.test/?records=${records}`)
  await page.addScriptTag({ content: script })
  return page
}

/** One receipt of a device, on a slow phone: the first check, and the middle one of several. */
async function onSlowPhone(browser: Browser, script: string): Promise<void> {
  const page = await openPage(browser, script, 0)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const receipt = settledReceipt(ordinaryLog(100_010), {
    format: 5,
    signing: { seenMs: T0 - 1_000 },
  })
  const text = JSON.stringify(z.encode(settledReceiptSchema, receipt))
  const first = await page.evaluate((each) => window.verifyReceipt(each), text)
  figure('slow-phone-first-receipt', first, 'ms')
  const next: number[] = []
  for (let n = 0; n < CHECKS; n++)
    next.push(await page.evaluate((each) => window.verifyReceipt(each), text))
  spread('slow-phone-receipt', next, 'ms')
  const links = await page.evaluate((count) => window.hashLinks(count), LINKS)
  figure('slow-phone-hash-chain', links, `ms for ${LINKS} links`)
}

async function inBrowser(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
  const script = await oneFile(root, 'bench/verify-page/main.ts')
  const browser = await launchChromium()
  try {
    await onSlowPhone(browser, script)
    const page = await openPage(browser, script, BROWSER_RECORDS)
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
