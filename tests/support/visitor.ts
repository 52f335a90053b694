/** A browser as the server sees one: it keeps cookies and sends its origin, and parses nothing it was not told to. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, or null without a body. */
  body: unknown
  text: string
}

/** What an answer says, without the id of its request, by which no two are equal. */
export const saidBy = ({ status, text }: Pick<Answer, 'status' | 'text'>): string =>
  `${status} ${text.replace(/"requestId":"[^"]*"/, '"requestId":""')}`

export interface Ask {
  body?: unknown
  headers?: Record<string, string>
}

export class Visitor {
  readonly url: string
  readonly cookies = new Map<string, string>()

  constructor(url: string) {
    this.url = url
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async ask(method: string, path: string, { body, headers = {} }: Ask = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
        ...(method !== 'GET' && { origin: this.url }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    this.#keep(response.headers.getSetCookie())
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      body: json ? JSON.parse(text) : null,
      text,
    }
  }

  get = (path: string): Promise<Answer> => this.ask('GET', path)
  post = (path: string, body: unknown = {}): Promise<Answer> => this.ask('POST', path, { body })

  /** A money command with its own key, or with the one given. */
  command(path: string, body: unknown, key: string = randomUUID()): Promise<Answer> {
    return this.ask('POST', path, { body, headers: { 'idempotency-key': key } })
  }

  /** The answer as the row says it is. */
  async read<S extends z.ZodMiniType>(schema: S, path: string): Promise<z.output<S>> {
    const { status, body, text } = await this.get(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return schema.parse(body)
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '' || /Max-Age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}
