import type { ApiError } from '#api/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Notice } from '#ui/notice.tsx'

/** Why a command or the next page of a list failed; nothing if `error` is null. */
export function Refusal({ error }: { error: ApiError | null }) {
  const { errorText } = useErrorText()
  return error !== null && <Notice tone="bad">{errorText(error)}</Notice>
}
