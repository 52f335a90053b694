import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Refusal } from '#components/refusal.tsx'
import { listNews } from '#contract/endpoints/news.ts'
import type { NewsItem } from '#contract/news.ts'
import type { NewsId } from '#contract/scalars.ts'
import { newsAtom } from '#features/news/news.ts'
import { NewsRows } from '#features/news/news-rows.tsx'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'

interface Props {
  title: string
  /** The article that is shown above the list, which does not have it. */
  except?: string
}

/** All news, newest first. Nothing is shown as long as there are none. */
export function AllNews({ title, except }: Props) {
  const { i18n } = useTranslation()
  const language = languageOf(i18n)
  const news = useAtomValue(newsAtom(language))
  if (news.status !== 'ready') return null
  const items = news.value.items.filter(({ id }) => id !== except)
  if (items.length === 0) return null
  return (
    <Section strong title={title}>
      <NewsRows items={items} />
      {news.value.next !== null && (
        <Older key={language} language={language} first={news.value.next} />
      )}
    </Section>
  )
}

/** Further pages, each read with a tap. */
function Older({ language, first }: { language: Language; first: NewsId }) {
  const { t } = useTranslation('home')
  const [items, setItems] = useState<readonly NewsItem[]>([])
  const [next, setNext] = useState<NewsId | null>(first)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async (before: NewsId): Promise<void> => {
    setBusy(true)
    const answer = await call(listNews, { query: { language, before } })
    setBusy(false)
    setError(answer.ok ? null : answer.error)
    if (!answer.ok) return
    setItems((last) => [...last, ...answer.value.items])
    setNext(answer.value.next)
  }
  return (
    <>
      {items.length > 0 && <NewsRows items={items} />}
      <Refusal error={error} />
      {next !== null && (
        <div className="p-2 text-center">
          <Button variant="quiet" disabled={busy} onClick={() => void read(next)}>
            {t('news.older')}
          </Button>
        </div>
      )}
    </>
  )
}
