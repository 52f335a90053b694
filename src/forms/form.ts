/** The pure model shared by all forms: field values, which fields were touched, and the state of the submission. */
import { z } from 'zod/mini'
import type { ApiError } from '#api/api-error.ts'
import type { ErrorCode, FieldIssueCode } from '#contract/errors.ts'
import { fieldIssue, fieldIssues } from '#contract/field-issues.ts'

export type Submission =
  | { status: 'editing' }
  | { status: 'sending' }
  /** The answer was lost, and the client is looking up whether the command was executed. */
  | { status: 'confirming' }
  | { status: 'accepted' }
  | { status: 'refused'; error: ApiError }

/** Why a submission was refused; null in every other state. */
export const refusalOf = (submission: Submission): ApiError | null =>
  submission.status === 'refused' ? submission.error : null

export type Fields = Record<string, string>

export interface Form<F extends Fields> {
  fields: F
  /** Fields that had the focus and lost it. Their issues may be shown. */
  touched: readonly (keyof F)[]
  /** Whether the user has tried to submit the form. */
  submitted: boolean
  submission: Submission
}

export type FormAction<F extends Fields> =
  | { type: 'change'; field: keyof F; value: string }
  | { type: 'leave'; field: keyof F }
  | { type: 'try' }
  | { type: 'submission'; submission: Submission }

/** The issues by field. Checks return only the fields that have one. */
export type Issues<F extends Fields> = Partial<Record<keyof F, FieldIssueCode>>

/** A schema for fields whose rule is a function because it depends on the terms or on the time. */
export const formSchema = <F extends Fields>(find: (fields: F) => Issues<F>): z.ZodMiniType<F, F> =>
  z.custom<F>().check((payload) => {
    for (const [field, code] of Object.entries(find(payload.value)))
      if (code !== undefined) payload.issues.push(fieldIssue(field, code))
  })

/**
 * A schema for fields that are sent in another shape. `arrange` gives the contract's schema what it reads. Its issues
 * belong to the fields of the same paths, otherwise of the same names.
 */
export const arrangedSchema = <F extends Fields, Output>(
  schema: z.ZodMiniType<Output>,
  arrange: (fields: F) => unknown,
): z.ZodMiniType<Output, F> =>
  z.pipe(
    z.custom<F>(),
    z.transform((fields, { issues }) => {
      const { data, error } = schema.safeParse(arrange(fields), { reportInput: true })
      if (error === undefined) return data
      for (const { path, code } of fieldIssues(error))
        issues.push(
          fieldIssue(isFieldOf(fields, path) ? path : (path.split('.').at(-1) ?? ''), code),
        )
      return z.NEVER
    }),
  )

/** `fields` as the schema converts them, or null, together with the issues. */
export function judge<F extends Fields, Output>(
  schema: z.ZodMiniType<Output, F>,
  fields: F,
): { issues: Issues<F>; output: Output | null } {
  const { data, error } = schema.safeParse(fields, { reportInput: true })
  if (error === undefined) return { issues: {}, output: data }
  const issues: Issues<F> = {}
  for (const { path, code } of fieldIssues(error)) if (isFieldOf(fields, path)) issues[path] = code
  return { issues, output: null }
}

/** Maps the code of a refusal to the field that it concerns. */
export type Places<F extends Fields> = Partial<Record<ErrorCode, keyof F & string>>

export const startForm = <F extends Fields>(fields: F): Form<F> => ({
  fields,
  touched: [],
  submitted: false,
  submission: { status: 'editing' },
})

export const isBusy = ({ status }: Submission): boolean =>
  status === 'sending' || status === 'confirming'

/** What was typed is never lost. While a submission is running, the fields cannot change. */
export function reduceForm<F extends Fields>(form: Form<F>, action: FormAction<F>): Form<F> {
  switch (action.type) {
    case 'change':
      if (isBusy(form.submission)) return form
      return {
        ...form,
        fields: { ...form.fields, [action.field]: action.value },
        submission: { status: 'editing' },
      }
    case 'leave':
      return form.touched.includes(action.field)
        ? form
        : { ...form, touched: [...form.touched, action.field] }
    case 'try':
      return { ...form, submitted: true }
    case 'submission':
      return { ...form, submission: action.submission }
  }
}

export interface Summary<F extends Fields> {
  busy: boolean
  /** Whether the form may be submitted. */
  isValid: boolean
  /**
   * Issues that may be shown: of touched fields, or of all fields after a submission attempt. Empty fields show theirs
   * only after the attempt.
   */
  issues: Issues<F>
  /** Refusals that are shown next to a field. */
  refusals: Partial<Record<keyof F, ApiError | FieldIssueCode>>
  /** A refusal that does not belong to any field. */
  refusal: ApiError | null
}

export function summariseForm<F extends Fields>(
  form: Form<F>,
  found: Issues<F>,
  places: Places<F>,
): Summary<F> {
  const issues: Issues<F> = {}
  for (const field in form.fields) {
    const code = found[field]
    const show = form.submitted || (form.touched.includes(field) && code !== 'empty')
    if (code !== undefined && show) issues[field] = code
  }
  const { submission } = form
  const base = { busy: isBusy(submission), isValid: Object.keys(found).length === 0, issues }
  if (submission.status !== 'refused') return { ...base, refusals: {}, refusal: null }
  return { ...base, ...placeRefusal(form, submission.error, places) }
}

const isFieldOf = <F extends Fields>(fields: F, name: string): name is Extract<keyof F, string> =>
  Object.hasOwn(fields, name)

function placeRefusal<F extends Fields>(
  form: Form<F>,
  error: ApiError,
  places: Places<F>,
): Pick<Summary<F>, 'refusals' | 'refusal'> {
  const refusals: Summary<F>['refusals'] = {}
  if (error.kind === 'rejected') {
    for (const issue of error.issues) {
      if (isFieldOf(form.fields, issue.path)) refusals[issue.path] = issue.code
    }
  }
  const field = error.kind === 'rejected' ? places[error.code] : undefined
  if (field !== undefined) refusals[field] = error
  return { refusals, refusal: Object.keys(refusals).length === 0 ? error : null }
}
