import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { listLegalTexts } from '#contract/endpoints/legal.ts'
import type { LegalKind, LegalText } from '#contract/legal.ts'
import { useFetched } from '#data/use-fetched.ts'
import { useDayText } from '#i18n/day-text.ts'
import { languageOf } from '#i18n/setup.ts'

/** Empty lines separate the paragraphs of a text. */
const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/)

/** What operators have published beside the app's own texts. Nothing where they have published nothing. */
export function LegalTexts({ kinds }: { kinds: readonly LegalKind[] }) {
  const { i18n } = useTranslation('about')
  const language = languageOf(i18n)
  return <InLanguage key={language} kinds={kinds} />
}

function InLanguage({ kinds }: { kinds: readonly LegalKind[] }) {
  const { i18n } = useTranslation('about')
  const [only] = kinds.length === 1 ? kinds : []
  const { fetched } = useFetched(() =>
    call(listLegalTexts, { query: { language: languageOf(i18n), kind: only } }),
  )
  const items = fetched.status === 'ready' ? fetched.value.items : []
  return kinds.map((kind) => {
    const text = items.find((item) => item.kind === kind)
    return text === undefined ? null : <Text key={kind} text={text} />
  })
}

function Text({ text: { kind, version, language, body, publishedAt } }: { text: LegalText }) {
  const { t } = useTranslation('about')
  const days = useDayText()
  const title = t(`legal.${kind}`)
  const date = days.date(new Date(publishedAt).toISOString().slice(0, 10))
  return (
    <section aria-label={title} className="flex max-w-prose flex-col gap-3">
      <header>
        <h2 className="text-lg font-bold">{title}</h2>
        <p className="text-sm text-ink-3">{t('legal.version', { version, date })}</p>
      </header>
      <div lang={language} className="flex flex-col gap-3">
        {paragraphsOf(body).map((paragraph, at) => (
          <p key={at} className="leading-7 wrap-anywhere whitespace-pre-line text-ink-2">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  )
}
