/** Sequences of commands, crashes and restarts on the real areas and PostgreSQL, step by step against a small model. */
import fc from 'fast-check'
import { selectFaults } from '#server/ledger/ledger-store.ts'
import { House } from '#support/ledger-house.ts'
import { LedgerModel } from '#support/ledger-model.ts'
import type { Step } from '#support/ledger-step.ts'
import { COMMAND, pass, register, takePractice } from '#support/ledger-steps.ts'
import { testDatabase } from '#support/postgres.ts'
import { type TradingRoom, tradingRoom } from '#support/trading-room.ts'
import type { FaultContext, FaultProgramme } from './runner.ts'

const RUNS = { ci: 300, full: 10_000 } as const
/** The longest sequence; the mean is half of it. */
const COMMANDS = { ci: 60, full: 400 } as const
/** A fresh database each so many sequences, so that checking stays quick. */
const RUNS_A_DATABASE = 25

async function sequence(
  commands: Iterable<Step>,
  room: TradingRoom,
  context: FaultContext,
): Promise<void> {
  const house = new House(room, (what) => context.count(what))
  await room.clock.advance(1_000)
  await house.push({ kind: 'tick', at: room.clock.now(), price: 100 })
  await house.trading.settlement.start()
  try {
    await fc.asyncModelRun(
      () => ({ model: new LedgerModel(), real: house }),
      [register(), takePractice(0), ...commands, pass(61_000, 'tick', 101)],
    )
    const faults = await selectFaults(room.db, 5)
    if (faults.length > 0)
      throw new Error(faults.map((it) => `${it.invariant}: ${it.detail}`).join('; '))
  } finally {
    await house.trading.settlement.stop()
  }
}

export const run: FaultProgramme = async (context) => {
  const { seed, scale } = context
  const keeper = await testDatabase()
  let room = await tradingRoom()
  let passed = 0
  try {
    const property = fc.asyncProperty(
      fc.commands([COMMAND], { maxCommands: COMMANDS[scale], size: 'max' }),
      async (commands) => {
        if (passed % RUNS_A_DATABASE === RUNS_A_DATABASE - 1) {
          await room.close()
          room = await tradingRoom()
        }
        await sequence(commands, room, context)
        passed += 1
      },
    )
    const details = await fc.check(property, { seed, numRuns: RUNS[scale], endOnFailure: true })
    if (!details.failed) return { passed, failed: 0 }
    const text =
      details.errorInstance instanceof Error ? details.errorInstance.message : 'no reason'
    const steps = Array.from(details.counterexample?.[0] ?? [], (it) => it.toString())
    context.fail(`${text} after ${steps.join(', ')}`)
    return { passed, failed: 1 }
  } finally {
    await room.close()
    await keeper.close()
  }
}
