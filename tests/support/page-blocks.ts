/** The blocks of commands of a page, and what the page says of each after the name of its language. */

export interface PageBlock {
  /**
   * `run`: is run, and ends. `server` and `proxy`: is run in a terminal of its own, in place of what ran there before.
   * `shows`: what the block before prints. `not run`: cannot be run by a test.
   */
  kind: 'run' | 'server' | 'proxy' | 'shows' | 'not run'
  text: string
  /** Why it is not run. */
  reason: string
  /** The first line of the block in the page, from 1. */
  line: number
}

const BLOCK = /^```(\w*)(?: (.*))?\n([\s\S]*?)^```$/gm
const NOT_RUN = /^not run: (\S.+)$/

function kindOf(language: string, words: string): Pick<PageBlock, 'kind' | 'reason'> | null {
  const reason = NOT_RUN.exec(words)?.[1] ?? ''
  if (language === 'text') return words === 'shows' ? { kind: 'shows', reason } : null
  if (language !== 'sh') return null
  if (words === 'run') return { kind: 'run', reason }
  if (words === 'run server') return { kind: 'server', reason }
  if (words === 'run proxy') return { kind: 'proxy', reason }
  return reason === '' ? null : { kind: 'not run', reason }
}

/** Throws for a block that says neither that it is run nor why not. */
export function pageBlocks(page: string): PageBlock[] {
  return [...page.matchAll(BLOCK)].map((found) => {
    const [, language = '', words = '', text = ''] = found
    const line = page.slice(0, found.index).split('\n').length + 1
    const said = kindOf(language, words)
    if (said === null)
      throw new Error(`line ${line}: the block says neither "run" nor "not run: …"`)
    return { ...said, text, line }
  })
}
