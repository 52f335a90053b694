import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type AppInfo, appInfoAtom } from '#api/session.ts'
import { APP_VERSION } from '#lib/app-version.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Section } from '#ui/section.tsx'

const versionText = (it: { version: string; versionCode: number }): string =>
  `${it.version} (${it.versionCode})`

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
