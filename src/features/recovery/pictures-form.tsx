import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { sendPictureAtom } from '#api/upload.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { followRecovery } from '#contract/endpoints/recovery.ts'
import { type RecoveryPicture, recoveryPicture } from '#contract/recovery.ts'
import { isPhotoBusy, PHOTO_PENDING, previewOf } from '#data/photo-state.ts'
import { usePhoto } from '#data/use-photo.ts'
import type { AskedRecovery } from '#features/recovery/kept.ts'
import { formSchema } from '#forms/form.ts'
import { useForm } from '#forms/use-form.ts'
import { usePhotoTexts } from '#i18n/photo-texts.ts'
import { useFields } from '#i18n/fields.ts'
import { WithHelp } from '#ui/help.tsx'
import { PhotoField } from '#ui/photo-field.tsx'
import { Button } from '#ui/button.tsx'

type Picked = Record<RecoveryPicture, string>

const SCHEMA = formSchema<Picked>((fields) =>
  Object.fromEntries(
    recoveryPicture.options
      .filter((name) => fields[name] === '' || fields[name] === PHOTO_PENDING)
      .map((name) => [name, 'empty']),
  ),
)

interface Props {
  asked: AskedRecovery
  /** Both pictures are stored, and operators review them. */
  onStored: () => void
  /** The request takes no pictures any more. */
  onOver: () => void
}

/** Two pictures, which stay on the device until both are sent: with the second one they can no longer be replaced. */
export function PicturesForm({ asked, onStored, onOver }: Props) {
  const { t } = useTranslation(['recovery', 'verify'])
  const { watermark } = usePhotoTexts()
  const { send: upload } = useAtomValue(sendPictureAtom)
  const photos = useRef<Partial<Record<RecoveryPicture, Blob>>>({})
  /** An answer may have been lost, so the state of the request tells whether it is complete. */
  const isStored = async (): Promise<boolean> => {
    const state = await call(followRecovery, { body: { code: asked.code } })
    return state.ok && state.value.state === 'review'
  }
  const send = async (): Promise<Answer<unknown>> => {
    for (const picture of recoveryPicture.options) {
      const photo = photos.current[picture]
      if (photo === undefined) continue
      const answer = await upload({ picture, token: asked.upload, photo, onProgress: () => {} })
      if (!answer.ok) return (await isStored()) ? { ok: true, value: undefined } : answer
    }
    return { ok: true, value: undefined }
  }
  const handle = useForm({
    initial: { document: '', face: '' },
    schema: SCHEMA,
    send,
    onAccepted: onStored,
  })
  const { textOf } = useFields(handle, {
    document: t('recovery:pictures.required'),
    face: t('recovery:pictures.required'),
  })
  const { refusal, busy } = handle.summary
  const isOver = refusal?.kind === 'rejected' && refusal.code === 'recovery_unknown'
  return (
    <FormFrame handle={handle} submitLabel={t('recovery:pictures.submit')}>
      <WithHelp
        help={
          <>
            <p>{t('recovery:pictures.help')}</p>
            <p>{t('verify:photo.hint', { watermark })}</p>
          </>
        }
      >
        <p className="text-sm text-ink-2">{t('recovery:pictures.lead')}</p>
      </WithHelp>
      {recoveryPicture.options.map((picture) => (
        <Picture
          key={picture}
          picture={picture}
          missing={textOf(picture)}
          disabled={busy}
          onPhoto={(photo) => {
            photos.current[picture] = photo
          }}
          onId={(id) => handle.change(picture, id)}
        />
      ))}
      {isOver && (
        <Button variant="secondary" block onClick={onOver}>
          {t('recovery:pictures.again')}
        </Button>
      )}
    </FormFrame>
  )
}

interface PictureProps {
  picture: RecoveryPicture
  missing: string | undefined
  disabled: boolean
  onPhoto: (photo: Blob) => void
  onId: (id: string) => void
}

function Picture({ picture, missing, disabled, onPhoto, onId }: PictureProps) {
  const { t } = useTranslation('recovery')
  const { textsOf, faultOf, watermark, waiting } = usePhotoTexts()
  const photo = usePhoto({
    send: async (prepared) => {
      onPhoto(prepared.photo)
      return { ok: true, value: { id: picture } }
    },
    watermark,
    onId,
  })
  const { state } = photo
  const label = t(`pictures.${picture}`)
  return (
    <PhotoField
      label={label}
      name={picture}
      texts={{ ...textsOf(state, label), kept: t('pictures.kept') }}
      preview={previewOf(state)}
      phase={state.status === 'unreadable' ? 'empty' : state.status}
      part={state.status === 'uploading' ? state.part : 0}
      error={faultOf(state) ?? (missing !== undefined && isPhotoBusy(state) ? waiting : missing)}
      disabled={disabled}
      onPick={photo.pick}
      onRemove={photo.remove}
      onRetry={photo.retry}
    />
  )
}
