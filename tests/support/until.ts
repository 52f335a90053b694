/** Waits in real time for something that a server on another end of a socket will bring about. */

const STEP_MS = 5
/** After this long, something hangs. It judges no speed: a busy machine needs a fraction of it. */
export const HANG_MS = 30_000

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

type MaybeYet<T> = T | null | undefined | false

/** The first truthy value; throws when `timeoutMs` pass without one. */
export async function until<T>(
  what: string,
  read: () => MaybeYet<T> | Promise<MaybeYet<T>>,
  timeoutMs = HANG_MS,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value !== undefined && value !== null && value !== false) return value
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(STEP_MS)
  }
}

/** Repeats `call` until `work` has ended; resolves with how many calls were answered, and with what the work gave. */
export async function callsDuring<T>(
  work: Promise<T>,
  call: () => Promise<void>,
): Promise<{ calls: number; result: T }> {
  const state = { ended: false }
  const end = (): void => void (state.ended = true)
  work.then(end, end)
  let calls = 0
  for (; !state.ended; calls += 1) await call()
  return { calls, result: await work }
}
