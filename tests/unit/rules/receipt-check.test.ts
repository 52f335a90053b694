import { describe, expect, it } from 'vitest'
import { settledReceipt as schema, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { type CheckStep, checkReceipt } from '#rules/receipt-check.ts'
import { gap, halt, tick } from '#support/records.ts'
import { DURATION_MS, ordinaryLog, settledReceipt, T0, tools } from '#support/settled-receipt.ts'

const won = (): SettledReceipt => settledReceipt(ordinaryLog(100_010))

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
    expect(report.steps.map(({ verdict }) => verdict)).toEqual(Array(7).fill('holds'))
    expect(report.verdict).toBe('holds')
  })

  it('holds when a gap lies over the purchase and the stake came back', async () => {
    const log = ordinaryLog(100_010)
    const broken = [...log.slice(0, 5), gap(T0 + 200), ...log.slice(5)]
    const receipt = settledReceipt(broken)
    expect(receipt.order.voidReason).toBe('gap_at_entry')
    expect(await failing(receipt)).toEqual([])
  })

  it('is the same after a way through a file', async () => {
    const file = JSON.stringify(schema.encode(won()))
    expect(await failing(schema.parse(JSON.parse(file)))).toEqual([])
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
    const log = ordinaryLog(100_010).map((it) => (it.at < T0 ? tick(it.at, 99_000) : it))
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
    expect(await failing(receipt)).toEqual(['acceptance', 'terms'])
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
      ? text.replaceAll(/"id":"\d+"|"at":\d+/g, (it) => ' '.repeat(it.length))
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
