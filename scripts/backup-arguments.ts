/** What `npm run backup` and `npm run restore` share: their arguments, the passphrase, and how they end. */
import { resolve } from 'node:path'
import { ConfigFaults } from '#server/platform/config.ts'
import { refusedByDatabase, unanswered } from '#server/platform/db/prepare-faults.ts'
import { refusedBySystem, StartRefused } from '#server/platform/start-refused.ts'
import { askHidden, pipedLine } from './ask.ts'

/** The arguments of a command: its folder, its own options, and the flags of `npm start`. */
export interface Given {
  folder: string
  options: ReadonlyMap<string, string[]>
  flags: string[]
}

/** Null if the folder or the value of an option is missing. */
export function readArguments(
  [folder, ...rest]: readonly string[],
  names: readonly string[],
): Given | null {
  if (folder === undefined || folder.startsWith('-')) return null
  const options = new Map<string, string[]>()
  const flags: string[] = []
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? ''
    const [name = '', joined] = word.split(/=(.*)/s)
    if (!names.includes(name)) {
      flags.push(word)
      continue
    }
    const value = joined ?? rest[(at += 1)]
    if (value === undefined || value === '') return null
    options.set(name, [...(options.get(name) ?? []), value])
  }
  return { folder: resolve(folder), options, flags }
}

/** From BACKUP_PASSPHRASE, from a pipe, or asked at the terminal, `times` times. */
export async function readPassphrase(times: 1 | 2): Promise<string> {
  const given = process.env['BACKUP_PASSPHRASE']
  if (given !== undefined) return given
  if (!process.stdin.isTTY) return pipedLine()
  const first = await askHidden('Passphrase of the backup: ')
  if (times === 2 && (await askHidden('The same again: ')) !== first) {
    throw new StartRefused('The two differ, and nothing was written.')
  }
  return first
}

/** Runs a command, and ends with a sentence and code 1 if it is refused. */
export async function endWith(command: () => Promise<string | null>): Promise<void> {
  const fault = await command().catch((error: unknown) => {
    if (error instanceof ConfigFaults) return error.faults.join('\n')
    const place = { host: '', port: 0 }
    const refused =
      error instanceof StartRefused
        ? error
        : (refusedBySystem(error, place) ?? refusedByDatabase(error, unanswered))
    if (refused === null) throw error
    return refused.message
  })
  if (fault === null) return
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
