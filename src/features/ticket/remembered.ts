/** The amount and duration of the last order on each product. They are stored on the device until the log-out. */
import { atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { z } from 'zod/mini'
import { accountAtom } from '#api/session.ts'
import type { Choice } from '#features/ticket/ticket-model.ts'
import { fieldText } from '#forms/amounts.ts'
import { json, storedAtom } from '#device/stored-atom.ts'

const choice = z.object({
  amount: z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/)),
  durationMs: z.int().check(z.positive()),
})
const remembered = z.object({ account: z.string(), choices: z.record(z.string(), choice) })
type Remembered = z.infer<typeof remembered>

/** The products whose orders were placed last. */
const MAX_PRODUCTS = 50

const rememberedAtom = storedAtom<Remembered | null>({
  key: 'own.ticket',
  initial: null,
  ...json(remembered),
  allTabs: true,
})

/** What this account ordered last on a product; null when this device does not know. */
export const choiceAtom = atomFamily((symbol: string) =>
  atom((get): Choice | null => {
    const known = get(rememberedAtom)
    return known === null || known.account !== get(accountAtom)
      ? null
      : (known.choices[symbol] ?? null)
  }),
)

interface Ordered {
  symbol: string
  stake: bigint
  durationMs: number
}

/** Remembers an order that was accepted. */
export const rememberAtom = atom(null, (get, set, { symbol, stake, durationMs }: Ordered): void => {
  const account = get(accountAtom)
  if (account === null) return
  const known = get(rememberedAtom)
  const others = Object.entries(known?.account === account ? known.choices : {})
    .filter(([other]) => other !== symbol)
    .slice(1 - MAX_PRODUCTS)
  const latest: Choice = { amount: fieldText(stake), durationMs }
  set(rememberedAtom, { account, choices: Object.fromEntries([...others, [symbol, latest]]) })
})
