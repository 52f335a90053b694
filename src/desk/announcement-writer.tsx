import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import {
  ANNOUNCEMENT_MAX,
  type AnnouncementTexts,
  newAnnouncementTexts,
} from '#contract/messages.ts'
import { sendAnnouncement } from '#contract/endpoints/announcements.ts'
import { OPTIONAL_LANGUAGES, TextsByLanguage, useKeyOf } from '#desk/texts-by-language.tsx'
import { useFields } from '#i18n/fields.ts'
import { type Language, LANGUAGES } from '#i18n/languages.ts'
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
/** Empty languages are left out; their readers get the English text. */
export const announcementForm = arrangedSchema(newAnnouncementTexts, (fields: AnnouncementFields) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')),
)

function useSending(onSent: () => void) {
  const keyOf = useKeyOf()
  const { submission, run } = useSubmission()
  const send = async (texts: AnnouncementTexts): Promise<void> => {
    const body = { key: keyOf(texts), texts }
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
  const { field } = useFields(handle)
  return (
    <TextsByLanguage
      wrongBelow={OPTIONAL_LANGUAGES.some((each) => handle.summary.issues[each] !== undefined)}
    >
      {(language) => (
        <TextArea
          {...field(language)}
          key={language}
          label={LANGUAGES[language]}
          lang={language}
          maxLength={ANNOUNCEMENT_MAX}
        />
      )}
    </TextsByLanguage>
  )
}
