import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { writeNews } from '#contract/endpoints/news.ts'
import { NEWS_BODY_MAX, NEWS_TITLE_MAX, newNewsTexts } from '#contract/news.ts'
import { timeMs } from '#contract/scalars.ts'
import { OPTIONAL_LANGUAGES, TextsByLanguage, useKeyOf } from '#desk/texts-by-language.tsx'
import { arrangedSchema, refusalOf } from '#forms/form.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { useFields } from '#i18n/fields.ts'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

const PARTS = ['title', 'body'] as const
type NewsFields = Record<`texts.${Language}.${(typeof PARTS)[number]}` | 'publishAt', string>

const fieldsOf = (language: Language) =>
  [`texts.${language}.title`, `texts.${language}.body`] as const

export const EMPTY_NEWS = Object.fromEntries([
  ['publishAt', ''],
  ...LANGUAGE_CODES.flatMap((language) => fieldsOf(language).map((name) => [name, ''])),
]) as NewsFields

const article = z.object({ texts: newNewsTexts, publishAt: z.nullable(timeMs) })
type Article = z.output<typeof article>

/** Languages without a title and a body are left out. Without a time the article is published at once. */
export const newsForm = arrangedSchema(article, (fields: NewsFields) => ({
  texts: Object.fromEntries(
    LANGUAGE_CODES.flatMap((language) => {
      const [title, body] = fieldsOf(language).map((name) => fields[name])
      const isEmpty = `${title}${body}`.trim() === '' && OPTIONAL_LANGUAGES.includes(language)
      return isEmpty ? [] : [[language, { title, body }]]
    }),
  ),
  publishAt: fields.publishAt === '' ? null : Date.parse(fields.publishAt),
}))

function useWriting(onWritten: () => void) {
  const keyOf = useKeyOf()
  const { submission, run } = useSubmission()
  const write = async (content: Article): Promise<void> => {
    const body = { key: keyOf(content), ...content }
    await run(() => call(writeNews, { body }), onWritten)
  }
  return { submission, refusal: refusalOf(submission), write }
}

/** Opened with a tap, because a published text cannot be changed. */
export function NewsWriter({ onWritten }: { onWritten: () => void }) {
  const { t } = useTranslation('desk')
  const [open, setOpen] = useState(false)
  return open ? (
    <Form
      onClose={() => setOpen(false)}
      onWritten={() => {
        setOpen(false)
        onWritten()
      }}
    />
  ) : (
    <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
      {t('news.write')}
    </Button>
  )
}

function Form({ onClose, onWritten }: { onClose: () => void; onWritten: () => void }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const show = useSetAtom(showToastAtom)
  const [asking, ask] = useState<Article | null>(null)
  const { submission, refusal, write } = useWriting(() => {
    show({ tone: 'good', text: t('news.written') })
    onWritten()
  })
  // A valid form opens the question; its answer publishes the article.
  const handle = useForm({
    schema: newsForm,
    initial: EMPTY_NEWS,
    send: async (content) => {
      ask(content)
      return { ok: true, value: null }
    },
    onAccepted: () => {},
  })
  const at = asking?.publishAt ?? null
  return (
    <FormFrame
      handle={{ ...handle, form: { submission }, summary: { refusal } }}
      submitLabel={t('news.publish')}
      onCancel={onClose}
      className="max-w-xl gap-3 rounded-card border border-line bg-surface p-4"
    >
      <Fieldset handle={handle} />
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t('news.publish')}
          text={at === null ? t('news.sure') : t('news.sureAt', { time: format.dateTime(at) })}
          confirmLabel={t('news.publish')}
          onConfirm={() => {
            ask(null)
            void write(asking)
          }}
        />
      )}
    </FormFrame>
  )
}

function Fieldset({ handle }: { handle: FormHandle<NewsFields> }) {
  const { t } = useTranslation('desk')
  const { field } = useFields(handle)
  const wrongBelow = OPTIONAL_LANGUAGES.some((language) =>
    fieldsOf(language).some((name) => handle.summary.issues[name] !== undefined),
  )
  return (
    <>
      <TextsByLanguage wrongBelow={wrongBelow}>
        {(language) => (
          <fieldset key={language} className="flex flex-col gap-3">
            <legend className="pb-1 text-sm font-semibold">{LANGUAGES[language]}</legend>
            <TextArea
              {...field(`texts.${language}.title`)}
              label={t('news.title')}
              lang={language}
              maxLength={NEWS_TITLE_MAX}
            />
            <TextArea
              {...field(`texts.${language}.body`)}
              lines
              label={t('news.body')}
              lang={language}
              maxLength={NEWS_BODY_MAX}
            />
          </fieldset>
        )}
      </TextsByLanguage>
      <TextField
        {...field('publishAt')}
        type="datetime-local"
        autoComplete="off"
        label={t('news.at')}
        hint={t('news.atHint')}
      />
    </>
  )
}
