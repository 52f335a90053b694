import type { ApiError } from '#lib/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'
import type { Fields, Summary } from '#lib/form.ts'

/** What to enter into an empty field, by field name. Fields without a text only say that they are empty. */
type Prompts<F extends Fields> = Partial<Record<keyof F, string>>

/** The text below a field: the server's refusal if there is one, otherwise the form's own issue. */
export function useFieldTexts<F extends Fields>(summary: Summary<F>, prompts: Prompts<F> = {}) {
  const { errorText, issueText } = useErrorText()
  return {
    errorText,
    issueText,
    textOf: (field: keyof F): string | undefined => {
      const refusal: ApiError | string | undefined = summary.refusals[field]
      if (typeof refusal === 'object') return errorText(refusal)
      const code = summary.refusals[field] ?? summary.issues[field]
      if (code === 'empty' && prompts[field] !== undefined) return prompts[field]
      return typeof code === 'string' ? issueText(code) : undefined
    },
  }
}
