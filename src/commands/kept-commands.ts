/** Commands on their way, kept on the device until a final answer, so that a reload or a crash loses none of them. */
import { z } from 'zod'
import { accountName } from '#contract/account.ts'
import { commandName } from '#contract/commands.ts'
import { intentKey } from '#contract/scalars.ts'
import { readJson } from '#lib/stored.ts'

const keptCommand = z.object({
  key: intentKey,
  /** Whose it is: nobody else is ever told of it. */
  account: accountName,
  name: commandName,
  /** The product or document it is about; empty: none. */
  about: z.string().max(40),
  /** An amount as the wire writes it, to say which command is meant; empty: none. */
  amount: z.string().max(20),
  /** By the device's clock. */
  sentAt: z.int().nonnegative(),
})
/** What is needed to ask and to tell: no password, code, card number or other word of a form is ever among it. */
export type KeptCommand = z.infer<typeof keptCommand>

/** One entry a command, so that two tabs never write over each other. */
const PREFIX = 'command:'
const MOST_KEPT = 20
const LONGEST_TEXT = 500
const OLDEST_MS = 7 * 24 * 3_600_000

const read = readJson((value) => keptCommand.safeParse(value))

function entryOf(name: string): KeptCommand | undefined {
  const text = localStorage.getItem(name) ?? ''
  const entry = text.length > LONGEST_TEXT ? undefined : read(text)
  return entry !== undefined && PREFIX + entry.key === name ? entry : undefined
}

/** All that can be read, oldest first; what cannot, what is too old or too many is thrown away. */
function tidied(now: number): KeptCommand[] {
  const found: KeptCommand[] = []
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const entry = entryOf(name)
    if (entry !== undefined && now - entry.sentAt <= OLDEST_MS) found.push(entry)
    else localStorage.removeItem(name)
  }
  found.sort((a, b) => a.sentAt - b.sentAt)
  for (const entry of found.slice(0, -MOST_KEPT)) localStorage.removeItem(PREFIX + entry.key)
  return found.slice(-MOST_KEPT)
}

/** Call just before sending. */
export function keepCommand(command: KeptCommand): void {
  try {
    localStorage.setItem(PREFIX + command.key, JSON.stringify(command))
    tidied(command.sentAt)
  } catch {
    // Storage may be full or forbidden; the command is then known to this page only.
  }
}

export function isKept(key: string): boolean {
  try {
    return localStorage.getItem(PREFIX + key) !== null
  } catch {
    return false
  }
}

/** Whether it was still kept: who takes it away is who tells of it, in whatever tab. */
export function forgetCommand(key: string): boolean {
  const kept = isKept(key)
  if (kept) localStorage.removeItem(PREFIX + key)
  return kept
}

/** What this account sent without hearing a final answer, oldest first. */
export function keptCommands(account: string, now = Date.now()): KeptCommand[] {
  try {
    return tidied(now).filter((entry) => entry.account === account)
  } catch {
    return []
  }
}
