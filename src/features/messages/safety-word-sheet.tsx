import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { setSafetyWord } from '#contract/endpoints/messages.ts'
import { SAFETY_WORD_MAX, safetyWord } from '#contract/profile.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFields } from '#i18n/fields.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useForm } from '#forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-field.tsx'

const WORD_FORM = z.object({ word: safetyWord })

interface Props {
  open: boolean
  onClose: () => void
  /** Null when none is set yet. */
  word: string | null
}

/** Where the user sets, changes or removes the word that appears on every official message. */
export function SafetyWordSheet({ open, onClose, word }: Props) {
  const { t } = useTranslation(['messages', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('messages:word.title')}>
      <p className="pt-1 text-sm text-ink-2">{t('messages:word.lead')}</p>
      <WordForm word={word} onDone={onClose} />
      {word !== null && <RemoveWord onDone={onClose} />}
    </Sheet>
  )
}

function WordForm({ word, onDone }: { word: string | null; onDone: () => void }) {
  const { t } = useTranslation('messages')
  const toast = useSetAtom(showToastAtom)
  const handle = useForm({
    initial: { word: word ?? '' },
    schema: WORD_FORM,
    places: { validation_failed: 'word' },
    send: (body) => call(setSafetyWord, { body }),
    onAccepted: () => {
      toast({ tone: 'good', text: t('word.saved') })
      onDone()
    },
  })
  const { field } = useFields(handle)
  return (
    <FormFrame handle={handle} submitLabel={t('word.save')} className="gap-4 py-3">
      <TextField
        {...field('word')}
        label={t('word.label')}
        hint={t('word.hint')}
        autoComplete="off"
        maxLength={SAFETY_WORD_MAX}
      />
    </FormFrame>
  )
}

function RemoveWord({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('messages')
  const { errorText } = useErrorText()
  const toast = useSetAtom(showToastAtom)
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    const answer = await call(setSafetyWord, { body: { word: null } })
    setBusy(false)
    if (!answer.ok) return toast({ tone: 'bad', text: errorText(answer.error) })
    toast({ tone: 'good', text: t('word.removed') })
    onDone()
  }
  return (
    <Button variant="danger" block busy={busy} onClick={() => void remove()}>
      {t('word.remove')}
    </Button>
  )
}
