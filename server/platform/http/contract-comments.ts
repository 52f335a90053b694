/** The doc comments of the contract, from which both API documents take their descriptions. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../contract/', import.meta.url))
const EXPORTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)/g
const FIELD = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)[:,]/g

/** What the comments say of an exported constant. */
export interface Comment {
  text: string
  /** By the name of a field that has a comment of its own. */
  fields: ReadonlyMap<string, string>
}
const NONE: Comment = { text: '', fields: new Map() }

const plain = (comment = ''): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim()

function commentsIn(source: string): [name: string, Comment][] {
  return [...source.matchAll(EXPORTED)].map((found) => {
    const [whole, text, name = ''] = found
    const rest = source.slice(found.index + whole.length)
    const end = rest.search(/\n(\/\*\*|export )/)
    const own = end < 0 ? rest : rest.slice(0, end)
    const fields = [...own.matchAll(FIELD)].map(([, about, field = '']): [string, string] => [
      field,
      plain(about),
    ])
    return [name, { text: plain(text), fields: new Map(fields) }]
  })
}

let known: ReadonlyMap<string, Comment> | undefined

function readAll(): ReadonlyMap<string, Comment> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  return new Map(
    files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        commentsIn(readFileSync(FOLDER + file, 'utf8')).map(
          ([name, comment]): [string, Comment] => [
            `${file.slice(0, -'.ts'.length)} ${name}`,
            comment,
          ],
        ),
      ),
  )
}

/** The comment of a constant that `contract/<file>.ts` exports. Its text is empty if there is none. */
export function contractComment(file: string, name: string): Comment {
  known ??= readAll()
  return known.get(`${file} ${name}`) ?? NONE
}
