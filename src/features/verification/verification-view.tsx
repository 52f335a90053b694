import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#commands/commands.ts'
import { submitVerification } from '#contract/endpoints/verification.ts'
import type { PhotoPurpose } from '#contract/verification.ts'
import { usePhoto } from '#data/use-photo.ts'
import {
  checkVerification,
  EMPTY_VERIFICATION,
  type VerificationFields,
  verificationBody,
} from '#features/verification/verification-form.ts'
import { useFieldTexts } from '#i18n/field-texts.ts'
import { usePhotoTexts } from '#i18n/photo-texts.ts'
import { countriesOf, countryName, findCountries } from '#lib/countries.ts'
import { isPhotoBusy, previewOf } from '#lib/photo-state.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { type FormHandle, useForm } from '#lib/use-form.ts'
import { formSchema } from '#lib/form.ts'
import { streamsAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PhotoField } from '#ui/photo-field.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  side: 'front' | 'back'
  /** The form needs the photo and has none. */
  missing: string | undefined
  disabled: boolean
  onId: (id: string) => void
}

const PURPOSES: Record<Props['side'], PhotoPurpose> = { front: 'id_front', back: 'id_back' }

/** One side of the document. */
function IdPhoto({ side, missing, disabled, onId }: Props) {
  const { t } = useTranslation('verify')
  const { textsOf, faultOf, watermark, waiting } = usePhotoTexts()
  const photo = usePhoto({ purpose: PURPOSES[side], watermark, onId })
  const { state } = photo
  const label = t(`${side}.label`)
  const wanted = missing === undefined || !isPhotoBusy(state) ? missing : waiting
  return (
    <PhotoField
      label={label}
      name={`${side}Photo`}
      hint={t('photo.hint', { watermark })}
      texts={textsOf(state, label)}
      preview={previewOf(state)}
      phase={state.status === 'unreadable' ? 'empty' : state.status}
      part={state.status === 'uploading' ? state.part : 0}
      error={faultOf(state) ?? wanted}
      disabled={disabled}
      onPick={photo.pick}
      onRemove={photo.remove}
      onRetry={photo.retry}
    />
  )
}

/** The identity form. The nationality comes first, because it decides how the other fields are validated. */
export function VerificationView() {
  const { t } = useTranslation('verify')
  const streams = useAtomValue(streamsAtom)
  const toast = useSetAtom(showToastAtom)
  const command = useCommand(submitVerification)
  const handle = useForm({
    initial: EMPTY_VERIFICATION,
    schema: formSchema<VerificationFields>((fields) =>
      checkVerification(fields, streams?.serverNow() ?? 0),
    ),
    waiting: command.waiting,
    send: (fields, onConfirming) =>
      command.send({ body: verificationBody(fields) }, { onConfirming }),
    onAccepted: () => toast({ tone: 'good', text: t('submitted') }),
  })
  const { form, summary, change, submit } = handle
  const { textOf, errorText } = useVerificationTexts(handle)
  const confirming = form.submission.status === 'confirming'
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">{t('lead')}</p>
      <Person handle={handle} />
      {(['front', 'back'] as const).map((side) => (
        <IdPhoto
          key={side}
          side={side}
          missing={textOf(`${side}Photo`)}
          disabled={summary.busy}
          onId={(id) => change(`${side}Photo`, id)}
        />
      ))}
      {summary.refusal !== null && <Notice tone="bad">{errorText(summary.refusal)}</Notice>}
      <Button type="submit" size="lg" block busy={summary.busy}>
        {t(confirming ? 'confirming' : 'submit')}
      </Button>
    </form>
  )
}

/** Each empty field has its own prompt. */
function useVerificationTexts({ summary }: FormHandle<VerificationFields>) {
  const { t } = useTranslation('verify')
  return useFieldTexts(summary, {
    nationality: t('nationality.placeholder'),
    name: t('name.required'),
    idNumber: t('idNumber.required'),
    frontPhoto: t('front.required'),
    backPhoto: t('back.required'),
  })
}

function Person({ handle }: { handle: FormHandle<VerificationFields> }) {
  const { t, i18n } = useTranslation(['verify', 'common'])
  const { form, summary, change, leave } = handle
  const { textOf } = useVerificationTexts(handle)
  const countries = useMemo(() => countriesOf(i18n.language), [i18n.language])
  const { nationality } = form.fields
  const hint = nationality === 'CN' ? 'hintChina' : 'hint'
  return (
    <>
      <ChoiceField
        label={t('verify:nationality.label')}
        name="nationality"
        placeholder={t('verify:nationality.placeholder')}
        selected={nationality}
        valueLabel={nationality === '' ? '' : countryName(i18n.language, nationality)}
        find={(words) =>
          findCountries(countries, words).map(({ code, name }) => ({ id: code, label: name }))
        }
        onSelect={(code) => change('nationality', code)}
        error={textOf('nationality')}
        disabled={summary.busy}
        texts={{
          search: t('verify:nationality.search'),
          none: t('verify:nationality.none'),
        }}
      />
      {(['name', 'idNumber'] as const).map((field) => (
        <TextField
          key={field}
          name={field}
          label={t(`verify:${field}.label`)}
          hint={t(`verify:${field}.${hint}`)}
          autoComplete={field === 'name' ? 'name' : 'off'}
          autoCapitalize={field === 'name' ? 'words' : 'characters'}
          spellCheck={false}
          maxLength={field === 'name' ? 100 : 30}
          disabled={summary.busy}
          value={form.fields[field]}
          onValue={(value) => change(field, value)}
          onBlur={() => leave(field)}
          error={textOf(field)}
        />
      ))}
    </>
  )
}
