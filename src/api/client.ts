/** The only HTTP client: no retries, no exceptions for statuses. It is loaded with the first call. */
import ky, { isTimeoutError, type Options } from 'ky'

const client = ky.create({
  retry: 0,
  credentials: 'same-origin',
  throwHttpErrors: false,
  // Looked up on each call, so that a test can replace the network.
  fetch: (input, init) => globalThis.fetch(input, init),
})

export type Sent = { status: number; text: string } | { failed: 'timeout' | 'network' }

export async function send(address: URL, options: Options): Promise<Sent> {
  try {
    const response = await client(address, options)
    // A body that does not arrive completely is a network fault, not a breach of the contract.
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { failed: isTimeoutError(error) ? 'timeout' : 'network' }
  }
}
