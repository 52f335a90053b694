import { expect, it } from 'vitest'
import { withoutMethods, withoutWarnings } from '../../scripts/build/removals.ts'
import { trimmed, UNUSED_BY_SOCKETS, UNUSED_METHODS } from '../../scripts/build/trimmed.ts'
import { files, read } from './repository.ts'

function trim(path: string, change: (code: string) => string = (code) => code): string {
  const { transform } = trimmed()
  if (typeof transform !== 'function') throw new Error('no transform')
  const made: unknown = Reflect.apply(transform, null, [change(read(path)), path])
  return (made as { code: string }).code
}

const INNER_FROM = '/node_modules/rxjs/dist/esm/internal/observable/innerFrom.js'

it('keeps every kind of input of an observable but the two that the app does not have', () => {
  const kinds = (code: string) =>
    [...code.matchAll(/if \((is\w+)\(input\)\)/g)].map(([, kind]) => kind)
  const before = kinds(read(INNER_FROM))
  expect(before).toContain('isPromise')
  expect(kinds(trim(INNER_FROM))).toEqual(
    before.filter((kind) => kind !== 'isAsyncIterable' && kind !== 'isReadableStreamLike'),
  )
})

it('fails when a library is written in another way', () => {
  expect(() => trim(INNER_FROM, (code) => code.replaceAll('isAsyncIterable', 'isAsync'))).toThrow(
    'A library has changed',
  )
})

it('removes the calls that warn developers, and no others', () => {
  const code = `
if (a) this.logger.warn('a', call(b)); else act(c)
services.logger.deprecate(\`d\`)
const e = warnOnce(i18n, 'E'), f = list.map((one) => logger.log(one))
this.logger.error('g'), console.warn('h'), pool.log(i)`
  expect(withoutWarnings(code)).toBe(`
if (a) undefined; else act(c)
undefined
const e = undefined, f = list.map((one) => undefined)
this.logger.error('g'), console.warn('h'), pool.log(i)`)
})

it('empties the methods that are named, and refuses one that is not there', () => {
  const code = `class A { b(c) { return c } d() { this.b() } }
class E extends A { b() { return 1 } }`
  expect(withoutMethods(code, { E: ['b'], A: ['d'] })).toBe(
    `class A { b(c) { return c } d() { throw new Error('left out') } }
class E extends A { b() { throw new Error('left out') } }`,
  )
  expect(() => withoutMethods(code, { E: ['d'] })).toThrow('No method E.d')
})

it('has no text that contains another, which i18next cannot do without its method for it', () => {
  const texts = files(/\.json$/, ['locales'])
  expect(texts.length).toBeGreaterThan(300)
  for (const { path, text } of texts) expect(text, path).not.toContain('$t(')
})

it('calls no method of i18next that the build leaves out', () => {
  const call = new RegExp(`i18n(?:ext)?\\.(?:${UNUSED_METHODS.I18n.join('|')})\\b`)
  expect(call.test('i18n.dir()')).toBe(true)
  const callers = files(/\.tsx?$/, ['src']).filter(({ text }) => call.test(text))
  expect(callers.map(({ path }) => path)).toEqual([])
})

it('calls no method of a socket that the build leaves out', () => {
  const call = new RegExp(`socket\\.(?:${UNUSED_BY_SOCKETS.Socket.join('|')})\\b`)
  const users = files(/\.ts$/, ['streams']).filter(({ text }) => text.includes('import { io }'))
  expect(users.length).toBeGreaterThan(0)
  for (const { path, text } of users) expect(text, path).not.toMatch(call)
})

it('ends the connection at bytes, which the server never sends', () => {
  const PARSER = '/node_modules/socket.io-parser/build/esm/index.js'
  expect(read(PARSER)).toContain('if (hasBinary(obj)) {')
  expect(trim(PARSER)).not.toContain('hasBinary(obj)')
  expect(trim(PARSER)).toMatch(/takeBinaryData\(binData\) \{ throw new Error\('left out'\) \}/)
})
