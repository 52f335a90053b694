/**
 * The contract's schemas as JSON Schema. Entities have their own names; requests and replies are named after their
 * endpoint.
 */
import { z } from 'zod'
import * as account from '#contract/account.ts'
import * as balance from '#contract/balance.ts'
import * as cashier from '#contract/cashier.ts'
import * as desk from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as errors from '#contract/errors.ts'
import * as factors from '#contract/factors.ts'
import * as messages from '#contract/messages.ts'
import * as order from '#contract/order.ts'
import * as payout from '#contract/payout.ts'
import * as product from '#contract/product.ts'
import * as profile from '#contract/profile.ts'
import * as records from '#contract/records.ts'
import * as signedOrder from '#contract/signed-order.ts'
import * as tickLog from '#contract/tick-log.ts'
import * as verification from '#contract/verification.ts'
import { type Comment, contractComment } from '#server/platform/http/contract-comments.ts'

/** The modules of the contract whose schemas have names of their own, by their files. */
export const API_MODULES = {
  account,
  balance,
  cashier,
  desk,
  errors,
  factors,
  messages,
  order,
  payout,
  product,
  profile,
  records,
  'signed-order': signedOrder,
  'tick-log': tickLog,
  verification,
}
export type JsonSchema = Record<string, unknown>

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
/** Whether a schema may have a name of its own. */
export const isEntity = (value: unknown): value is z.core.$ZodType =>
  value instanceof z.core.$ZodObject ||
  value instanceof z.core.$ZodDiscriminatedUnion ||
  value instanceof z.core.$ZodEnum

/** Schemas that are registered under a name of their own. */
function contractEntities(): Map<z.core.$ZodType, string> {
  const found = new Map<z.core.$ZodType, string>()
  for (const module of Object.values(API_MODULES)) {
    for (const [name, schema] of Object.entries<unknown>(module)) {
      if (isEntity(schema) && !found.has(schema)) found.set(schema, pascal(name))
    }
  }
  return found
}

/** The comments of the contract by the name of the schema that they are about. */
function schemaComments(endpoints: readonly NamedEndpoint[]): Map<string, Comment> {
  const entities = Object.entries(API_MODULES).flatMap(([file, module]) =>
    Object.keys(module).map((name): [string, Comment] => [
      pascal(name),
      contractComment(file, name),
    ]),
  )
  const requests = endpoints.flatMap(({ name, file }) =>
    ['Params', 'Query', 'Body', 'Reply'].map((part): [string, Comment] => [
      pascal(name) + part,
      { ...contractComment(file, name), text: '' },
    ]),
  )
  return new Map([...requests, ...entities])
}

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema with its comment and those of its fields, and without defaults of null, which mean an absent field. */
function described(schema: JsonSchema, comment: Comment | undefined): JsonSchema {
  const { properties } = schema
  const fields = isRecord(properties) ? Object.entries(properties) : []
  return {
    ...(comment !== undefined && comment.text !== '' && { description: comment.text }),
    ...schema,
    ...(fields.length > 0 && {
      properties: Object.fromEntries(
        fields.map(([name, field]) => [name, describedField(field, comment?.fields.get(name))]),
      ),
    }),
  }
}

function describedField(field: unknown, description: string | undefined): unknown {
  if (!isRecord(field)) return field
  const { default: preset, ...rest } = field
  return {
    ...(description !== undefined && { description }),
    ...rest,
    ...(preset !== undefined && preset !== null && { default: preset }),
  }
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g

/** The names of the components that a value refers to, directly or through others. */
export function referencedNames(
  value: unknown,
  components: Readonly<Record<string, JsonSchema>>,
): Set<string> {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (found.has(name)) continue
      found.add(name)
      visit(components[name] ?? {})
    }
  }
  visit(value)
  return found
}

/** A schema whose objects allow no other fields than those that they name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isRecord(schema)) return schema
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)])
  const isOpen = isRecord(schema['properties']) && schema['type'] === 'object'
  return { ...(isOpen && { additionalProperties: false }), ...Object.fromEntries(parts) }
}

/** Closes the schemas of request bodies, because the server refuses unknown fields. Those of replies stay open. */
function closeBodies(
  components: Record<string, JsonSchema>,
  parts: Record<'bodies' | 'replies', JsonSchema[]>,
): void {
  const replies = referencedNames(parts.replies, components)
  for (const name of referencedNames(parts.bodies, components)) {
    const schema = closed(components[name])
    if (!replies.has(name) && isRecord(schema)) components[name] = schema
  }
}

/** An endpoint with the name under which its schemas are registered. */
export interface NamedEndpoint {
  name: string
  /** The file of the contract that declares it, without `.ts`. */
  file: string
  row: Endpoint
}

/** The registered schemas. */
export interface ApiSchemas {
  /** Schemas by name, without `$id`. */
  components: Record<string, JsonSchema>
  /** A reference to a schema registered here. */
  ref(schema: z.core.$ZodType): JsonSchema
  /** The fields of a registered object, and whether each is required. */
  fields(schema: z.core.$ZodType): { name: string; schema: JsonSchema; required: boolean }[]
}

const ROOT = '#/components/schemas/'

/** Converts the schemas to their form on the wire, where amounts are strings. */
export function apiSchemas(endpoints: readonly NamedEndpoint[]): ApiSchemas {
  const names = contractEntities()
  for (const { name, row } of endpoints) {
    for (const part of ['params', 'query', 'body', 'reply'] as const) {
      const schema = row[part]
      if (schema instanceof z.core.$ZodType && !names.has(schema)) {
        names.set(schema, pascal(name) + pascal(part))
      }
    }
  }
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, { io: 'input', uri: (id) => `${ROOT}${id}` })
  const comments = schemaComments(endpoints)
  const components: Record<string, JsonSchema> = {}
  for (const [id, { $id: _, $schema: __, ...schema }] of Object.entries(made.schemas)) {
    components[id] = described(schema, comments.get(id))
  }
  const nameOf = (schema: z.core.$ZodType): string => {
    const name = names.get(schema)
    if (name === undefined) throw new Error('a schema without a name')
    return name
  }
  const ref = (schema: z.core.$ZodType): JsonSchema => ({ $ref: ROOT + nameOf(schema) })
  const refs = (part: 'body' | 'reply'): JsonSchema[] =>
    endpoints.flatMap(({ row }) => row[part] ?? []).map(ref)
  closeBodies(components, { bodies: refs('body'), replies: refs('reply') })
  const record = z.record(z.string(), z.record(z.string(), z.unknown()))
  return {
    components,
    ref,
    fields: (schema) => {
      const made = components[nameOf(schema)] ?? {}
      const required = z.array(z.string()).parse(made['required'] ?? [])
      return Object.entries(record.parse(made['properties'] ?? {})).map(([name, field]) => ({
        name,
        schema: field,
        required: required.includes(name),
      }))
    },
  }
}
