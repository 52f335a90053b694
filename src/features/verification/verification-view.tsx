import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#commands/commands.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { submitVerification } from '#contract/endpoints/verification.ts'
import type { PhotoPurpose } from '#contract/verification.ts'
import { usePhoto, useSendPhoto } from '#data/use-photo.ts'
import { useFields } from '#i18n/fields.ts'
import { usePhotoTexts } from '#i18n/photo-texts.ts'
import { countriesOf, countryName, findCountries } from '#i18n/countries.ts'
import { isPhotoBusy, PHOTO_PENDING, previewOf } from '#data/photo-state.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { formSchema, type Issues } from '#forms/form.ts'
import { streamsAtom } from '#streams'
import { ChoiceField } from '#ui/choice-field.tsx'
import { WithHelp } from '#ui/help.tsx'
import { PhotoField } from '#ui/photo-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { CallInput } from '#api/call.ts'
import { photoId } from '#contract/scalars.ts'
import { identityIssues } from '#rules/identity-document.ts'

/** Photos are represented by their ids. */
interface VerificationFields extends Record<string, string> {
  nationality: string
  name: string
  idNumber: string
  frontPhoto: string
  backPhoto: string
}

const EMPTY_VERIFICATION: VerificationFields = {
  nationality: '',
  name: '',
  idNumber: '',
  frontPhoto: '',
  backPhoto: '',
}

const FIELDS = ['nationality', 'name', 'idNumber', 'frontPhoto', 'backPhoto'] as const

const isField = (path: string): path is (typeof FIELDS)[number] =>
  FIELDS.some((field) => field === path)

/** Applies the server's rules on the device. `nowMs` is the server's time. */
function checkVerification(fields: VerificationFields, nowMs: number): Issues<VerificationFields> {
  const issues: Issues<VerificationFields> = {}
  for (const { path, code } of identityIssues(fields, nowMs))
    if (isField(path)) issues[path] ??= code
  for (const field of FIELDS) if (fields[field].trim() === '') issues[field] = 'empty'
  for (const side of ['frontPhoto', 'backPhoto'] as const)
    if (fields[side] === PHOTO_PENDING) issues[side] = 'empty'
  return issues
}

const verificationBody = (
  fields: VerificationFields,
): CallInput<typeof submitVerification>['body'] => ({
  nationality: fields.nationality,
  name: fields.name.trim(),
  idNumber: fields.idNumber.trim(),
  frontPhoto: photoId.parse(fields.frontPhoto),
  backPhoto: photoId.parse(fields.backPhoto),
})

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
  const photo = usePhoto({ send: useSendPhoto(PURPOSES[side]), watermark, onId })
  const { state } = photo
  const label = t(`${side}.label`)
  const wanted = missing === undefined || !isPhotoBusy(state) ? missing : waiting
  return (
    <PhotoField
      label={label}
      name={`${side}Photo`}
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
  const { textOf } = useVerificationFields(handle)
  return (
    <FormFrame handle={handle} submitLabel={t('submit')}>
      <Lead />
      <Person handle={handle} />
      {(['front', 'back'] as const).map((side) => (
        <IdPhoto
          key={side}
          side={side}
          missing={textOf(`${side}Photo`)}
          disabled={handle.summary.busy}
          onId={(id) => handle.change(`${side}Photo`, id)}
        />
      ))}
    </FormFrame>
  )
}

/** What verification is for; how data and photos are treated is behind the "?". */
function Lead() {
  const { t } = useTranslation('verify')
  const { watermark } = usePhotoTexts()
  return (
    <WithHelp
      help={
        <>
          <p>{t('stored')}</p>
          <p>{t('photo.hint', { watermark })}</p>
        </>
      }
    >
      <p className="text-sm text-ink-2">{t('lead')}</p>
    </WithHelp>
  )
}

/** Each empty field has its own prompt. */
function useVerificationFields(handle: FormHandle<VerificationFields>) {
  const { t } = useTranslation('verify')
  return useFields(handle, {
    nationality: t('nationality.placeholder'),
    name: t('name.required'),
    idNumber: t('idNumber.required'),
    frontPhoto: t('front.required'),
    backPhoto: t('back.required'),
  })
}

function Person({ handle }: { handle: FormHandle<VerificationFields> }) {
  const { t, i18n } = useTranslation(['verify', 'common'])
  const { form, summary, change } = handle
  const { field, textOf } = useVerificationFields(handle)
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
      {(['name', 'idNumber'] as const).map((name) => (
        <TextField
          {...field(name)}
          key={name}
          label={t(`verify:${name}.label`)}
          hint={t(`verify:${name}.${hint}`)}
          autoComplete={name === 'name' ? 'name' : 'off'}
          autoCapitalize={name === 'name' ? 'words' : 'characters'}
          spellCheck={false}
          maxLength={name === 'name' ? 100 : 30}
          disabled={summary.busy}
        />
      ))}
    </>
  )
}
