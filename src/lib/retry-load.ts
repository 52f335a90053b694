/** Loads a page's code. One attempt may take 60 s, and failures are retried for 120 s (spec sections 2 and 8). */
export const ATTEMPT_TIMEOUT_MS = 60_000
export const CHUNK_TIMEOUT_MS = 120_000
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
  constructor(cause: unknown) {
    super('page code did not load', { cause })
    this.name = 'ChunkFailure'
  }
}

async function within<T>(load: () => Promise<T>, ms: number, timer: LoadTimer): Promise<T> {
  const late = timer.wait(ms).then((): never => {
    throw new Error(`no answer in ${ms} ms`)
  })
  return Promise.race([load(), late])
}

async function retry<T>(load: () => Promise<T>, timer: LoadTimer, until: number): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      const left = until - timer.now()
      return await within(load, Math.min(ATTEMPT_TIMEOUT_MS, left), timer)
    } catch (error) {
      if (timer.now() + wait >= until) throw new ChunkFailure(error)
      await timer.wait(wait)
    }
  }
}

/** Loads the code of a page, or fails after 120 s. */
export const retryLoad = <T>(load: () => Promise<T>, timer = systemTimer): Promise<T> =>
  retry(load, timer, timer.now() + CHUNK_TIMEOUT_MS)

/** Loads code for as long as it takes: attempts go on until one succeeds. */
export const keepLoading = <T>(load: () => Promise<T>, timer = systemTimer): Promise<T> =>
  retry(load, timer, Number.POSITIVE_INFINITY)
