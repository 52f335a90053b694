import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type AppInfo, appInfoAtom } from '#api/session.ts'
import { articleOf, type SectionKeys } from '#features/articles/article-text.ts'
import type { TextKey } from '#i18n/text-key.ts'
import { APP_VERSION } from '#lib/app-version.ts'
import { MAX_SPOT_AGE_MS } from '#rules/spot.ts'
import { Article } from '#ui/article.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'

const SECONDS = MAX_SPOT_AGE_MS / 1_000

/** The sections of "About us", in order. */
export const ABOUT: readonly SectionKeys<TextKey<'about'>>[] = [
  { id: 'who', title: 'who.title', blocks: ['who.why', 'who.practice'] },
  {
    id: 'different',
    title: 'different.title',
    blocks: [
      {
        list: [
          'different.log',
          'different.rule',
          'different.operators',
          'different.seed',
          'different.bonus',
        ],
      },
    ],
  },
  {
    id: 'results',
    title: 'results.title',
    blocks: [
      { steps: ['results.entry', 'results.exit', 'results.outcome', 'results.void'] },
      'results.check',
    ],
  },
  {
    id: 'honest',
    title: 'honest.title',
    blocks: ['honest.profit', 'honest.past', 'honest.seed', 'honest.recording'],
  },
  { id: 'contact', title: 'contact.title', blocks: ['contact.service', 'contact.never'] },
]

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

const versionText = (build: { version: string; versionCode: number }): string =>
  `${build.version} (${build.versionCode})`

/** The version of the app, and the settings of its server. */
export function AppFacts() {
  const { t } = useTranslation('about')
  const info = useAtomValue(appInfoAtom)
  return (
    <Section title={t('app.title')}>
      <dl className="divide-y divide-line/60 px-4">
        <ListRow label={t('app.version')} value={versionText(APP_VERSION)} />
        {info !== null && <ServerFacts info={info} />}
      </dl>
    </Section>
  )
}

function ServerFacts({ info }: { info: AppInfo }) {
  const { t } = useTranslation(['about', 'common'])
  const reviews = info.practiceReviewer ? 'common:practiceReviewer' : 'about:app.operators'
  return (
    <>
      <ListRow label={t('about:app.server')} value={versionText(info)} />
      <ListRow
        label={t('about:app.money')}
        value={t(info.practice ? 'about:app.practiceMoney' : 'about:app.realMoney')}
      />
      <ListRow label={t('about:app.prices')} value={t(`common:source.${info.source}`)} />
      <ListRow label={t('about:app.reviews')} value={t(reviews)} />
    </>
  )
}
