import type { ApiError } from '#api/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'
import type { Fields, Summary } from '#lib/form.ts'

/** The text beside a field: the server's refusal first, else the form's own issue. */
export function useFieldTexts<F extends Fields>(summary: Summary<F>) {
  const { errorText, issueText } = useErrorText()
  return {
    errorText,
    issueText,
    textOf: (field: keyof F): string | undefined => {
      const refusal: ApiError | string | undefined = summary.refusals[field]
      if (typeof refusal === 'object') return errorText(refusal)
      const code = summary.refusals[field] ?? summary.issues[field]
      return typeof code === 'string' ? issueText(code) : undefined
    },
  }
}
