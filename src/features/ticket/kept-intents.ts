/** Orders on their way, kept on the device until a final answer, so that a reload or a crash loses none of them. */
import { z } from 'zod'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { intentKey } from '#contract/scalars.ts'
import { accountName } from '#contract/account.ts'
import { readJson } from '#lib/stored.ts'

const keptIntent = placeOrder.body.extend({
  key: intentKey,
  /** Whose it is: nobody else is ever told of it. */
  account: accountName,
  /** By the device's clock. */
  tappedAt: z.int().nonnegative(),
})
export type KeptIntent = z.infer<typeof keptIntent>

/** One entry an order, so that two tabs never write over each other. */
const PREFIX = 'orderIntent:'
const MOST_KEPT = 20
const LONGEST_TEXT = 1_000
const OLDEST_MS = 7 * 24 * 3_600_000

const read = readJson((value) => keptIntent.safeParse(value))

function entryOf(name: string): KeptIntent | undefined {
  const text = localStorage.getItem(name) ?? ''
  const entry = text.length > LONGEST_TEXT ? undefined : read(text)
  return entry !== undefined && PREFIX + entry.key === name ? entry : undefined
}

/** All that can be read, oldest first; what cannot, what is too old or too many is thrown away. */
function tidied(now: number): KeptIntent[] {
  const found: KeptIntent[] = []
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const entry = entryOf(name)
    if (entry !== undefined && now - entry.tappedAt <= OLDEST_MS) found.push(entry)
    else localStorage.removeItem(name)
  }
  found.sort((a, b) => a.tappedAt - b.tappedAt)
  for (const entry of found.slice(0, -MOST_KEPT)) localStorage.removeItem(PREFIX + entry.key)
  return found.slice(-MOST_KEPT)
}

/** Call just before sending. */
export function keepIntent(intent: KeptIntent): void {
  try {
    localStorage.setItem(PREFIX + intent.key, JSON.stringify(z.encode(keptIntent, intent)))
    tidied(intent.tappedAt)
  } catch {
    // Storage may be full or forbidden; the order is then known to this page only.
  }
}

/** Whether it was still kept: who takes it away is who tells of it, in whatever tab. */
export function forgetIntent(key: string): boolean {
  try {
    const kept = localStorage.getItem(PREFIX + key) !== null
    localStorage.removeItem(PREFIX + key)
    return kept
  } catch {
    return false
  }
}

/** What this account sent without hearing a final answer, oldest first. */
export function keptIntents(account: string, now = Date.now()): KeptIntent[] {
  try {
    return tidied(now).filter((entry) => entry.account === account)
  } catch {
    return []
  }
}
