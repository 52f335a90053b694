/** Loads a page's code. One attempt may take 60 s, and failures are retried for 120 s (spec sections 2 and 8). */
const ATTEMPT_TIMEOUT_MS = 60_000
const CHUNK_TIMEOUT_MS = 120_000
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 8_000

export interface LoadTimer {
  now(): number
  wait(ms: number): Promise<void>
}

const systemTimer: LoadTimer = {
  now: () => performance.now(),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
}

/** The code of a page could not be loaded. The page reports this and offers to reload. */
export class ChunkFailure extends Error {
  /** Whether the server answers, but does not have this code. */
  readonly missing: boolean

  constructor(cause: unknown, missing = false) {
    super('page code did not load', { cause })
    this.name = 'ChunkFailure'
    this.missing = missing
  }
}

/** Whether the server answers at all. Then a file that does not load is missing, and waiting does not help. */
type Reaches = () => Promise<boolean>
const serverAnswers: Reaches = async () => {
  try {
    const { status } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    return status < 500
  } catch {
    return false
  }
}
/** So many failures in a row while the server answers are no coincidence. */
const MAX_MISSES = 3

async function within<T>(load: () => Promise<T>, ms: number, timer: LoadTimer): Promise<T> {
  const late = timer.wait(ms).then((): never => {
    throw new Error(`no answer in ${ms} ms`)
  })
  return Promise.race([load(), late])
}

async function retry<T>(
  load: () => Promise<T>,
  timer: LoadTimer,
  until: number,
  reaches: Reaches,
): Promise<T> {
  let misses = 0
  let before: unknown = null
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      const left = until - timer.now()
      return await within(load, Math.min(ATTEMPT_TIMEOUT_MS, left), timer)
    } catch (error) {
      // Code that was loaded but failed when it ran fails with the same object each time.
      if (error === before && Number.isFinite(until)) throw error
      before = error
      if (timer.now() + wait >= until) throw new ChunkFailure(error)
      misses = (await reaches()) ? misses + 1 : 0
      if (misses >= MAX_MISSES) throw new ChunkFailure(error, true)
      await timer.wait(wait)
    }
  }
}

/** Loads the code of a page, or fails: after 120 s, or at once if the server answers but does not have the code. */
export const retryLoad = <T>(
  load: () => Promise<T>,
  timer = systemTimer,
  reaches = serverAnswers,
): Promise<T> => retry(load, timer, timer.now() + CHUNK_TIMEOUT_MS, reaches)

/** Loads code for as long as it takes: attempts go on until one succeeds. */
export const keepLoading = <T>(load: () => Promise<T>, timer = systemTimer): Promise<T> =>
  retry(load, timer, Number.POSITIVE_INFINITY, async () => false)
