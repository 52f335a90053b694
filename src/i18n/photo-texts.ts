import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { PhotoState } from '#data/photo-state.ts'

/** The texts of a photo field (ui/photo-field.tsx) for the current state of its photo. */
export function usePhotoTexts() {
  const { t } = useTranslation('verify')
  const { errorText } = useErrorText()
  const format = useFormat()
  /** After the last byte the server still looks at the photo. */
  const uploading = (part: number): string =>
    part === 1
      ? t('photo.checking')
      : t('photo.uploading', { percent: format.percentFromBps(Math.floor(part * 100) * 100) })
  return {
    textsOf: (state: PhotoState, label: string) => ({
      take: t('photo.take'),
      choose: t('photo.choose'),
      remove: t('photo.remove'),
      retry: t('photo.retry'),
      preparing: t('photo.preparing'),
      uploading: uploading(state.status === 'uploading' ? state.part : 0),
      kept: t('photo.kept'),
      alt: t('photo.alt', { name: label }),
    }),
    faultOf: (state: PhotoState): string | undefined => {
      if (state.status === 'unreadable') return t('photo.unreadable')
      return state.status === 'failed' ? errorText(state.error) : undefined
    },
    watermark: t('watermark'),
    waiting: t('photo.waiting'),
  }
}
