import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { files } from './repository.ts'

/**
 * A browser that translates a page replaces its text nodes. React then changes nodes that are no longer in the page,
 * and fails when it has to put something before one or to remove it. A text that is the only child of its element is
 * safe from that.
 */
interface Node {
  type: string
  start: number
  [name: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : Object.values(value as object)).flatMap((each: unknown) =>
    isNode(each) ? [each] : Array.isArray(each) ? each.filter(isNode) : [],
  )

/** Whether an expression may be a text that changes. What a name stands for is not known, so names pass. */
function isText(node: unknown): boolean {
  if (!isNode(node)) return false
  switch (node.type) {
    case 'ParenthesizedExpression':
      return isText(node['expression'])
    case 'LogicalExpression':
      return isText(node['right'])
    case 'ConditionalExpression':
      return isText(node['consequent']) || isText(node['alternate'])
    case 'TemplateLiteral':
      return true
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number'
    case 'CallExpression':
      return isCallForText(node)
    default:
      return false
  }
}
/** `t` and the functions that format; not `list.map` and what draws elements. */
const FORMATS = /^(t|say|write|money|ago|errorText|durationText|currencyText|productName|annual)$/
function isCallForText({ callee }: Node): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return FORMATS.test(String(callee['name']))
  const { object } = callee
  return isNode(object) && /^(format|days|words)$/.test(String(object['name']))
}
const isConstant = ({ type, arguments: given }: Node): boolean =>
  type === 'Literal' ||
  (type === 'CallExpression' &&
    Array.isArray(given) &&
    given.length === 1 &&
    given[0]?.type === 'Literal')

/** A function whose name begins with a capital: its text has no element of its own, wherever it is used. */
function isComponent({ type, id, init }: Node): boolean {
  const isNamed = isNode(id) && /^[A-Z]/.test(String(id['name']))
  if (type === 'VariableDeclarator') return isNamed && isNode(init) && isFunction(init)
  return /^Function(Declaration|Expression)$/.test(type) && isNamed
}
const isFunction = ({ type }: Node): boolean => /^(ArrowFunction|Function)Expression$/.test(type)
/** What a component returns, itself and not a function in it. */
function returned(node: Node): Node[] {
  const own = isNode(node['init']) ? node['init'] : node
  const body = own['body']
  if (!isNode(body)) return []
  if (body.type !== 'BlockStatement') return [body]
  const inside = (each: Node): Node[] =>
    each.type === 'ReturnStatement'
      ? nodesIn([each['argument']])
      : isFunction(each) || each.type === 'FunctionDeclaration'
        ? []
        : nodesIn(each).flatMap(inside)
  return inside(body)
}

/** The lines with a bare text beside siblings that changes, or before which something comes and goes. */
export function bareTexts(path: string, text: string): string[] {
  const found: string[] = []
  const add = (start: number): void =>
    void found.push(`${path}:${text.slice(0, start).split('\n').length}`)
  const look = (node: Node): void => {
    if (isComponent(node)) for (const each of returned(node)) if (isText(each)) add(each.start)
    const children = nodesIn(node['children'] ?? [])
    const kids = children.filter(({ type, value, expression }) =>
      type === 'JSXText'
        ? /\S/.test(String(value))
        : !isNode(expression) || expression.type !== 'JSXEmptyExpression',
    )
    let comes = false
    for (const { type, start, expression } of kids.length > 1 ? kids : []) {
      if (type === 'JSXExpressionContainer' && isNode(expression)) {
        const isBare =
          isText(expression) && (!isConstant(expression) || (comes && expression['value'] !== ' '))
        if (isBare) add(start)
        comes ||= /^(Logical|Conditional)Expression$/.test(expression.type)
      } else if (type === 'JSXText' && comes) {
        add(start)
      }
    }
    for (const each of nodesIn(node)) look(each)
  }
  const { program } = parseSync(path, text)
  look(program as unknown as Node)
  return found
}

it('leaves no text beside siblings that a translated page would show as it was, or fail on', () => {
  const all = files(/\.tsx$/, ['src'])
  expect(all.flatMap(({ path, text }) => bareTexts(path, text))).toEqual([])
})

it.each([
  ['<p>{format.price(price)}{arrow}</p>', 1],
  ['<p><b />{busy && t("wait")}</p>', 1],
  ['<p>{busy && <b />}{t("buy")}</p>', 1],
  ['<p>{busy && <b />} of two</p>', 1],
  ['<p>{`${a} of ${b}`}<b /></p>', 1],
  ['<p><b />{t("buy")}</p>', 0],
  ['<p>{format.price(price)}</p>', 0],
  ['<p>{busy && <b />}{rows.map((row) => <b key={row} />)}</p>', 0],
  ['<p>{busy && <b>{t("wait")}</b>}<span>{t("buy")}</span></p>', 0],
  ['() => (busy ? t("wait") : <b />)', 1],
  ['() => { if (busy) return t("wait"); return <b>{rows.map(() => { return t("row") })}</b> }', 1],
  ['() => <b>{t("wait")}</b>', 0],
])('finds in %s %i', (code, count) => {
  expect(bareTexts('a.tsx', `const A = ${code}`)).toHaveLength(count)
})
