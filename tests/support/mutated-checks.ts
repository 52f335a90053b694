/**
 * Takes one check at a time out of the rules: a condition holds always or never, a bound is moved by one, a fallback is
 * dropped. Each changed version is loaded beside the real one, in the same process.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'vite'

const ROOT = join(import.meta.dirname, '..', '..')

/** A part of a file that is replaced by another text. */
export interface Mutation {
  file: string
  line: number
  start: number
  end: number
  /** What is replaced, and by what: `a < b to a <= b`. */
  words: string
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  operator?: string
  test?: Node
  left?: Node
  right?: Node
  value?: unknown
  name?: string
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Where the bound is one more or one less. */
const NEXT_TO: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

const isNothing = (node: Node | undefined): boolean =>
  (node?.type === 'Literal' && node.value === null) || node?.name === 'undefined'
/** Whether a value is there at all. Without this question, what follows ends with an error. */
const isGuard = ({ type, operator = '', left, right }: Node): boolean =>
  type === 'BinaryExpression' &&
  ['===', '!=='].includes(operator) &&
  (isNothing(left) || isNothing(right))
const isName = ({ type }: Node): boolean => type === 'Identifier' || type === 'MemberExpression'

interface Change {
  node: Pick<Node, 'start' | 'end'>
  text: string
}

function changesOf({ type, operator = '', test, left, right }: Node, code: string): Change[] {
  if (type === 'IfStatement' && test !== undefined && !isGuard(test)) {
    return [{ node: test, text: 'false' }]
  }
  if (left === undefined || right === undefined) return []
  const next = NEXT_TO[operator]
  if (type === 'BinaryExpression' && next !== undefined) {
    const start = code.indexOf(operator, left.end)
    return [{ node: { start, end: start + operator.length }, text: next }]
  }
  if (type !== 'LogicalExpression') return []
  if (operator === '??') return [{ node: left, text: 'null' }]
  // `value && { … }` asks only whether there is a value.
  if (right.type === 'ObjectExpression') return []
  return [left, right]
    .filter((each) => each.operator !== operator && !isGuard(each))
    .filter((each) => !(isName(each) && each === left && right.type !== 'Identifier'))
    .map((node) => ({ node, text: String(operator === '&&') }))
}

const LOOPS = ['WhileStatement', 'ForStatement']

/** Without the tests of loops, which would not end. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) yield value
  const { test } = isNode(value) && LOOPS.includes(value.type) ? value : {}
  for (const each of Object.values(value)) if (each !== test || !test) yield* nodesIn(each)
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** The mutations of a file, in the order of its text. */
export function mutationsOf(file: string): Mutation[] {
  const code = readFileSync(join(ROOT, file), 'utf8')
  return [...nodesIn(parseAst(code, { lang: 'ts' }))].flatMap((whole) =>
    changesOf(whole, code).map(({ node: { start, end }, text }) => {
      const around = (middle: string): string =>
        oneLine(code.slice(whole.start, start) + middle + code.slice(end, whole.end))
      const isBound = whole.type === 'BinaryExpression'
      const isTest = whole.type === 'IfStatement'
      const words = isBound
        ? `${around(code.slice(start, end))} to ${around(text)}`
        : `${oneLine(code.slice(start, end))} to ${text}${isTest ? '' : ` in ${around(code.slice(start, end))}`}`
      return { file, start, end, text, words, line: code.slice(0, start).split('\n').length }
    }),
  )
}

const MARK = /^(.*)\?mutation=(\d+)$/
const planted: Mutation[] = []

/** Loads each mutation in the place of its file, with copies of everything under rules/ that imports it. */
function hook(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const [, , number] = MARK.exec(context.parentURL ?? '') ?? []
      const isRule = found.url.startsWith(pathToFileURL(join(ROOT, 'rules')).href)
      return number !== undefined && isRule
        ? { ...found, url: `${found.url}?mutation=${number}` }
        : found
    },
    load(url, context, next) {
      const [, real = url, number] = MARK.exec(url) ?? []
      const loaded = next(real, context)
      const mutation = planted[Number(number)]
      if (mutation === undefined || pathToFileURL(join(ROOT, mutation.file)).href !== real) {
        return loaded
      }
      const code = readFileSync(join(ROOT, mutation.file), 'utf8')
      const { start, end, text } = mutation
      return { ...loaded, source: code.slice(0, start) + text + code.slice(end) }
    },
  })
}

/** Loads a file under rules/ with one mutation in it or in what it imports. */
export async function loadMutated<T>(file: string, mutation: Mutation): Promise<T> {
  if (planted.length === 0) hook()
  const number = planted.push(mutation) - 1
  return import(`${pathToFileURL(join(ROOT, file)).href}?mutation=${number}`)
}
