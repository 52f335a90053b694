import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OnlineButton } from '#components/online-button.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import type { ApiError } from '#api/api-error.ts'
import { isBusy, type Submission } from '#forms/form.ts'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { Notice } from '#ui/notice.tsx'

type ButtonProps = ComponentProps<typeof Button>

interface SubmitProps extends ButtonProps {
  submission: Submission
  /** The command moves money or binds the user, so it is disabled while the server is unreachable. */
  online?: boolean
}

/** Submits its form. While the client is looking up whether a command was executed, the button says so. */
export function SubmitButton({ submission, online = false, children, ...rest }: SubmitProps) {
  const { t } = useTranslation('common')
  const Kind = online ? OnlineButton : Button
  return (
    <Kind type="submit" size="lg" block busy={isBusy(submission)} {...rest}>
      {submission.status === 'confirming' ? t('confirming') : children}
    </Kind>
  )
}

interface Props extends Pick<SubmitProps, 'online' | 'disabled' | 'size' | 'variant'> {
  handle: {
    form: { submission: Submission }
    summary: { refusal: ApiError | null }
    submit: (event: FormEvent<HTMLFormElement>) => void
  }
  submitLabel: string
  /** Replaces the text of the refusal; null shows none. */
  refusal?: string | null
  /** Below the submit button. */
  footer?: ReactNode
  /** Adds a button that leaves the form, beside the submit button. */
  onCancel?: () => void
  className?: string
  children: ReactNode
}

/** A form with its fields, the refusal that belongs to no field, and the submit button. */
export function FormFrame(props: Props) {
  const { handle, submitLabel, refusal, footer, onCancel, className, children, ...submit } = props
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  const error = handle.summary.refusal
  const text = refusal === undefined ? error && errorText(error) : refusal
  const button = (
    <SubmitButton submission={handle.form.submission} {...submit}>
      {submitLabel}
    </SubmitButton>
  )
  return (
    <form
      noValidate
      onSubmit={handle.submit}
      className={join('flex flex-col', className ?? 'gap-4')}
    >
      {children}
      {text !== null && <Notice tone="bad">{text}</Notice>}
      {onCancel === undefined ? (
        button
      ) : (
        <div className="flex gap-2">
          <Button variant="secondary" block onClick={onCancel}>
            {t('cancel')}
          </Button>
          {button}
        </div>
      )}
      {footer}
    </form>
  )
}
