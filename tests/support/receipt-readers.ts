/** The readers of settled receipts that run outside the app: our command, and one written from the document alone. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')

export interface Reading {
  status: number | null
  text: string
}

function run(command: string, args: readonly string[]): Reading {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (error !== undefined) {
    const install =
      command === 'python3' ? '; install Python 3, for example: apt-get install python3' : ''
    throw new Error(`${command} did not start (${error.message})${install}`)
  }
  return { status, text: stdout + stderr }
}

const named = z.object({ keys: z.array(z.object({ publicKey: z.string() })) })

/** Trusts the keys that the receipts name, as a user does who has compared them. Other files have none. */
function theirKeys(args: readonly string[]): string[] {
  const pems = args.flatMap((file) => {
    const read = file.endsWith('.json')
      ? named.safeParse(JSON.parse(readFileSync(file, 'utf8')))
      : null
    return read?.success === true ? read.data.keys.map(({ publicKey }) => publicKey) : []
  })
  return [...new Set(pems)].flatMap((pem) => {
    const file = join(mkdtempSync(join(tmpdir(), 'fairtick-key-')), 'key.pem')
    writeFileSync(file, pem)
    return ['--key', file]
  })
}

/** Python 3 has to be there without any package; every Debian and macOS with developer tools has it. */
const READERS = {
  command: (args: readonly string[]) =>
    run(process.execPath, ['scripts/verify-receipt.ts', ...args]),
  python: (args: readonly string[]) => run('python3', ['tests/readers/verify-receipt.py', ...args]),
}

/** With the given keys, or else with those that the receipts name. */
const withKeys = (args: readonly string[]): readonly string[] =>
  args.includes('--key') ? args : [...args, ...theirKeys(args)]

export const readByCommand = (...args: string[]): Reading => READERS.command(withKeys(args))

export const readByPython = (...args: string[]): Reading => READERS.python(withKeys(args))

/** Both readers, without a key that the user trusts. */
export const readWithoutKey = (file: string): Record<keyof typeof READERS, Reading> => ({
  command: READERS.command([file]),
  python: READERS.python([file]),
})
