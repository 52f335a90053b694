import type { ApiError } from '#api/api-error.ts'
import { ErrorDetails } from '#components/error-details.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { Notice } from '#ui/notice.tsx'

/** Why a command or the next page of a list failed; nothing if `error` is null. */
export function Refusal({ error }: { error: ApiError | null }) {
  const { errorText } = useErrorText()
  if (error === null) return null
  return (
    <>
      <Notice tone="bad">{errorText(error)}</Notice>
      <ErrorDetails error={error} />
    </>
  )
}
