/** Runs the tools of the test suites as processes, and keeps their reports. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'

const REPORTS = join(root, '.tmp', 'test')
/** What Playwright recorded of journeys that ran again. It empties the folders of the other parts. */
const RERUN_RESULTS = join(root, 'test-results', 'reruns')

export interface Ended {
  ok: boolean
  text: string
  seconds: number
}

interface RunOptions {
  env?: Record<string, string>
  /** Prints the output as one block at its end, for commands that run in parallel. */
  quiet?: boolean
}

/** Prints the output of a command as it arrives, and returns it. */
export function run(command: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env, quiet = false } = options
  const [name = '', ...args] = command
  const title = `\n# ${command.join(' ')}`
  if (!quiet) console.log(title)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const end = (ok: boolean): void =>
      resolve({ ok, text, seconds: (performance.now() - startedAt) / 1_000 })
    const child = spawn(name, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const take =
      (stream: NodeJS.WriteStream) =>
      (chunk: string): void => {
        text += chunk
        if (!quiet) stream.write(chunk)
      }
    child.stdout.setEncoding('utf8').on('data', take(process.stdout))
    child.stderr.setEncoding('utf8').on('data', take(process.stderr))
    child.on('error', (error) => {
      text += String(error)
      console.error(String(error))
      end(false)
    })
    child.on('close', (code) => {
      if (quiet) console.log(`${title}\n${text}`)
      end(code === 0)
    })
  })
}

export const reportPath = (name: string): string => join(REPORTS, name)

export const writeReport = (name: string, text: string): void =>
  writeFileSync(reportPath(name), text)

/** So that a report of a former run is never taken for one of this run. */
export function removeReports(): void {
  mkdirSync(REPORTS, { recursive: true })
  const old = readdirSync(REPORTS).filter((name) => /\.(json|xml)$/.test(name))
  for (const name of old) rmSync(reportPath(name))
  rmSync(RERUN_RESULTS, { recursive: true, force: true })
}
