import { useTranslation } from 'react-i18next'
import type { PhotoPurpose } from '#contract/verification.ts'
import { usePhotoTexts } from '#i18n/photo-texts.ts'
import { isPhotoBusy, previewOf } from '#lib/photo-state.ts'
import { usePhoto } from '#data/use-photo.ts'
import { PhotoField } from '#ui/photo-field.tsx'

interface Props {
  side: 'front' | 'back'
  /** The form needs the photo and has none. */
  missing: string | undefined
  disabled: boolean
  onId: (id: string) => void
}

const PURPOSES: Record<Props['side'], PhotoPurpose> = { front: 'id_front', back: 'id_back' }

/** One side of the document. */
export function IdPhoto({ side, missing, disabled, onId }: Props) {
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
