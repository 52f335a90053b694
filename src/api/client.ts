/** The one HTTP client: relative base, 60 s, no retries of its own. */
import ky from 'ky'

/** Spec section 7: network time-outs are 60 s. */
export const TIMEOUT_MS = 60_000

export const client = ky.create({
  timeout: TIMEOUT_MS,
  retry: 0,
  credentials: 'same-origin',
  throwHttpErrors: false,
  // Looked up at each call, so that a test can stand in for the network.
  fetch: (input, init) => globalThis.fetch(input, init),
})
