/** Runs a slow command and prints a line every few seconds, so that it never looks stuck. Runs on plain Node ≥ 20. */
import { spawn } from 'node:child_process'

const LINE_EVERY_MS = 5_000

/**
 * Resolves with the exit code, null if a signal or a missing program ended it. `progress` returns what a line says
 * after the seconds that have passed.
 */
export async function runWithProgress(
  command,
  args,
  { progress, everyMs = LINE_EVERY_MS, print = console.log, ...options },
) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000)
  const line = () => print(`  ${seconds()} s: ${progress()}`)
  const timer = setInterval(line, everyMs)
  try {
    return await new Promise((resolve) => {
      const child = spawn(command, args, options)
      child.once('error', (error) => {
        console.error(`${command} could not be run: ${error.message}`)
        resolve(null)
      })
      child.once('exit', (code) => resolve(code))
    })
  } finally {
    clearInterval(timer)
  }
}
