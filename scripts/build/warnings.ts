/**
 * Removes the calls with which a library warns developers. i18next and react-i18next print such a warning
 * only when their option `debug` is set, which the app never does. React Router prints them still in development.
 */
import { parseAst } from 'vite'

const METHODS: readonly unknown[] = ['warn', 'deprecate', 'log']
const FUNCTIONS: readonly unknown[] = ['warnOnce', 'warning', 'warningOnce']

/** A part of an object whose shape is not known. */
const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** The name of an identifier, or the last name of a path such as `this.services.logger`. */
const lastName = (node: unknown): unknown => part(part(node, 'property') ?? node, 'name')

/** A call of one of these functions, or of one of these methods of a logger. */
function isWarning(node: unknown): boolean {
  if (part(node, 'type') !== 'CallExpression') return false
  const callee = part(node, 'callee')
  const logger = part(callee, 'object')
  if (logger === undefined) return FUNCTIONS.includes(lastName(callee))
  return METHODS.includes(lastName(callee)) && lastName(logger) === 'logger'
}

function* warningsIn(node: unknown): Generator<[start: number, end: number]> {
  if (typeof node !== 'object' || node === null) return
  if (isWarning(node)) yield [Number(part(node, 'start')), Number(part(node, 'end'))]
  else for (const each of Object.values(node)) yield* warningsIn(each)
}

export function withoutWarnings(code: string): string {
  const warnings = [...warningsIn(parseAst(code))]
  return warnings.reduceRight(
    (left, [start, end]) => `${left.slice(0, start)}undefined${left.slice(end)}`,
    code,
  )
}
