/** Odd requests made from the contract's own schemas by a seed, from nearly right to far from it. */
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import type { JsonSchema } from '#server/platform/http/api-schemas.ts'
import type { Pick } from '#support/settle-scenarios.ts'

export interface OddRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** What `z` made of each part of a row. */
export interface RowSchemas {
  params?: JsonSchema
  query?: JsonSchema
  body?: JsonSchema
}
type Row = Endpoint & { name: string }

const DEEP = 3_000
const SAMPLES = 12
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null

const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function deep(): string {
  return `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`
}

/** Values of every wrong kind, and those that languages treat in ways of their own. */
const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'NaN',
  'null',
  '\0',
  '\u0000a',
  '\ud800',
  '‮abc',
  '😀'.repeat(40),
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(5_000),
  '9'.repeat(400),
  '9223372036854775807',
  '9223372036854775808',
  '9999999999999999999',
  [],
  [[]],
  {},
  { __proto__: { admin: true }, constructor: { prototype: {} } },
  JSON.parse('{"__proto__":{"isAdmin":true},"toString":1,"hasOwnProperty":null}'),
]

export class OddRequests {
  #pick: Pick = () => 0
  readonly #seed: number
  /** Real values by field name, so that some requests get far. */
  readonly #known: ReadonlyMap<string, readonly unknown[]>
  readonly #patterns = new Map<string, string[]>()

  constructor(seed: number, known: ReadonlyMap<string, readonly unknown[]>) {
    this.#seed = seed
    this.#known = known
  }

  #one<T>(all: readonly [T, ...T[]] | readonly T[], otherwise: T): T {
    return all[this.#pick(Math.max(1, all.length))] ?? otherwise
  }
  #chance(oneIn: number): boolean {
    return this.#pick(oneIn) === 0
  }

  #text(schema: JsonSchema): string {
    const { pattern, minLength, maxLength } = schema
    if (typeof pattern === 'string') {
      let samples = this.#patterns.get(pattern)
      if (samples === undefined) {
        const matching = fc.stringMatching(new RegExp(pattern))
        samples = fc.sample(matching, { seed: this.#seed, numRuns: SAMPLES })
        this.#patterns.set(pattern, samples)
      }
      return this.#one(samples, 'A1')
    }
    const least = typeof minLength === 'number' ? minLength : 0
    const most = typeof maxLength === 'number' ? maxLength : least + 20
    const size = this.#one([least, most, least + 1, most + 1, Math.max(0, least - 1)], least)
    return 'Ab1 ü漢'.repeat(Math.ceil(size / 6) + 1).slice(0, size)
  }

  #number(schema: JsonSchema): number {
    const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0)
    const most = Number(schema['maximum'] ?? 1_000)
    return this.#one([least, most, least - 1, most + 1, least + this.#pick(100)], least)
  }

  /** Mostly what the schema wants; now and then anything else. */
  value(schema: JsonSchema, field = ''): unknown {
    if (this.#chance(12)) return this.#one(WRONG, null)
    const known = this.#known.get(field)
    if (known !== undefined && !this.#chance(4)) return this.#one(known, null)
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return this.#one<unknown>(schema['enum'], 'none')
    const choices = schema['anyOf'] ?? schema['oneOf']
    if (Array.isArray(choices)) {
      const choice: unknown = this.#one<unknown>(choices, {})
      return isSchema(choice) ? this.value(choice, field) : null
    }
    switch (schema['type']) {
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return this.#chance(2)
      case 'array':
        return this.#list(schema)
      case 'object':
        return this.#object(schema)
      default:
        return this.#one(WRONG, null)
    }
  }

  #list(schema: JsonSchema): unknown[] {
    const { items } = schema
    const count = this.#one([0, 1, 2, 300], 1)
    return Array.from({ length: count }, () => (isSchema(items) ? this.value(items) : 1))
  }

  #object(schema: JsonSchema): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    const { properties } = schema
    for (const [name, field] of Object.entries(isSchema(properties) ? properties : {})) {
      if (!this.#chance(25) && isSchema(field)) made[name] = this.value(field, name)
    }
    if (this.#chance(10)) made[this.#one(['__proto__', 'extra', '', 'toJSON'], 'extra')] = 1
    return made
  }

  #path(row: Row, schema: JsonSchema | undefined): string {
    const fields = isSchema(schema?.['properties']) ? schema['properties'] : {}
    return row.path.replaceAll(/:(\w+)/g, (_, name: string) => {
      const field: unknown = fields[name]
      const value = isSchema(field) ? this.value(field, name) : 'x'
      const text = written(value)
      const raw = this.#one(['%', '%zz', '%00', '..', '.', '', '%2e%2e%2f', 'a%2Fb', ';x=1'], '')
      return this.#chance(15) ? raw : encodeURIComponent(text.toWellFormed())
    })
  }

  #query(schema: JsonSchema | undefined): string {
    const object = schema === undefined ? {} : this.#object(schema)
    const pairs = Object.entries(object).flatMap(([name, value]) => {
      const text = written(value)
      const pair = `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`
      return this.#chance(12) ? [pair, pair] : [pair]
    })
    if (this.#chance(12)) {
      const odd = [
        'limit[]=1',
        'limit[a]=1',
        '__proto__=1',
        '=',
        '&&',
        '%',
        'constructor=x',
        'before',
      ]
      pairs.push(this.#one(odd, '='))
    }
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`
  }

  #headers(row: Row): Record<string, string> {
    const headers: Record<string, string> = {}
    if (row.command !== undefined && !this.#chance(15)) {
      const key = `fuzz-${this.#pick(1_000_000)}-${this.#pick(1_000_000)}-key`
      headers['idempotency-key'] = this.#chance(10)
        ? this.#one(['', 'short', 'x'.repeat(300)], '')
        : key
    }
    if (this.#chance(20))
      headers['accept'] = this.#one(['text/html', '', '*/*;q=0', 'x'.repeat(2_000)], '')
    if (this.#chance(25))
      headers['x-forwarded-for'] = this.#one(['::1', '999.1.1.1', 'a, b', "'"], '')
    if (this.#chance(25)) headers['range'] = 'bytes=0-'
    if (this.#chance(40)) headers['transfer-encoding'] = 'chunked'
    if (this.#chance(40)) headers['if-none-match'] = '*'
    return headers
  }

  #bytes(row: Row, schema: JsonSchema | undefined): { body: Buffer; type: string } | null {
    if (row.upload !== undefined) {
      const types = [...row.upload.mediaTypes, 'image/svg+xml', 'application/json', 'text/plain']
      const photo = this.#known.get('photo bytes')?.[0]
      const whole = photo instanceof Buffer ? photo : Buffer.alloc(0)
      const cut = whole.subarray(0, this.#pick(whole.length + 1))
      const body = this.#one(
        [whole, cut, Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.alloc(99)],
        cut,
      )
      return { body, type: this.#one(types, 'image/png') }
    }
    if (schema === undefined)
      return this.#chance(20) ? { body: Buffer.from('{}'), type: 'application/json' } : null
    const json =
      JSON.stringify(this.#chance(30) ? this.#one(WRONG, null) : this.value(schema)) ?? ''
    if (!this.#chance(12)) return { body: Buffer.from(json), type: 'application/json' }
    const bodies = [
      Buffer.from(deep()),
      Buffer.from(json.slice(0, this.#pick(json.length + 1))),
      Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28]),
      Buffer.concat([
        Buffer.from('{"account":"'),
        Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
      Buffer.from(`{"__proto__":{"x":1},"a":${json || 'null'}}`),
      Buffer.from(`{"a":"${'x'.repeat(70_000)}"}`),
      Buffer.from('{"amount":1e400,"amount":2}'),
      Buffer.from('\ufeff{}'),
      Buffer.alloc(0),
    ]
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'x',
      'application/json; charset=utf-16',
      'application/json; charset=utf-8; x',
      'application/json garbage',
      'multipart/form-data',
    ]
    return { body: this.#one(bodies, Buffer.alloc(0)), type: this.#one(types, 'x') }
  }

  /** Every choice comes from `pick`, so that a request is the same whatever was made before it. */
  of(row: Row, schemas: RowSchemas, pick: Pick): OddRequest {
    this.#pick = pick
    const made = row.method === 'GET' ? null : this.#bytes(row, schemas.body)
    const headers = this.#headers(row)
    if (made !== null) headers['content-type'] = made.type
    // Only what has a body may come in pieces.
    if (made === null) delete headers['transfer-encoding']
    return {
      method: row.method,
      path: `/api${this.#path(row, schemas.params)}${this.#query(schemas.query)}`,
      headers,
      body: made?.body ?? null,
    }
  }
}
