/** The readers of settled receipts that run outside the app: our command, and one written from the document alone. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

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

export const readByCommand = (...args: string[]): Reading =>
  run(process.execPath, ['scripts/verify-receipt.ts', ...args])

/** Python 3 without any package; every Debian and macOS with developer tools has it. */
export const readByPython = (...files: string[]): Reading =>
  run('python3', ['tests/readers/verify-receipt.py', ...files])
