/** Commands in progress, stored on the device until a final answer, so that a reload or a crash loses none of them. */
import { WEEK_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { accountName } from '#contract/account.ts'
import { commandName } from '#contract/commands.ts'
import { intentKey } from '#contract/scalars.ts'
import { keepText, storedKeys, storedText } from '#device/texts.ts'
import { readJson } from '#device/stored-atom.ts'

const storedCommand = z.object({
  key: intentKey,
  /** The account that sent the command. No other account is ever shown it. */
  account: accountName,
  name: commandName,
  /** The product or document that the command concerns; empty for none. */
  about: z.string().check(z.maxLength(40)),
  /** The amount as sent over the API, which helps to describe the command; empty for none. */
  amount: z.string().check(z.maxLength(20)),
  /** By the device's clock. */
  sentAt: z.int().check(z.nonnegative()),
})
/**
 * Everything needed to look up and describe a command. It never includes a password, code, card number or other form
 * text.
 */
export type StoredCommand = z.infer<typeof storedCommand>

/** One entry per command, so that two tabs never overwrite each other's entries. */
const PREFIX = 'command:'
const MAX_KEPT = 20
const MAX_TEXT_LENGTH = 500
const OLDEST_MS = WEEK_MS

const read = readJson(storedCommand)

function entryOf(name: string): StoredCommand | undefined {
  const text = storedText(name) ?? ''
  const entry = text.length > MAX_TEXT_LENGTH ? undefined : read(text)
  return entry !== undefined && PREFIX + entry.key === name ? entry : undefined
}

/** All readable entries, oldest first. Unreadable, expired and excess entries are deleted. */
function tidied(now: number): StoredCommand[] {
  const found: StoredCommand[] = []
  for (const name of storedKeys().filter((one) => one.startsWith(PREFIX))) {
    const entry = entryOf(name)
    if (entry !== undefined && now - entry.sentAt <= OLDEST_MS) found.push(entry)
    else keepText(name, null)
  }
  found.sort((a, b) => a.sentAt - b.sentAt)
  for (const entry of found.slice(0, -MAX_KEPT)) keepText(PREFIX + entry.key, null)
  return found.slice(-MAX_KEPT)
}

/** Must be called just before sending. */
export function keepCommand(command: StoredCommand): void {
  keepText(PREFIX + command.key, JSON.stringify(command))
  tidied(command.sentAt)
}

export const isStored = (key: string): boolean => storedText(PREFIX + key) !== null

/** Returns whether the command was still stored. Only the tab that removes it shows its result. */
export function forgetCommand(key: string): boolean {
  const kept = isStored(key)
  if (kept) keepText(PREFIX + key, null)
  return kept
}

/** The commands of this account without a final answer, oldest first. */
export function storedCommands(account: string, now = Date.now()): StoredCommand[] {
  return tidied(now).filter((entry) => entry.account === account)
}
