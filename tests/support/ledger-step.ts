/** One command of a ledger sequence: runs, lets the areas settle what is due, and compares them with the model. */
import type fc from 'fast-check'
import { compareFund } from '#support/ledger-fund-compare.ts'
import { compare, EURUSD, type House } from '#support/ledger-house.ts'
import type { LedgerModel } from '#support/ledger-model.ts'

type Run = (model: LedgerModel, house: House) => Promise<void>
export type Step = fc.AsyncCommand<LedgerModel, House>
export const step = (
  name: string,
  run: Run,
  check: (model: Readonly<LedgerModel>) => boolean = ({ users }) => users.length > 0,
): Step => ({
  toString: () => name,
  check,
  run: async (model, house) => {
    house.count('commands')
    await run(model, house)
    await house.idle()
    model.settle(house.room.market.log(EURUSD), (outcome) => house.count(outcome))
    await compare(model, house)
  },
})

/** One that may touch somebody's fund; what the others leave of the funds is seen here and at the sequence's end. */
export const fundStep = (name: string, run: Run): Step =>
  step(name, async (model, house) => {
    await run(model, house)
    await compareFund(model, house)
  })
