/** Which commands a ledger sequence is made of, and how often. */
import fc from 'fast-check'
import { CASHIER_COMMANDS } from '#support/ledger-cashier-steps.ts'
import { crash } from '#support/ledger-crash-step.ts'
import { FUND_COMMANDS } from '#support/ledger-fund-steps.ts'
import { RATE_COMMANDS } from '#support/ledger-rate-steps.ts'
import { pass, place, register, replay, restart, takePractice } from '#support/ledger-steps.ts'
import type { Planned } from '#support/records.ts'

const stake = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 100n, max: 30_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 100_000n, max: 500_000n }) },
  { weight: 1, arbitrary: fc.constantFrom(99n, 100n, 101n, 500_000n, 500_001n) },
)
const intent = fc.record({
  direction: fc.constantFrom('up' as const, 'down' as const),
  stake,
  durationMs: fc.constantFrom(30_000, 60_000),
})
const who = fc.nat(3)
const price = fc.integer({ min: 100, max: 102 })
const COMMANDS = [
  { weight: 2, arbitrary: who.map(takePractice) },
  { weight: 16, arbitrary: fc.tuple(who, intent).map(([index, it]) => place(index, it)) },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 1_500 }), price)
      .map(([ms, at]) => pass(ms, 'tick', at)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 20_000, max: 62_000 }), price)
      .map(([ms, at]) => pass(ms, 'tick', at)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(fc.integer({ min: 500, max: 6_000 }), fc.integer({ min: 25_000, max: 62_000 })),
        fc.constantFrom<Planned['kind']>('heartbeat', 'rejected', 'gap', 'halt'),
      )
      .map(([ms, kind]) => pass(ms, kind, 101)),
  },
]
const EVERYWHERE = [
  { weight: 1, arbitrary: fc.constant(null).map(register) },
  { weight: 4, arbitrary: fc.nat(40).map(replay) },
  {
    weight: 1,
    arbitrary: fc.tuple(who, intent, fc.nat(3)).map(([index, it, ms]) => crash(index, it, ms)),
  },
  { weight: 1, arbitrary: fc.constant(null).map(restart) },
]

/** One command of a sequence about positions, deposits and withdrawals, as often as its like matters. */
export const COMMAND = fc.oneof(...EVERYWHERE, ...COMMANDS, ...CASHIER_COMMANDS, {
  weight: 10,
  arbitrary: fc.oneof(...FUND_COMMANDS),
})
/** One of a sequence that is mostly about the fund. */
export const FUND_COMMAND = fc.oneof(...EVERYWHERE, ...FUND_COMMANDS, ...RATE_COMMANDS, {
  weight: 8,
  arbitrary: fc.oneof(...COMMANDS, ...CASHIER_COMMANDS),
})
