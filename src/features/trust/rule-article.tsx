import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { Article, type ArticleSection } from '#ui/article.tsx'

const SECONDS = MAX_SPOT_AGE_MS / 1_000

/** The rule step by step, or why it cannot be circumvented, with the same texts as "About us". */
export function RuleArticle({ part }: { part: 'rule' | 'fair' }) {
  const { t } = useTranslation(['trust', 'about'])
  const isLive = useAtomValue(appInfoAtom)?.source === 'live'
  const rule = (): ArticleSection => ({
    id: 'rule',
    title: t('trust:rule.title'),
    blocks: [
      {
        kind: 'steps',
        items: [
          t('about:results.entry'),
          t('about:results.exit'),
          t('about:results.outcome'),
          t('about:results.void', { seconds: SECONDS }),
        ],
      },
    ],
  })
  const fair = (): ArticleSection => ({
    id: 'fair',
    title: t('trust:fair.title'),
    blocks: [
      {
        kind: 'list',
        items: [
          t('about:different.log'),
          t('about:different.rule'),
          t('about:different.operators'),
          t(isLive ? 'about:different.live' : 'about:different.seed'),
        ],
      },
    ],
  })
  return <Article sections={[part === 'rule' ? rule() : fair()]} contents={null} />
}
