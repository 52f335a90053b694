/** The only HTTP client: relative base URL, 60 s time-out, no retries. */
import ky from 'ky'

/** Spec section 7: network time-outs are 60 s. */
export const TIMEOUT_MS = 60_000

export const client = ky.create({
  timeout: TIMEOUT_MS,
  retry: 0,
  credentials: 'same-origin',
  throwHttpErrors: false,
  // Looked up on each call, so that a test can replace the network.
  fetch: (input, init) => globalThis.fetch(input, init),
})
