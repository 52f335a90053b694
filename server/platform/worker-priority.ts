/** The threads of work that fills a core: hashes and pictures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const THREADS = '/proc/self/task'
/** What Node calls the threads that run such work. */
const WORKER = 'libuv-worker'
/** A thread with it gets a tenth of a core that others want as well. */
const LOW = 10

/** Does nothing to a thread that has ended, or where the system refuses it: the server works without it. */
function lower(id: number): void {
  try {
    const name = readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim()
    // Without rights a priority can only be lowered.
    if (name === WORKER && getPriority(id) < LOW) setPriority(id, LOW)
  } catch {}
}

/**
 * Lets everything else go before such work, which would otherwise take as much of the processor as the orders. Only
 * Linux has priorities of threads. The threads exist once any such work was done.
 */
export function lowerWorkers(): void {
  if (!existsSync(THREADS)) return
  for (const id of readdirSync(THREADS)) lower(Number(id))
}
