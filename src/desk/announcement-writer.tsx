import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { ANNOUNCEMENT_MAX, type AnnouncementTexts } from '#contract/messages.ts'
import { sendAnnouncement } from '#contract/endpoints/announcements.ts'
import {
  type AnnouncementFields,
  announcementForm,
  EMPTY_ANNOUNCEMENT,
  NEEDED,
} from '#desk/announcement-form.ts'
import { FormFrame, FRAMED } from '#desk/form-frame.tsx'
import { useFieldTexts } from '#i18n/field-texts.ts'
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#i18n/languages.ts'
import { newIntentKey } from '#lib/intent-key.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { type FormHandle, useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'

const OTHERS = LANGUAGE_CODES.filter((language) => !NEEDED.includes(language))

/**
 * Uses one key as long as the texts are unchanged, so that a retry after a lost answer does not send the announcement
 * twice.
 */
function useSending(onSent: () => void) {
  const intent = useRef({ words: '', key: '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (texts: AnnouncementTexts): Promise<void> => {
    const words = JSON.stringify(texts)
    if (intent.current.words !== words) intent.current = { words, key: newIntentKey() }
    setBusy(true)
    setError(null)
    const answer = await call(sendAnnouncement, { body: { key: intent.current.key, texts } })
    setBusy(false)
    if (answer.ok) onSent()
    else setError(answer.error)
  }
  return { busy, error, send }
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
  const { busy, error, send } = useSending(() => {
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
      submitLabel={t('announce.send')}
      busy={busy}
      error={error}
      onSubmit={handle.submit}
      onClose={onClose}
      className={`max-w-xl ${FRAMED}`}
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
  const { form, summary, change, leave } = handle
  const { t } = useTranslation('desk')
  const { textOf } = useFieldTexts(summary)
  const field = (language: Language) => (
    <TextArea
      key={language}
      label={LANGUAGES[language]}
      name={language}
      lang={language}
      value={form.fields[language]}
      onValue={(value) => change(language, value)}
      onBlur={() => leave(language)}
      maxLength={ANNOUNCEMENT_MAX}
      error={textOf(language)}
    />
  )
  const wrongBelow = OTHERS.some((language) => summary.issues[language] !== undefined)
  return (
    <>
      {NEEDED.map(field)}
      <details open={wrongBelow || undefined}>
        <summary className="min-h-touch cursor-pointer py-2.5 text-sm font-medium text-ink-2">
          {t('announce.more')}
        </summary>
        <p className="pb-3 text-xs text-ink-3">{t('announce.fallback')}</p>
        <div className="flex flex-col gap-3">{OTHERS.map(field)}</div>
      </details>
    </>
  )
}
