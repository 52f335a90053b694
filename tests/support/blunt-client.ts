/** An HTTP client that sends what it is given, keeps its connections, and says when no one answers. */
import { Agent, request } from 'node:http'
import type { OddRequest } from '#support/odd-requests.ts'

export interface BluntAnswer {
  status: number
  type: string
  body: Buffer
}

export class BluntClient {
  readonly #base: URL
  readonly #agent: Agent

  constructor(url: string, connections: number) {
    this.#base = new URL(url)
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Null: no answer within the time. Throws when the connection broke. */
  send(oddRequest: OddRequest, timeoutMs: number): Promise<BluntAnswer | null> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#base
      const { method, path, body } = oddRequest
      const chunked = 'transfer-encoding' in oddRequest.headers
      const length = body !== null && !chunked && { 'content-length': `${body.length}` }
      const headers = { ...oddRequest.headers, ...length }
      const asked = request(
        { agent: this.#agent, hostname, port, method, path, headers },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('error', reject)
          answer.on('end', () => {
            clearTimeout(timer)
            const { statusCode = 0, headers: told } = answer
            resolve({
              status: statusCode,
              type: told['content-type'] ?? '',
              body: Buffer.concat(pieces),
            })
          })
        },
      )
      const timer = setTimeout(() => {
        resolve(null)
        asked.destroy()
      }, timeoutMs)
      asked.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      asked.end(body ?? undefined)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
