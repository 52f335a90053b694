/** Articles as tables of text keys, and the function that turns them into sections. */
import type { ArticleBlock, ArticleSection } from '#ui/article.tsx'

/** A key alone is a paragraph. `code` terms are shown unchanged in every language. */
type BlockKeys<K> =
  | K
  | { list: readonly K[] }
  | { steps: readonly K[] }
  | { pairs: readonly { term: K; text: K }[] }
  | { codes: readonly { names: readonly string[]; text: K }[] }

export interface SectionKeys<K> {
  id: string
  title: K
  blocks: readonly BlockKeys<K>[]
}

export type Say<K> = (key: K) => string

function blockOf<K extends string>(block: BlockKeys<K>, say: Say<K>): ArticleBlock {
  if (typeof block === 'string') return { kind: 'text', text: say(block) }
  if ('list' in block) return { kind: 'list', items: block.list.map(say) }
  if ('steps' in block) return { kind: 'steps', items: block.steps.map(say) }
  if ('codes' in block) {
    const pairs = block.codes.map(({ names, text }) => ({
      terms: names,
      code: true,
      text: say(text),
    }))
    return { kind: 'pairs', pairs }
  }
  const pairs = block.pairs.map(({ term, text }) => ({
    terms: [say(term)],
    code: false,
    text: say(text),
  }))
  return { kind: 'pairs', pairs }
}

export const articleOf = <K extends string>(
  sections: readonly SectionKeys<K>[],
  say: Say<K>,
): ArticleSection[] =>
  sections.map(({ id, title, blocks }) => ({
    id,
    title: say(title),
    blocks: blocks.map((block) => blockOf(block, say)),
  }))
