import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { Notice } from '#ui/notice.tsx'

interface Props {
  submitLabel: string
  busy: boolean
  /** The error of the last submission. */
  error: ApiError | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  className?: string
  children: ReactNode
}

/** The frame of the desk's forms: the error, the cancel button and the submit button. */
export function FormFrame(props: Props) {
  const { submitLabel, busy, error, onSubmit, onClose, className, children } = props
  const { t } = useTranslation('desk')
  const { errorText } = useErrorText()
  return (
    <form noValidate onSubmit={onSubmit} className={join('flex flex-col gap-3', className)}>
      {children}
      {error !== null && <Notice tone="bad">{errorText(error)}</Notice>}
      <div className="flex gap-2">
        <Button variant="secondary" block onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" block busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** For a form among other content. */
export const FRAMED = 'rounded-card border border-line bg-surface p-4'
