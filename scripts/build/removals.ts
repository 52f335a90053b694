/** Removes from a library's code what is found by its syntax: warnings and methods. */
import { parseAst } from 'vite'

const METHODS: readonly unknown[] = ['warn', 'deprecate', 'log', 'once']
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

type Predicate = (node: unknown) => boolean

/** The nodes that are meant, in the order of the text. It does not look for others inside of them. */
function* nodesIn(node: unknown, isMeant: Predicate): Generator<unknown> {
  if (typeof node !== 'object' || node === null) return
  if (isMeant(node)) yield node
  else for (const each of Object.values(node)) yield* nodesIn(each, isMeant)
}

/** Puts another text in the place of each node. */
const replaced = (code: string, nodes: readonly unknown[], text: string): string =>
  nodes.reduceRight<string>(
    (left, node) =>
      left.slice(0, Number(part(node, 'start'))) + text + left.slice(Number(part(node, 'end'))),
    code,
  )

/**
 * Removes the calls with which a library warns developers. i18next and react-i18next print such a warning
 * only when their option `debug` is set, which the app never does. React Router prints them still in development.
 */
export const withoutWarnings = (code: string): string =>
  replaced(code, [...nodesIn(parseAst(code), isWarning)], 'undefined')

/** Empties methods of classes, whose calls fail then. Each method must exist. */
export function withoutMethods(
  code: string,
  unused: Readonly<Record<string, readonly string[]>>,
): string {
  const isNamed = (name: string, type: string) => (node: unknown) =>
    part(node, 'type') === type && lastName(part(node, 'id') ?? part(node, 'key')) === name
  const program = parseAst(code)
  const bodies = Object.entries(unused).flatMap(([className, methods]) => {
    const [found] = nodesIn(program, isNamed(className, 'ClassDeclaration'))
    return methods.map((method) => {
      const [definition] = nodesIn(part(found, 'body'), isNamed(method, 'MethodDefinition'))
      if (definition === undefined) throw new Error(`No method ${className}.${method}`)
      return part(part(definition, 'value'), 'body')
    })
  })
  return replaced(
    code,
    bodies.toSorted((a, b) => Number(part(a, 'start')) - Number(part(b, 'start'))),
    "{ throw new Error('left out') }",
  )
}
