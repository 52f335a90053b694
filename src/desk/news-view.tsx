import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Refusal } from '#components/refusal.tsx'
import { deskNews, withdrawNews } from '#contract/endpoints/news.ts'
import type { DeskNewsItem } from '#contract/news.ts'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { NewsWriter } from '#desk/news-writer.tsx'
import { usePages } from '#desk/use-pages.ts'
import { LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

const readNews = async (before: DeskNewsItem['id'] | undefined) => {
  const answer = await call(deskNews, { query: { before } })
  if (!answer.ok) return answer
  return { ok: true, value: answer.value } as const
}

const TONES = { scheduled: 'info', published: 'good', withdrawn: 'neutral' } as const
type State = keyof typeof TONES
const stateOf = ({ withdrawnAt, publishAt }: DeskNewsItem, now: number): State => {
  if (withdrawnAt !== null) return 'withdrawn'
  return publishAt > now ? 'scheduled' : 'published'
}

/** The articles of the news, the newest written first, and the form for a new one. */
export function NewsView({ revision }: { revision: number }) {
  const { t } = useTranslation('desk')
  const pages = usePages<DeskNewsItem, DeskNewsItem['id']>({
    key: 'news',
    revision,
    load: readNews,
  })
  const [asking, ask] = useState<DeskNewsItem | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const withdraw = async ({ id }: DeskNewsItem): Promise<void> => {
    ask(null)
    const answer = await call(withdrawNews, { params: { id } })
    setError(answer.ok ? null : answer.error)
    pages.reload()
  }
  return (
    <section aria-label={t('tabs.news')} className="flex max-w-3xl flex-col gap-3">
      <p className="text-sm text-ink-2">{t('news.lead')}</p>
      <NewsWriter onWritten={pages.reload} />
      <Refusal error={error} />
      <h2 className="pt-3 font-semibold">{t('news.list')}</h2>
      <div>
        <ListTop pages={pages} />
        <ol className="flex flex-col divide-y divide-line">
          {pages.items.map((item) => (
            <Line key={item.id} item={item} onWithdraw={() => ask(item)} />
          ))}
        </ol>
        <ListEnd pages={pages} />
      </div>
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t('news.withdraw')}
          text={t('news.withdrawSure')}
          confirmLabel={t('news.withdraw')}
          danger
          onConfirm={() => void withdraw(asking)}
        />
      )}
    </section>
  )
}

function Line({ item, onWithdraw }: { item: DeskNewsItem; onWithdraw: () => void }) {
  const { t, i18n } = useTranslation('desk')
  const format = useFormat()
  const now = useServerMinute()
  const { texts, publishAt, writtenBy, withdrawnBy } = item
  const state = stateOf(item, now)
  const written = LANGUAGE_CODES.filter((language) => texts[language] !== undefined)
  const mine = written.find((language) => language === i18n.language) ?? 'en'
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <span className="figures flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2">
        <span>
          <span>{format.dateTime(publishAt)}</span> ·{' '}
          <span>{t('by', { name: withdrawnBy ?? writtenBy })}</span>
        </span>
        <Badge tone={TONES[state]}>{t(`news.state.${state}`)}</Badge>
      </span>
      <details>
        <summary lang={mine} className="cursor-pointer font-medium break-words">
          {texts[mine]?.title}
        </summary>
        {written.map((language) => (
          <div key={language} lang={language} className="pt-2 ps-4 text-sm break-words">
            <p lang={i18n.language} className="text-xs text-ink-3">
              {LANGUAGES[language]}
            </p>
            <p className="font-medium">{texts[language]?.title}</p>
            <p className="whitespace-pre-line">{texts[language]?.body}</p>
          </div>
        ))}
      </details>
      {state !== 'withdrawn' && (
        <Button variant="secondary" size="sm" className="self-start" onClick={onWithdraw}>
          {t('news.withdraw')}
        </Button>
      )}
    </li>
  )
}
