import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { proposeLegalText } from '#contract/endpoints/legal.ts'
import { LEGAL_TEXT_MAX, legalKind, newLegalTexts } from '#contract/legal.ts'
import { Select } from '#desk/select.tsx'
import { OPTIONAL_LANGUAGES, TextsByLanguage, useKeyOf } from '#desk/texts-by-language.tsx'
import { arrangedSchema } from '#forms/form.ts'
import { useForm } from '#forms/use-form.ts'
import { useFields } from '#i18n/fields.ts'
import { type Language, LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'

type LegalFields = Record<`texts.${Language}` | 'kind', string>

export const EMPTY_LEGAL = Object.fromEntries([
  ['kind', 'terms'],
  ...LANGUAGE_CODES.map((language) => [`texts.${language}`, '']),
]) as LegalFields

/** Languages without a text are left out. */
export const legalForm = arrangedSchema(
  z.object({ kind: legalKind, texts: newLegalTexts }),
  (fields: LegalFields) => ({
    kind: fields.kind,
    texts: Object.fromEntries(
      LANGUAGE_CODES.flatMap((language) => {
        const text = fields[`texts.${language}`]
        const isLeftOut = text.trim() === '' && OPTIONAL_LANGUAGES.includes(language)
        return isLeftOut ? [] : [[language, text]]
      }),
    ),
  }),
)

/** Opened with a tap, because legal texts are rarely written. */
export function LegalWriter({ onProposed }: { onProposed: () => void }) {
  const { t } = useTranslation('desk')
  const [open, setOpen] = useState(false)
  return open ? (
    <Form
      onClose={() => setOpen(false)}
      onProposed={() => {
        setOpen(false)
        onProposed()
      }}
    />
  ) : (
    <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
      {t('legal.write')}
    </Button>
  )
}

function Form({ onClose, onProposed }: { onClose: () => void; onProposed: () => void }) {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const keyOf = useKeyOf()
  const handle = useForm({
    schema: legalForm,
    initial: EMPTY_LEGAL,
    send: (text) => call(proposeLegalText, { body: { key: keyOf(text), ...text } }),
    onAccepted: () => {
      show({ tone: 'good', text: t('legal.proposed') })
      onProposed()
    },
  })
  const { field } = useFields(handle)
  const wrongBelow = OPTIONAL_LANGUAGES.some(
    (language) => handle.summary.issues[`texts.${language}`] !== undefined,
  )
  return (
    <FormFrame
      handle={handle}
      submitLabel={t('legal.propose')}
      onCancel={onClose}
      className="max-w-xl gap-3 rounded-card border border-line bg-surface p-4"
    >
      <Select
        label={t('legal.which')}
        value={handle.form.fields.kind}
        options={legalKind.options.map((id) => ({ id, label: t(`legal.kind.${id}`) }))}
        onSelect={(kind) => handle.change('kind', kind)}
      />
      <TextsByLanguage wrongBelow={wrongBelow}>
        {(language) => (
          <TextArea
            key={language}
            {...field(`texts.${language}`)}
            lines
            label={LANGUAGES[language]}
            lang={language}
            maxLength={LEGAL_TEXT_MAX}
          />
        )}
      </TextsByLanguage>
    </FormFrame>
  )
}
