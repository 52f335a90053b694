import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import {
  ANNOUNCEMENT_MAX,
  type AnnouncementTexts,
  newAnnouncementTexts,
} from '#contract/messages.ts'
import { sendAnnouncement } from '#contract/endpoints/announcements.ts'
import { useFields } from '#i18n/fields.ts'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { newIntentKey } from '#api/intent-key.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { arrangedSchema, refusalOf } from '#forms/form.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

type AnnouncementFields = Record<Language, string>

export const EMPTY_ANNOUNCEMENT: AnnouncementFields = {
  'zh-CN': '',
  'zh-TW': '',
  en: '',
  ja: '',
  th: '',
  vi: '',
  id: '',
  ko: '',
  fr: '',
  de: '',
}
const NEEDED: readonly Language[] = ['zh-CN', 'en']

/** Empty languages are left out; their readers get the English text. */
export const announcementForm = arrangedSchema(newAnnouncementTexts, (fields: AnnouncementFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')),
)

const OTHERS = LANGUAGE_CODES.filter((language) => !NEEDED.includes(language))

/**
 * Uses one key as long as the texts are unchanged, so that a retry after a lost answer does not send the announcement
 * twice.
 */
function useSending(onSent: () => void) {
  const intent = useRef({ words: '', key: '' })
  const { submission, run } = useSubmission()
  const send = async (texts: AnnouncementTexts): Promise<void> => {
    const words = JSON.stringify(texts)
    if (intent.current.words !== words) intent.current = { words, key: newIntentKey() }
    const body = { key: intent.current.key, texts }
    await run(() => call(sendAnnouncement, { body }), onSent)
  }
  return { submission, refusal: refusalOf(submission), send }
}

/** Opened with a tap, because an announcement cannot be withdrawn. */
export function AnnouncementWriter({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('desk')
  const [open, setOpen] = useState(false)
  return open ? (
    <Form
      onClose={() => setOpen(false)}
      onSent={() => {
        setOpen(false)
        onSent()
      }}
    />
  ) : (
    <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
      {t('announce.write')}
    </Button>
  )
}

function Form({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const [asking, ask] = useState<AnnouncementTexts | null>(null)
  const { submission, refusal, send } = useSending(() => {
    show({ tone: 'good', text: t('announce.sent') })
    onSent()
  })
  // A valid form opens the question; its answer sends the texts.
  const handle = useForm({
    schema: announcementForm,
    initial: EMPTY_ANNOUNCEMENT,
    send: async (texts) => {
      ask(texts)
      return { ok: true, value: null }
    },
    onAccepted: () => {},
  })
  return (
    <FormFrame
      handle={{ ...handle, form: { submission }, summary: { refusal } }}
      submitLabel={t('announce.send')}
      onCancel={onClose}
      className="max-w-xl gap-3 rounded-card border border-line bg-surface p-4"
    >
      <Texts handle={handle} />
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t('announce.send')}
          text={t('announce.sure')}
          confirmLabel={t('announce.yes')}
          danger
          onConfirm={() => {
            ask(null)
            void send(asking)
          }}
        />
      )}
    </FormFrame>
  )
}

function Texts({ handle }: { handle: FormHandle<AnnouncementFields> }) {
  const { t } = useTranslation('desk')
  const { field } = useFields(handle)
  const textArea = (language: Language) => (
    <TextArea
      {...field(language)}
      key={language}
      label={LANGUAGES[language]}
      lang={language}
      maxLength={ANNOUNCEMENT_MAX}
    />
  )
  const wrongBelow = OTHERS.some((language) => handle.summary.issues[language] !== undefined)
  return (
    <>
      {NEEDED.map(textArea)}
      <details open={wrongBelow || undefined}>
        <summary className="min-h-touch cursor-pointer py-2.5 text-sm font-medium text-ink-2">
          {t('announce.more')}
        </summary>
        <p className="pb-3 text-xs text-ink-3">{t('announce.fallback')}</p>
        <div className="flex flex-col gap-3">{OTHERS.map(textArea)}</div>
      </details>
    </>
  )
}
