import { RotateCcw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import { previewOf } from '#data/photo-state.ts'
import type { PhotoHandle } from '#data/use-photo.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The picture for the next message, previewed before it is sent. */
export function PictureToSend({ photo: { state, remove, retry } }: { photo: PhotoHandle }) {
  const { t } = useTranslation('support')
  const { errorText } = useErrorText()
  const preview = previewOf(state)
  if (state.status === 'empty') return null
  return (
    <div className="flex items-center gap-2 rounded-control bg-sunken p-2" aria-live="polite">
      {preview === null ? (
        state.status === 'preparing' && <Skeleton className="size-16 shrink-0" />
      ) : (
        <img
          src={preview}
          alt={t('picture.mine')}
          className="size-16 shrink-0 rounded-control object-cover"
        />
      )}
      <div className="min-w-0 flex-1 text-sm text-ink-2">
        {state.status === 'preparing' && <span>{t('picture.preparing')}</span>}
        {state.status === 'uploading' && (
          <>
            {t('picture.uploading')}
            <ProgressBar label={t('picture.uploading')} part={state.part} />
          </>
        )}
        {state.status === 'unreadable' && <span role="alert">{t('picture.unreadable')}</span>}
        {state.status === 'failed' && (
          <>
            <span role="alert">{errorText(state.error)}</span>
            <Button size="sm" variant="quiet" onClick={retry}>
              <RotateCcw aria-hidden size={16} /> {t('retry')}
            </Button>
          </>
        )}
      </div>
      <IconButton label={t('picture.remove')} onClick={remove}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
