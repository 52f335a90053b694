/** Parses the parts of a request by the schemas of its row. */
import { z } from 'zod/mini'
import { fieldIssues } from '#contract/field-issues.ts'
import { Rejected } from '#server/platform/errors.ts'

/** For parts that a row does not take. It is made once, because making a schema takes longer than most handlers. */
const NO_FIELDS = z.object({})

/**
 * Parses a part of a request. Unknown fields are refused, also where a row takes no fields, so that a misspelt name is
 * never ignored.
 */
export function parsePart(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  const result = (schema ?? NO_FIELDS).safeParse(value ?? {}, { reportInput: true })
  if (!result.success) throw new Rejected('validation_failed', {}, fieldIssues(result.error))
  const path = unknownField(value, result.data)
  if (path !== null) throw new Rejected('validation_failed', {}, [{ path, code: 'format' }])
  return schema === undefined ? undefined : result.data
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The path of the first sent field that no schema accepts. Null if all fields were accepted. */
function unknownField(sent: unknown, taken: unknown): string | null {
  if (!isObject(sent) || !isObject(taken)) return null
  for (const [name, value] of Object.entries(sent)) {
    if (!Object.hasOwn(taken, name)) return name
    const inner = unknownField(value, taken[name])
    if (inner !== null) return `${name}.${inner}`
  }
  return null
}
