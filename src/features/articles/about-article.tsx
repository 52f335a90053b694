import { useTranslation } from 'react-i18next'
import { ABOUT } from '#features/articles/about-text.ts'
import { articleOf } from '#features/articles/article-text.ts'
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { Article } from '#ui/article.tsx'

const SECONDS = MAX_SPOT_AGE_MS / 1_000

/** Who makes this app, what is different about it, and how results are decided. */
export function AboutArticle() {
  const { t } = useTranslation('about')
  const sections = articleOf(ABOUT, (key) => t(key, { seconds: SECONDS }))
  return (
    <>
      <p className="max-w-prose text-lg leading-7 font-semibold text-balance">{t('lead')}</p>
      <Article sections={sections} contents={t('contents')} />
    </>
  )
}
