import { useTranslation } from 'react-i18next'
import { usePhotoTexts } from '#i18n/photo-texts.ts'
import { previewOf } from '#lib/photo-state.ts'
import { usePhoto } from '#data/use-photo.ts'
import { PhotoField } from '#ui/photo-field.tsx'

interface Props {
  /** The photo prevents the form from being sent. */
  wrong: boolean
  refusal: string | undefined
  disabled: boolean
  onId: (id: string) => void
}

/** The optional proof of payment. */
export function ProofPhoto({ wrong, refusal, disabled, onId }: Props) {
  const { t } = useTranslation('cashier')
  const { textsOf, faultOf, waiting } = usePhotoTexts()
  const photo = usePhoto({ purpose: 'deposit_proof', watermark: null, onId })
  const { state } = photo
  const label = t('deposit.proof')
  return (
    <PhotoField
      label={label}
      name="proof"
      hint={t('deposit.proofHint')}
      texts={textsOf(state, label)}
      preview={previewOf(state)}
      phase={state.status === 'unreadable' ? 'empty' : state.status}
      part={state.status === 'uploading' ? state.part : 0}
      error={faultOf(state) ?? (wrong ? waiting : refusal)}
      disabled={disabled}
      onPick={photo.pick}
      onRemove={photo.remove}
      onRetry={photo.retry}
    />
  )
}
