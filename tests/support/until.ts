/** Waits in real time for something that a server on another end of a socket will bring about. */

const STEP_MS = 5

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

type MaybeYet<T> = T | null | undefined | false

/** The first truthy value; throws when `timeoutMs` pass without one. */
export async function until<T>(
  what: string,
  read: () => MaybeYet<T> | Promise<MaybeYet<T>>,
  timeoutMs = 20_000,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value !== undefined && value !== null && value !== false) return value
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(STEP_MS)
  }
}
