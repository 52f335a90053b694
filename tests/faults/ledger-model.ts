/** Sequences of commands, crashes and restarts on the real areas and PostgreSQL, step by step against a small model. */
import fc from 'fast-check'
import { addRate } from '#support/fund-room.ts'
import { COMMAND, FUND_COMMAND } from '#support/ledger-commands.ts'
import { compareFund } from '#support/ledger-compare.ts'
import { dayAt } from '#support/ledger-fund.ts'
import { LedgerFixture, type Step } from '#support/ledger-fixture.ts'
import { LedgerModel, type ModelRates } from '#support/ledger-model.ts'
import { pass, register, takePractice } from '#support/ledger-money-commands.ts'
import { type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'
import type { FaultContext, FaultScenario } from './runner.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'

const RUNS = { short: 12, ci: 25, full: 10_000 } as const
/** The longest sequence; the mean is half of it. */
const COMMANDS = { short: 40, ci: 60, full: 400 } as const
/** A fresh database each so many sequences, so that checking stays quick. */
const RUNS_A_DATABASE = 15

const RATE = 50
/** A fresh database where the fund earns from the first new day on. */
async function openRoom(): Promise<{ room: TradingFixture; rates: ModelRates }> {
  const room = await tradingRoom()
  const at = room.clock.now()
  await addRate(room.owner, RATE, at)
  const published = [{ from: dayAt(at) + 1, rate: BigInt(RATE) }]
  return { room, rates: { published, proposals: [] } }
}

async function sequence(
  commands: Iterable<Step>,
  { room, rates }: { room: TradingFixture; rates: ModelRates },
  context: FaultContext,
): Promise<void> {
  const fixture = new LedgerFixture(room, (what) => context.count(what))
  await room.clock.advance(1_000)
  fixture.push({ kind: 'tick', at: room.clock.now(), price: 100 })
  await fixture.trading.settlement.start()
  try {
    const model = new LedgerModel(rates)
    await fc.asyncModelRun(
      () => ({ model, real: fixture }),
      [register(), takePractice(0), ...commands, pass(61_000, 'tick', 101)],
    )
    await compareFund(model, fixture)
    const { first: faults } = await selectFaults(room.db, 5)
    if (faults.length > 0)
      throw new Error(faults.map((fault) => `${fault.invariant}: ${fault.detail}`).join('; '))
  } finally {
    await fixture.trading.settlement.stop()
  }
}

export const run: FaultScenario = async (context) => {
  const { seed, scale } = context
  let { room, rates } = await openRoom()
  let passed = 0
  try {
    const sizes = { maxCommands: COMMANDS[scale], size: 'max' } as const
    const property = fc.asyncProperty(
      // Every fourth is mostly about the fund.
      fc.oneof(
        { weight: 3, arbitrary: fc.commands([COMMAND], sizes) },
        { weight: 1, arbitrary: fc.commands([FUND_COMMAND], sizes) },
      ),
      async (commands) => {
        if (passed % RUNS_A_DATABASE === RUNS_A_DATABASE - 1) {
          await room.close()
          ;({ room, rates } = await openRoom())
        }
        await sequence(commands, { room, rates }, context)
        passed += 1
      },
    )
    const details = await fc.check(property, { seed, numRuns: RUNS[scale], endOnFailure: true })
    context.pass(passed)
    if (!details.failed) return
    const text =
      details.errorInstance instanceof Error ? details.errorInstance.message : 'no reason'
    const steps = Array.from(details.counterexample?.[0] ?? [], (step) => step.toString())
    context.fail(`${text} after ${steps.join(', ')}`)
  } finally {
    await room.close()
  }
}
