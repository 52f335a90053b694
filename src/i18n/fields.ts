import { useErrorText } from '#i18n/error-text.ts'
import type { ApiError } from '#api/api-error.ts'
import type { Fields } from '#forms/form.ts'
import type { FormHandle } from '#forms/use-form.ts'

/** What to enter into an empty field, by field name. Fields without a text only say that they are empty. */
type Prompts<F extends Fields> = Partial<Record<keyof F, string>>

/** The properties that connect an input to its field of a form. */
export interface FieldProps<Name extends string = string> {
  name: Name
  value: string
  onValue: (value: string) => void
  onBlur: () => void
  error: string | undefined
}

/**
 * The fields of a form for inputs. The text below a field is the server’s refusal if there is one, otherwise the form’s
 * own issue.
 */
export function useFields<F extends Fields>(handle: FormHandle<F>, prompts: Prompts<F> = {}) {
  const { form, summary, change, leave } = handle
  const { errorText, issueText } = useErrorText()
  const textOf = (field: keyof F): string | undefined => {
    const refusal: ApiError | string | undefined = summary.refusals[field]
    if (typeof refusal === 'object') return errorText(refusal)
    const code = summary.refusals[field] ?? summary.issues[field]
    if (code === 'empty' && prompts[field] !== undefined) return prompts[field]
    return typeof code === 'string' ? issueText(code) : undefined
  }
  const field = <Name extends keyof F & string>(name: Name): FieldProps<Name> => ({
    name,
    value: form.fields[name] ?? '',
    onValue: (value) => change(name, value),
    onBlur: () => leave(name),
    error: textOf(name),
  })
  return { field, textOf, errorText, issueText }
}
