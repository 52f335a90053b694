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
          'different.live',
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
    blocks: ['honest.profit', 'honest.past', 'honest.seed', 'honest.recording', 'honest.live'],
  },
  { id: 'contact', title: 'contact.title', blocks: ['contact.service'] },
]

/** What is said of live prices only, and of all others only. */
const OF_LIVE: readonly TextKey<'about'>[] = ['different.live', 'honest.live']
const OF_OTHERS: readonly TextKey<'about'>[] = ['different.seed', 'honest.seed', 'honest.recording']

type AboutSection = (typeof ABOUT)[number]
type AboutBlock = AboutSection['blocks'][number]

/** The sections without what is not true of the server's prices. */
function aboutPrices(isLive: boolean): AboutSection[] {
  const omitted = isLive ? OF_OTHERS : OF_LIVE
  const isSaid = (key: TextKey<'about'>): boolean => !omitted.includes(key)
  const kept = (block: AboutBlock): AboutBlock[] => {
    if (typeof block === 'string') return isSaid(block) ? [block] : []
    return 'list' in block ? [{ list: block.list.filter(isSaid) }] : [block]
  }
  return ABOUT.map((section) => ({ ...section, blocks: section.blocks.flatMap(kept) }))
}

/** Who makes this app, what is different about it, and how results are decided. */
export function AboutArticle() {
  const { t } = useTranslation('about')
  const isLive = useAtomValue(appInfoAtom)?.source === 'live'
  const sections = articleOf(aboutPrices(isLive), (key) => t(key, { seconds: SECONDS }))
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
