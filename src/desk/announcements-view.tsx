import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import type { Announcement } from '#contract/messages.ts'
import { deskAnnouncements } from '#contract/endpoints/announcements.ts'
import { AnnouncementWriter } from '#desk/announcement-writer.tsx'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { usePages } from '#desk/use-pages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { Badge } from '#ui/badge.tsx'

const readAnnouncements = async (before: Announcement['id'] | undefined) => {
  const answer = await call(deskAnnouncements, { query: { before } })
  if (!answer.ok) return answer
  return { ok: true, value: answer.value } as const
}

/** The announcements, newest first, and the form for a new one. */
export function AnnouncementsView({ revision }: { revision: number }) {
  const { t } = useTranslation('desk')
  const pages = usePages<Announcement, Announcement['id']>({
    key: 'announcements',
    revision,
    load: readAnnouncements,
  })
  return (
    <section aria-label={t('tabs.announcements')} className="flex max-w-3xl flex-col gap-3">
      <p className="text-sm text-ink-2">{t('announce.lead')}</p>
      <AnnouncementWriter onSent={pages.reload} />
      <h2 className="pt-3 font-semibold">{t('announce.list')}</h2>
      <div>
        <ListTop pages={pages} />
        <ol className="flex flex-col divide-y divide-line">
          {pages.items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ol>
        <ListEnd pages={pages} />
      </div>
    </section>
  )
}

function Line({ item }: { item: Announcement }) {
  const { t, i18n } = useTranslation('desk')
  const format = useFormat()
  const { texts, told, users, doneAt } = item
  const written = LANGUAGE_CODES.filter((language) => texts[language] !== undefined)
  const mine = written.find((language) => language === i18n.language) ?? 'en'
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <span className="figures flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2">
        <span>
          <span>{format.dateTime(item.sentAt)}</span> ·{' '}
          <span>{t('by', { name: item.sentBy })}</span>
        </span>
        <Badge tone={doneAt === null ? 'info' : 'good'}>
          {t('announce.told', { told: format.number(told), users: format.number(users) })}
        </Badge>
      </span>
      <details>
        <summary lang={mine} className="cursor-pointer break-words">
          {texts[mine]}
        </summary>
        <dl className="flex flex-col gap-1.5 pt-2 ps-4 text-sm">
          {written
            .filter((language) => language !== mine)
            .map((language) => (
              <div key={language}>
                <dt className="text-xs text-ink-3">{LANGUAGES[language]}</dt>
                <dd lang={language} className="break-words">
                  {texts[language]}
                </dd>
              </div>
            ))}
        </dl>
      </details>
    </li>
  )
}
