import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import {
  type AnyReceipt,
  anyReceipt,
  RECEIPT_FORMAT,
  settledReceipt as schema,
  SHARED_FORMAT,
  type SettledReceipt,
} from '#contract/settlement-receipt.ts'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import { CHECK_STEPS, type CheckStep, checkReceipt, HEAD_AGE_MAX_MS } from '#rules/receipt-check.ts'
import { receiptFingerprint } from '#rules/receipt.ts'
import { FORGED_RECEIPTS, type ForgedReceipt } from '#support/forgeries.ts'
import {
  honest as won,
  jumped,
  lateCheckpoint,
  lostByRejected,
  put,
  RECORDED,
  shared,
} from '#support/honest-receipts.ts'
import { LIVE, liveReceipt } from '#support/live-receipts.ts'
import { gap, halt } from '#support/records.ts'
import { ordinaryLog, settledReceipt, T0, tools } from '#support/settled-receipt.ts'

async function failing(receipt: SettledReceipt): Promise<CheckStep[]> {
  const { steps } = await checkReceipt(receipt, tools)
  return steps.filter(({ verdict }) => verdict === 'fails').map(({ step }) => step)
}
describe('a receipt as it was given', () => {
  const logs = {
    won: ordinaryLog(100_010),
    lost: ordinaryLog(99_990),
    draw: ordinaryLog(100_000),
    void: put(
      ordinaryLog(100_010).filter(({ at }) => at < T0 + 20_000 || at > T0 + 35_000),
      halt(T0 + 20_000),
    ),
  }
  it.each(Object.entries(logs))('holds in every step: %s', async (status, log) => {
    const receipt = settledReceipt(log)
    expect(receipt.order.status).toBe(status)
    const report = await checkReceipt(receipt, tools)
    expect(new Set(report.steps.map(({ verdict }) => verdict))).toEqual(new Set(['holds']))
    expect(report.absent).toEqual(['moment'])
    // All but the device's, and the venues' of live prices.
    expect(report.steps).toHaveLength(CHECK_STEPS.length - 3)
    expect(report.verdict).toBe('holds')
  })

  it('holds on live prices, whose trades it lists', async () => {
    const report = await checkReceipt(liveReceipt(), tools)
    expect(report.verdict).toBe('holds')
    expect(report.steps.map(({ step }) => step)).toEqual(
      CHECK_STEPS.filter((step) => step !== 'seed' && step !== 'dealer'),
    )
    expect(report.absent).toEqual([])
    expect(report.seeds).toEqual([])
  })

  it('has no step about venues where a live order was void without any tick', async () => {
    const log = [...ordinaryLog(100_010).filter(({ at }) => at < T0), halt(T0 - 100)]
    const receipt = settledReceipt([...log, halt(T0 + 40_000)], LIVE)
    expect(receipt.order).toMatchObject({ status: 'void', entry: null, exit: null })
    const { steps } = await checkReceipt(receipt, tools)
    expect(steps.map(({ step }) => step)).not.toContain('venues')
  })

  it('holds when a gap lies over the purchase and the stake came back', async () => {
    const log = ordinaryLog(100_010)
    const broken = [...log.slice(0, 5), gap(T0 + 200, 'loop'), ...log.slice(5)]
    const receipt = settledReceipt(broken, RECORDED)
    expect(receipt.order.voidReason).toBe('gap_at_entry')
    expect(await failing(receipt)).toEqual([])
  })

  it('holds where the price that would have decided it was put aside, or the market jumped', async () => {
    const lost = lostByRejected()
    expect(lost.order.status).toBe('lost')
    expect(await failing(lost)).toEqual([])
    expect(jumped().order).toMatchObject({ status: 'won', exit: { price: 110_000 } })
    expect(await failing(jumped())).toEqual([])
  })

  it('holds when it is from before there were bands', async () => {
    const { terms: _, ...receipt } = settledReceipt(ordinaryLog(110_000), { format: 1 })
    expect(await failing(receipt)).toEqual([])
  })

  it('is the same after a way through a file', async () => {
    const file = JSON.stringify(z.encode(schema, won()))
    expect(await failing(schema.parse(JSON.parse(file)))).toEqual([])
  })
})

const named = async (
  { kept }: Pick<ForgedReceipt, 'kept'>,
  receipt: AnyReceipt,
): Promise<string> => {
  const fingerprint = kept === undefined ? null : receiptFingerprint(kept, tools.sha256)
  const { steps } = await checkReceipt(receipt, tools, { kept: fingerprint })
  return steps
    .filter(({ verdict }) => verdict === 'fails')
    .map(({ step, seq }) => (seq === undefined ? step : `${step} record ${seq}`))
    .join(', ')
}

describe('what a server forges with its own key is named, and its honest twin holds', () => {
  it.each(FORGED_RECEIPTS.map((forged) => [forged.name, forged] as const))(
    '%s',
    async (_, forged) => {
      expect(await named(forged, forged.make())).toBe(forged.fails)
      expect(await named(forged, forged.twin())).toBe('')
      expect((await checkReceipt(forged.twin(), tools)).verdict).toBe('holds')
    },
  )

  it('lists each kind once', () => {
    const names = FORGED_RECEIPTS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('a shared receipt', () => {
  const notTheLedger = (fails: string): string =>
    fails
      .split(', ')
      .filter((step) => !step.startsWith('ledger'))
      .join(', ')

  it('holds in every step but the ledger, which is reported as left out', async () => {
    const report = await checkReceipt(shared(won()), tools)
    expect(report.verdict).toBe('holds')
    expect(report.absent).toEqual(['moment', 'ledger'])
    expect(report.steps.map(({ step }) => step)).not.toContain('ledger')
    expect(report.steps).toHaveLength(CHECK_STEPS.length - 4)
  })

  it.each(FORGED_RECEIPTS.map((forged) => [forged.name, forged] as const))(
    'names every other fault as a full one does: %s',
    async (_, forged) => {
      expect(await named(forged, shared(forged.make()))).toBe(notTheLedger(forged.fails))
      expect(await named(forged, shared(forged.twin()))).toBe('')
    },
  )

  it('is known by its format alone: a full receipt without its transfers is none', () => {
    const full = z.encode(schema, won())
    const { transfers: _, ...stripped } = full
    expect(anyReceipt.safeParse(stripped).success).toBe(false)
    expect(anyReceipt.safeParse({ ...stripped, format: 'fairtick-settled-2' }).success).toBe(false)
    expect(anyReceipt.safeParse({ ...stripped, format: SHARED_FORMAT }).success).toBe(true)
  })

  it('cannot claim to be a full one', () => {
    const short = z.encode(anyReceipt, shared(won()))
    expect(anyReceipt.safeParse({ ...short, format: RECEIPT_FORMAT }).success).toBe(false)
  })

  it('drops what strangers add to it', () => {
    const told = { ...z.encode(anyReceipt, shared(won())), transfers: [], account: 'anna' }
    expect(anyReceipt.parse(told)).not.toHaveProperty('transfers')
    expect(anyReceipt.parse(told)).not.toHaveProperty('account')
  })
})

it('a signature of nobody', async () => {
  const receipt = won()
  receipt.acceptance.text = receipt.acceptance.text.replace('direction up', 'direction down')
  expect(await failing(receipt)).toEqual(['acceptance', 'terms', 'log'])
})

it('allows a head as old as the server allows a price to be', () => {
  expect(HEAD_AGE_MAX_MS).toBe(TRADING_STALE_MS)
})

describe('a receipt that proves less says so', () => {
  it('waits while no checkpoint is late enough to tell whether the log has the purchase', async () => {
    const { steps, verdict } = await checkReceipt({ ...won(), inclusion: null }, tools)
    expect(verdict).toBe('waiting')
    expect(steps.find(({ step }) => step === 'log')?.verdict).toBe('waiting')
  })

  it('does not check the log for a receipt from before it', async () => {
    const { inclusion: _, ...receipt } = lateCheckpoint()
    expect(await failing(receipt)).toEqual(['log'])
    const former = settledReceipt(ordinaryLog(100_010), { checkpointMs: T0 + 130_000, format: 1 })
    const { verdict, steps, absent } = await checkReceipt(former, tools)
    expect(verdict).toBe('holds')
    expect(absent).toEqual(['moment', 'log', 'seed'])
    expect(steps.map(({ step }) => step)).not.toContain('log')
  })
})

it('waits as long as no checkpoint covers the pieces', async () => {
  const receipt = won()
  receipt.exit.checkpoint = null
  const report = await checkReceipt(receipt, tools)
  expect(report.verdict).toBe('waiting')
  expect(report.steps.find(({ step }) => step === 'checkpoint')?.verdict).toBe('waiting')
})

it('finds every single digit that is changed', async () => {
  const file = JSON.stringify(z.encode(schema, won()))
  // Names of transfers, when they and the result were written down, and the keys are not part of what is proved.
  const free = /"keys":.*$|"settledAt":\d+|"id":"\d+","kind":"order_\w+","amount":"[^"]+","at":\d+/g
  const proved = file.replaceAll(free, (text) =>
    text.startsWith('"id"')
      ? text.replaceAll(/"id":"\d+"|"at":\d+/g, (found) => ' '.repeat(found.length))
      : ' '.repeat(text.length),
  )
  const digits = [...proved.matchAll(/\d/g)].map(({ index }) => index)
  const missed: string[] = []
  for (const at of digits.filter((_, n) => n % 7 === 0)) {
    const digit = (Number(file[at]) + 1) % 10
    const text = `${file.slice(0, at)}${digit}${file.slice(at + 1)}`
    const receipt = schema.safeParse(JSON.parse(text.replaceAll(/:0(\d+)/g, ':$1')))
    if (!receipt.success) continue
    const { verdict } = await checkReceipt(receipt.data, tools)
    if (verdict !== 'fails') missed.push(file.slice(Math.max(0, at - 30), at + 10))
  }
  expect(digits.length).toBeGreaterThan(3_000)
  expect(missed).toEqual([])
})
