/** A comment that says no more than the name below it and the name of its file is noise. */
import { describe, expect, it } from 'vitest'
import { files } from './repository.ts'

/** Words that every such comment has: "A parsed …", "What … needs.", "Creates the …". */
const EMPTY = new Set(
  (
    'a an the of to for in on at by with from and or its it is are as this that what which who each all one any ' +
    'these those into be has have needs need creates create returns return opens open registers register starts ' +
    'start makes make gives give parses parse parsed adds add reads read shows show renders render draws draw kept ' +
    'keep holds hold see their they how when where was'
  ).split(' '),
)
const ENDINGS = ['ies', 'ing', 'ed', 'es', 'er', 's', 'e']
/** A one-line comment and the name that it is about. */
const COMMENTED = new RegExp(
  String.raw`^ *\/\*\* ([^\n]*?) \*\/\n *(?:export )?(?:async )?` +
    String.raw`(?:(?:const|function|interface|type|class|let|readonly) )?(\w+)(?=[ (<:=?])`,
  'gm',
)

function stemOf(word: string): string {
  const text = word.toLowerCase()
  const ending = ENDINGS.find((each) => text.endsWith(each) && text.length - each.length >= 3)
  if (ending === undefined) return text
  return text.slice(0, -ending.length) + (ending === 'ies' ? 'y' : '')
}
const wordsOf = (text: string): string[] =>
  text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? []

/** The comments of a file that add no word. What has a number or code says more than a name. */
function restating(path: string, text: string): string[] {
  const file = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? ''
  return [...text.matchAll(COMMENTED)].flatMap(([, comment = '', name = '']) => {
    if (/[0-9`@]/.test(comment)) return []
    const known = new Set([...wordsOf(file), ...wordsOf(name)].map(stemOf))
    const added = wordsOf(comment)
      .filter((word) => !EMPTY.has(word.toLowerCase()))
      .filter((word) => !known.has(stemOf(word)))
    return added.length > 0 ? [] : [`${path}: ${comment}`]
  })
}

describe('a comment says more than a name', () => {
  it('recognises one that does not', () => {
    const noise =
      '/** What the fund needs. */\nexport interface FundParts {\n/** A page of lots. */\ntype LotPage ='
    expect(restating('server/fund/fund.ts', noise)).toHaveLength(2)
    const fair =
      '/** In minor units. */\nconst stake = 1\n/** At most 500 lots. */\nexport type LotPage ='
    expect(restating('server/fund/fund.ts', fair)).toEqual([])
  })

  it('everywhere in the source', () => {
    const source = files(/\.tsx?$/, ['contract', 'rules', 'server', 'src', 'streams'])
    expect(source.length).toBeGreaterThan(1_000)
    expect(source.flatMap(({ path, text }) => restating(path, text))).toEqual([])
  })
})
