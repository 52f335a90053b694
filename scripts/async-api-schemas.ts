/** JSON Schemas of what the socket carries, with the doc comments of the contract as descriptions. */
import { z } from 'zod/mini'
import * as alerts from '#contract/alerts.ts'
import * as deskState from '#contract/desk-state.ts'
import * as frozen from '#contract/frozen.ts'
import * as fund from '#contract/fund.ts'
import * as indexPrice from '#contract/index-price.ts'
import * as limits from '#contract/limits.ts'
import * as support from '#contract/support.ts'
import { type Comment, contractComment } from '#server/platform/http/contract-comments.ts'
import { API_MODULES, isEntity, type JsonSchema } from '#server/platform/http/api-schemas.ts'

/** By the name of their files. */
const MODULES = {
  ...API_MODULES,
  alerts,
  'desk-state': deskState,
  frozen,
  fund,
  'index-price': indexPrice,
  limits,
  support,
}

const COMMENTS: ReadonlyMap<unknown, Comment> = new Map(
  Object.entries(MODULES).flatMap(([file, module]) =>
    Object.entries<unknown>(module)
      .filter(([, schema]) => isEntity(schema))
      .map(([name, schema]): [unknown, Comment] => [schema, contractComment(file, name)]),
  ),
)

/** Adds the comments of a schema and of its fields. A field's own comment is closer than that of its schema. */
function describe(schema: z.core.JSONSchema.BaseSchema, { text, fields }: Comment): void {
  if (text !== '') schema.description = text
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const about = fields.get(name)
    if (about === undefined || typeof field === 'boolean') continue
    schema.properties = { ...schema.properties, [name]: { ...field, description: about } }
  }
}

/** The JSON Schema of a value as it is sent, in draft 7, which AsyncAPI extends. */
export function schemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      const comment = COMMENTS.get(zodSchema)
      if (comment !== undefined) describe(jsonSchema, comment)
    },
  })
  return made
}
