/**
 * Prevents two servers from sharing a data folder. A lock file names its holder, and is replaced when the holder is
 * dead.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '#server/platform/start-refused.ts'

const holder = z.object({ pid: z.int().positive(), born: z.string(), url: z.string() })
type Holder = z.infer<typeof holder>

/** The held lock of a data folder. */
export interface DataLock {
  /** Stores the address of this server in the lock file, for the error message of a second server. */
  announce(url: string): void
  release(): void
}

/** When the process started, so that a reused pid is not mistaken for the holder. Empty where unknown. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** Whether a process with this pid is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is running, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return holder.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

const holds = (known: Holder): boolean =>
  isAlive(known.pid) && (known.born === '' || bornAt(known.pid) === known.born)

/** Whether a running server holds the folder. */
export function isHeld(folder: string): boolean {
  const known = readHolder(join(folder, 'server.lock'))
  return known !== undefined && holds(known)
}

/** Moves the lock file of a dead holder away. If it turns out to belong to another process, it is moved back. */
function clearStale(file: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  if (moved !== undefined && holds(moved)) renameSync(aside, file)
  else rmSync(aside, { force: true })
}

/** Locks a data folder. Throws `StartRefused` when a running server holds it. */
export function lockDataFolder(folder: string): DataLock {
  const file = join(folder, 'server.lock')
  const own = { pid: process.pid, born: bornAt(process.pid), url: '' }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
      return {
        announce: (url) => writeFileSync(file, JSON.stringify({ ...own, url })),
        release: () => {
          if (readHolder(file)?.pid === own.pid) rmSync(file, { force: true })
        },
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const other = readHolder(file)
    if (other !== undefined && holds(other)) {
      throw new StartRefused(
        `Another Fairtick server (pid ${other.pid}, ${other.url || 'still starting'}) ` +
          `already uses the data folder ${folder}.\nStop it first, or give this one its own: --data-dir <folder>`,
      )
    }
    clearStale(file)
  }
  throw new StartRefused(`Could not take the lock ${file}; is another server starting?`)
}
