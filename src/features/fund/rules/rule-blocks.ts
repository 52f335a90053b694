/** The building blocks of the fund's rules. */
import type { FundTerms } from '#contract/fund.ts'
import type { ArticleBlock } from '#ui/article.tsx'

/** The facts from which the rules are worked out. */
export interface RuleFacts {
  terms: FundTerms
  /** The server's clock. */
  nowMs: number
  /** Today's rate; null when it is not known. */
  dailyRate: number | null
  practice: boolean
}

export const list = (...items: string[]): ArticleBlock => ({ kind: 'list', items })
export const text = (words: string): ArticleBlock => ({ kind: 'text', text: words })
export const pairs = (rows: readonly (readonly [term: string, text: string])[]): ArticleBlock => ({
  kind: 'pairs',
  pairs: rows.map(([term, words]) => ({ terms: [term], code: false, text: words })),
})
