import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import { timeMs } from '#contract/scalars.ts'
import { settledReceipt as schema, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import { CHECK_STEPS, type CheckStep, checkReceipt, HEAD_AGE_MAX_MS } from '#rules/receipt-check.ts'
import { readByCommand, readByPython, readWithoutKey } from '#support/receipt-readers.ts'
import { signingDevice } from '#support/signing-device.ts'
import { gap, halt, type Planned, rejected, tick } from '#support/records.ts'
import {
  DURATION_MS,
  inclusionOf,
  ordinaryLog,
  type Signing,
  settledReceipt,
  T0,
  tools,
} from '#support/settled-receipt.ts'

const won = (): SettledReceipt => settledReceipt(ordinaryLog(100_010))

/** Among the others by its time. */
const put = (log: readonly Planned[], ...more: Planned[]): Planned[] =>
  [...log, ...more].sort((one, other) => one.at - other.at)

/** A tenth higher from 20 s after the purchase on: three ticks are rejected, then the new level is taken. */
function jumpedLog(): Planned[] {
  const from = T0 + 20_000
  const later = ordinaryLog(100_000).filter(({ at }) => at > from)
  return [
    ...ordinaryLog(100_000).filter(({ at }) => at <= from),
    ...later.slice(0, 3).map(({ at }) => rejected(at, 110_000)),
    ...later.slice(3, 4).map(({ at }) => gap(at, 'jump')),
    ...later.slice(3).map(({ at }) => tick(at, 110_000)),
  ]
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-band-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const saved = (receipt: SettledReceipt): string => {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(schema.encode(receipt)))
  return file
}

async function failing(receipt: SettledReceipt): Promise<CheckStep[]> {
  const { steps } = await checkReceipt(receipt, tools)
  return steps.filter(({ verdict }) => verdict === 'fails').map(({ step }) => step)
}
async function faultSeq(receipt: SettledReceipt, step: CheckStep): Promise<number | undefined> {
  const { steps } = await checkReceipt(receipt, tools)
  return steps.find((each) => each.step === step)?.seq
}

describe('a receipt as it was given', () => {
  const logs = {
    won: ordinaryLog(100_010),
    lost: ordinaryLog(99_990),
    draw: ordinaryLog(100_000),
    void: [...ordinaryLog(100_010).filter(({ at }) => at < T0 + 20_000), halt(T0 + 40_000)],
  }
  it.each(Object.entries(logs))('holds in every step: %s', async (status, log) => {
    const receipt = settledReceipt(log)
    expect(receipt.order.status).toBe(status)
    const report = await checkReceipt(receipt, tools)
    expect(new Set(report.steps.map(({ verdict }) => verdict))).toEqual(new Set(['holds']))
    expect(report.absent).toEqual(['moment'])
    expect(report.steps).toHaveLength(CHECK_STEPS.length - 1)
    expect(report.verdict).toBe('holds')
  })

  it('holds when a gap lies over the purchase and the stake came back', async () => {
    const log = ordinaryLog(100_010)
    const broken = [...log.slice(0, 5), gap(T0 + 200), ...log.slice(5)]
    const receipt = settledReceipt(broken)
    expect(receipt.order.voidReason).toBe('gap_at_entry')
    expect(await failing(receipt)).toEqual([])
  })

  it('holds where the price that would have decided it was put aside, or the market jumped', async () => {
    const lost = settledReceipt(put(ordinaryLog(99_990), rejected(T0 + DURATION_MS - 100, 999_900)))
    expect(lost.order.status).toBe('lost')
    expect(await failing(lost)).toEqual([])
    const jumped = settledReceipt(jumpedLog())
    expect(jumped.order).toMatchObject({ status: 'won', exit: { price: 110_000 } })
    expect(await failing(jumped)).toEqual([])
  })

  it('holds when it is from before there were bands', async () => {
    const { terms: _, ...receipt } = settledReceipt(ordinaryLog(110_000))
    expect(await failing(receipt)).toEqual([])
  })

  it('is the same after a way through a file', async () => {
    const file = JSON.stringify(schema.encode(won()))
    expect(await failing(schema.parse(JSON.parse(file)))).toEqual([])
  })
})

describe('a server that does not keep to the band, and signs that, is caught by every reader', () => {
  const last = T0 + DURATION_MS
  it.each([
    ['lets a wrong tick decide', ordinaryLog(999_900), 35],
    ['puts a good tick aside', put(ordinaryLog(100_010), rejected(last - 100, 99_990)), 36],
    ['says a jump that was none', put(ordinaryLog(100_010), gap(T0 + 29_900, 'jump')), 36],
  ])('%s', async (_, log, seq) => {
    const receipt = settledReceipt(log)
    expect(await failing(receipt)).toEqual(['band'])
    expect(await faultSeq(receipt, 'band')).toBe(seq)
    const file = saved(receipt)
    expect(readByPython(file).text).toContain(`fails band record ${seq}\n`)
    expect(readByCommand(file).text).toMatch(new RegExp(`fails +band .*record ${seq} of EURUSD`))
  })

  it('gives terms that are not those that were agreed', async () => {
    const receipt = { ...won(), terms: '{"bandBps":10000}' }
    expect(await failing(receipt)).toEqual(['terms'])
    expect(readByPython(saved(receipt)).text).toContain('fails terms\n')
  })

  it('and one that keeps to it is believed by every reader', () => {
    const file = saved(settledReceipt(jumpedLog()))
    expect(readByPython(file).text).toContain(`${file} holds`)
    expect(readByCommand(file).status).toBe(0)
  })
})

describe('a server that dates a purchase after the fact, and signs that, is caught by every reader', () => {
  /** Long enough that a head of another moment is among the records. */
  const longLog = (): Planned[] => [
    ...Array.from({ length: 60 }, (_, second) => tick(T0 - 65_000 + second * 1_000, 100_000)),
    ...ordinaryLog(100_010),
  ]
  const offer = { payoutRate: 9_000, payout: 1_900n }
  it.each([
    ['the head is of a moment after the expiry', { headMs: T0 + DURATION_MS + 762 }, 'chain'],
    ['the head is of a moment after the acceptance', { headMs: T0 + 500 }, 'chain'],
    ['the head is a minute old', { headMs: T0 - 60_000 }, 'chain'],
    ['the payout rate is not in the published terms', { order: offer }, 'terms'],
    [
      'the stake is above the published maximum',
      { order: { stake: 600_000n, payout: 1_110_000n } },
      'terms',
    ],
    ['the checkpoint is dated before its record', { checkpointMs: 0 }, 'checkpoint'],
    ['the checkpoint is overdue', { checkpointMs: T0 + 40_000 + 121_000 }, 'checkpoint'],
  ] as const)('%s', async (_, forgery, step) => {
    const receipt = settledReceipt(longLog(), forgery)
    expect(await failing(receipt)).toEqual([step])
    const file = saved(receipt)
    expect(readByPython(file).text).toContain(`fails ${step}`)
    expect(readByCommand(file).text).toMatch(new RegExp(`fails +${step} `))
    expect(readByCommand(file).status).toBe(1)
  })

  it('the order does not last as long as was agreed', async () => {
    const receipt = won()
    receipt.order = { ...receipt.order, durationMs: DURATION_MS * 2 }
    expect(await failing(receipt)).toEqual(['terms'])
    expect(readByPython(saved(receipt)).text).toContain('fails terms')
  })

  it('and an honest twin of all of them is believed', async () => {
    const receipt = settledReceipt(longLog())
    expect(await failing(receipt)).toEqual([])
    expect(readByPython(saved(receipt)).text).toContain(' holds')
    expect(readByCommand(saved(receipt)).status).toBe(0)
  })

  it('proves nothing by a key that the receipt brings itself, or without a checkpoint', () => {
    const unknown = readWithoutKey(saved(won()))
    expect(unknown.command.status).toBe(1)
    expect(unknown.command.text).toContain('IS NOT PROVED: give the key')
    expect(unknown.python).toEqual({ status: 1, text: expect.stringContaining(' unknown key') })
    const early = won()
    early.exit.checkpoint = null
    const file = saved(early)
    expect(readByCommand(file)).toEqual({
      status: 1,
      text: expect.stringContaining('IS NOT PROVED YET'),
    })
    expect(readByPython(file)).toEqual({ status: 1, text: expect.stringContaining(' waits') })
  })

  it.each(['', '[]', '{"order":{}}', 'null', '{"text":1}'])(
    'names a file that is none: %s',
    (text) => {
      const file = join(folder, 'odd.txt')
      writeFileSync(file, text)
      const { command, python } = readWithoutKey(file)
      expect(command.status).not.toBe(0)
      expect(command.text).toContain('not a settled receipt')
      expect(python.status).toBe(2)
      expect(python.text).not.toContain('Traceback')
    },
  )

  it('allows a head as old as the server allows a price to be', () => {
    expect(HEAD_AGE_MAX_MS).toBe(TRADING_STALE_MS)
  })
})

describe('a server that leaves a purchase out of the public log is caught by every reader', () => {
  const late = { checkpointMs: T0 + 130_000 }
  const honest = (): SettledReceipt => settledReceipt(ordinaryLog(100_010), late)
  const proof = (receipt: SettledReceipt) => {
    if (!receipt.inclusion) throw new Error('no inclusion')
    return receipt.inclusion
  }
  const changes: Record<string, (receipt: SettledReceipt) => unknown> = {
    'the acceptance is not in the tree': () => ({ ...inclusionOf('another acceptance') }),
    'the path is of another leaf': (receipt) => {
      const { leaf, ...same } = proof(receipt)
      return { ...same, leaf: leaf === 0 ? 1 : leaf - 1 }
    },
    'a hash of the path is missing': (receipt) => ({
      ...proof(receipt),
      path: proof(receipt).path.slice(0, -1),
    }),
    'the root is of another checkpoint': (receipt) => ({
      ...proof(receipt),
      checkpoint: receipt.entry.checkpoint,
    }),
    'the checkpoint is not signed': ({ acceptance }) =>
      inclusionOf(acceptance.text, { signs: false }),
    'the checkpoint is overdue': ({ acceptance }) =>
      inclusionOf(acceptance.text, { atMs: T0 + 120_001 }),
    'the checkpoint is from before the acceptance': ({ acceptance }) =>
      inclusionOf(acceptance.text, { atMs: T0 - 1 }),
    'the size is another': (receipt) => ({ ...proof(receipt), size: 6 }),
    'the salt is another': (receipt) => ({ ...proof(receipt), salt: 'f'.repeat(32) }),
    'it was left out': () => null,
    'it was left out, as if the receipt were older': () => undefined,
  }
  it.each(Object.entries(changes))('%s', async (_, change) => {
    const receipt = honest()
    Object.assign(receipt, { inclusion: change(receipt) })
    expect(await failing(receipt)).toEqual(['log'])
    const file = saved(receipt)
    expect(readByPython(file).text).toContain(`${file} fails log\n`)
    expect(readByCommand(file).text).toMatch(/fails +log /)
  })

  it('and the honest twin of all of them is believed, up to the last moment', async () => {
    const receipt = honest()
    receipt.inclusion = inclusionOf(receipt.acceptance.text, { atMs: T0 + 120_000 })
    expect(await failing(receipt)).toEqual([])
    const file = saved(receipt)
    expect(readByPython(file).text).toContain(`${file} holds\n`)
    expect(readByCommand(file).status).toBe(0)
  })

  it('waits while no checkpoint is late enough to tell', async () => {
    const receipt = { ...won(), inclusion: null }
    const { steps, verdict } = await checkReceipt(receipt, tools)
    expect(verdict).toBe('waiting')
    expect(steps.find(({ step }) => step === 'log')?.verdict).toBe('waiting')
    expect(readByPython(saved(receipt)).text).toContain(' waits\n')
  })

  it('says of a receipt from before the log that it does not check that', async () => {
    const receipt = settledReceipt(ordinaryLog(100_010), { ...late, format: 1 })
    const { verdict, steps, absent } = await checkReceipt(receipt, tools)
    expect(verdict).toBe('holds')
    expect(absent).toEqual(['moment', 'log'])
    expect(steps.map(({ step }) => step)).not.toContain('log')
    const file = saved(receipt)
    expect(readByPython(file)).toEqual({
      status: 0,
      text: expect.stringContaining('holds without log'),
    })
    expect(readByCommand(file)).toEqual({ status: 0, text: expect.stringMatching(/weaker +log/) })
  })

  it('excuses an outage, which the price log shows, and no more than that', async () => {
    const restart = T0 + 39_000
    const receipt = settledReceipt(put(ordinaryLog(100_010), gap(restart, 'restart')), late)
    const { text } = receipt.acceptance
    receipt.inclusion = inclusionOf(text, { atMs: restart + 120_000 })
    expect(await failing(receipt)).toEqual([])
    expect(readByPython(saved(receipt)).text).toContain(' holds\n')
    receipt.inclusion = inclusionOf(text, { atMs: restart + 120_001 })
    expect(await failing(receipt)).toEqual(['log'])
    expect(readByPython(saved(receipt)).text).toContain(' fails log\n')
  })
})

describe('what was changed is named', () => {
  const recordAt = (receipt: SettledReceipt, seq: number) => {
    const record = receipt.exit.records.find((each) => each.seq === seq)
    if (record?.kind !== 'tick') throw new Error(`no tick ${seq}`)
    return record
  }

  it('a price in the history: its record, and that the result does not follow', async () => {
    const receipt = won()
    const seq = receipt.order.exit?.seq ?? 0
    Object.assign(recordAt(receipt, seq), { price: 100_011 })
    expect(await failing(receipt)).toEqual(['chain', 'outcome'])
    expect(await faultSeq(receipt, 'chain')).toBe(seq)
  })

  it('a history that was chained anew after the purchase: the head that was signed then', async () => {
    const receipt = won()
    const log = ordinaryLog(100_010).map((entry) =>
      entry.at < T0 ? tick(entry.at, 99_500) : entry,
    )
    const other = settledReceipt(log)
    const mixed = { ...receipt, entry: other.entry, exit: other.exit }
    expect(await failing(mixed)).toEqual(['chain'])
    expect(await faultSeq(mixed, 'chain')).toBe(5)
  })

  it('a history that was cut before the checkpoint', async () => {
    const receipt = won()
    receipt.exit.records.pop()
    expect(await failing(receipt)).toEqual(['checkpoint'])
  })

  it('a record left out', async () => {
    const receipt = won()
    receipt.entry.records.splice(20, 1)
    expect(await failing(receipt)).toEqual(['chain'])
    expect(await faultSeq(receipt, 'chain')).toBe(22)
  })

  it('a result of its own', async () => {
    const receipt = won()
    const lost = { ...receipt.order, status: 'lost' as const, profitAndLoss: -1_000n }
    const [stake] = receipt.transfers
    if (stake === undefined) throw new Error('no stake')
    const transfers = [stake, { ...stake, kind: 'order_settle' as const, amount: 0n }]
    expect(await failing({ ...receipt, order: lost, transfers })).toEqual(['outcome'])
  })

  it('terms of its own', async () => {
    const receipt = won()
    const order = { ...receipt.order, payoutRate: 9_000, payout: 1_900n, profitAndLoss: 900n }
    const [stake, back] = receipt.transfers
    if (stake === undefined || back === undefined) throw new Error('two transfers')
    const paid = { ...receipt, order, transfers: [stake, { ...back, amount: 1_900n }] }
    expect(await failing(paid)).toEqual(['terms'])
  })

  it('a cent less than was agreed', async () => {
    const receipt = won()
    const order = { ...receipt.order, profitAndLoss: 849n }
    expect(await failing({ ...receipt, order })).toEqual(['payout', 'ledger'])
  })

  it('money that was moved twice, or not at all', async () => {
    const receipt = won()
    const { transfers } = receipt
    expect(await failing({ ...receipt, transfers: [...transfers, ...transfers] })).toEqual([
      'ledger',
    ])
    expect(await failing({ ...receipt, transfers: transfers.slice(0, 1) })).toEqual(['ledger'])
  })

  it('a signature of nobody', async () => {
    const receipt = won()
    receipt.acceptance.text = receipt.acceptance.text.replace('direction up', 'direction down')
    expect(await failing(receipt)).toEqual(['acceptance', 'terms', 'log'])
  })

  it('a later exit than the rule takes', async () => {
    const receipt = won()
    const later = receipt.exit.records.find(({ timeMs }) => timeMs > T0 + DURATION_MS)
    if (later?.kind !== 'tick') throw new Error('no later tick')
    const exit = { seq: later.seq, timeMs: later.timeMs, price: later.price }
    expect(await failing({ ...receipt, order: { ...receipt.order, exit } })).toEqual(['outcome'])
  })

  it('a piece that does not reach back to a tick before the moment', async () => {
    const receipt = won()
    const exit = receipt.order.exit?.seq ?? 0
    const records = receipt.exit.records.filter(({ seq }) => seq >= exit)
    const before = receipt.exit.records.find(({ seq }) => seq === exit - 1)
    if (before === undefined) throw new Error('nothing before the exit')
    const short = { ...receipt.exit, records, before: { seq: before.seq, hash: before.hash } }
    expect(await failing({ ...receipt, exit: short })).toEqual(['outcome'])
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
  const file = JSON.stringify(schema.encode(won()))
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

describe('a server that chooses the moment of a purchase is caught by every reader', () => {
  const log = ordinaryLog(100_010)
  const made = (signing: Signing, order: Partial<Order> = {}) =>
    settledReceipt(log, { signing, order })
  const honest = () => made({})
  const deviceOf = ({ device }: SettledReceipt) => {
    if (device === undefined) throw new Error('no device signed')
    return device
  }
  const at = (ms: number) => timeMs.parse(T0 + ms)
  const stranger = signingDevice()
  const forged: Record<string, () => SettledReceipt> = {
    'another start than the device signed': () => made({ intent: { startsAt: at(-200) } }),
    'the text was altered after it was signed': () => {
      const receipt = honest()
      const { text } = deviceOf(receipt)
      return {
        ...receipt,
        device: { ...deviceOf(receipt), text: text.replace('tapped 1', 'tapped 2') },
      }
    },
    'another key signed': () => {
      const receipt = honest()
      const { text } = deviceOf(receipt)
      return { ...receipt, device: { ...deviceOf(receipt), signature: stranger.sign(text) } }
    },
    'a key that is not the one named': () => {
      const receipt = honest()
      const { publicKey } = stranger
      const signature = stranger.sign(deviceOf(receipt).text)
      return { ...receipt, device: { ...deviceOf(receipt), publicKey, signature } }
    },
    'accepted at the start': () => made({ acceptedAt: T0 }),
    'accepted after the start': () => made({ acceptedAt: T0 + 300 }),
    'a lead beyond three seconds': () =>
      made({ intent: { tappedAt: at(-3_001) }, seenMs: T0 - 3_000 }),
    'a lead below 300 ms': () => made({ intent: { tappedAt: at(-299) } }),
    'a clock too uncertain to sign': () => made({ intent: { uncertaintyMs: 2_001 } }),
    'a head that was seen long before the tap': () => made({ seenMs: T0 - 4_500 }),
    'a head from after the start': () => made({ seenMs: T0 + 1_000 }),
    'a head of another log': () => made({ intent: { head: { seq: 4, hash: 'a'.repeat(64) } } }),
    'the other direction': () => made({ intent: { direction: 'down' } }),
    'another stake': () => made({ intent: { stake: 999n } }),
    'another duration': () => made({ intent: { durationMs: 60_000 } }),
    'other terms': () => made({ intent: { termsId: 'f'.repeat(16) } }),
    'another product': () => made({ intent: { symbol: 'GBPUSD' } }),
    'a key that was never registered': () => made({ registered: `key ${stranger.keyId} -` }),
    'a registration that was altered': () => {
      const receipt = honest()
      const { registration } = deviceOf(receipt)
      const records = registration.records.map((each) => ({ ...each, timeMs: at(-90_000) }))
      return {
        ...receipt,
        device: { ...deviceOf(receipt), registration: { ...registration, records } },
      }
    },
    'a registration that the checkpoint does not name': () => {
      const receipt = honest()
      const { registration } = deviceOf(receipt)
      const { checkpoint } = receipt.entry
      return {
        ...receipt,
        device: { ...deviceOf(receipt), registration: { ...registration, checkpoint } },
      }
    },
    'the signature of the device is left out': () => {
      const { device: _, ...receipt } = honest()
      return receipt
    },
  }
  it.each(Object.entries(forged))('%s', async (_, forge) => {
    const receipt = forge()
    expect(await failing(receipt)).toContain('moment')
    const file = saved(receipt)
    expect(readByPython(file).text).toMatch(/fails .*moment/)
    expect(readByCommand(file).text).toMatch(/fails +moment /)
  })
  it('and an honest twin of all of them is believed', async () => {
    expect(await failing(honest())).toEqual([])
    const file = saved(honest())
    expect(readByPython(file).text).toContain(' holds')
    expect(readByCommand(file).status).toBe(0)
  })
})
