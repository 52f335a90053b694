/** The pure model that every form here shares: what is typed, what was left, and how the submission stands. */
import type { ApiError } from '#api/api-error.ts'
import type { FieldIssueCode } from '#contract/errors.ts'

export type Submission =
  | { status: 'editing' }
  | { status: 'sending' }
  /** The answer was lost; whether it was done is being found out. */
  | { status: 'confirming' }
  | { status: 'accepted' }
  | { status: 'refused'; error: ApiError }

export type Fields = Record<string, string>

export interface Form<F extends Fields> {
  fields: F
  /** Fields that had the focus and lost it: their issues may show. */
  left: readonly (keyof F)[]
  tried: boolean
  submission: Submission
}

export type FormAction<F extends Fields> =
  | { type: 'change'; field: keyof F; value: string }
  | { type: 'leave'; field: keyof F }
  | { type: 'try' }
  | { type: 'submission'; submission: Submission }

/** What is wrong, a field each; checks name only what is wrong. */
export type Issues<F extends Fields> = Partial<Record<keyof F, FieldIssueCode>>

export const startForm = <F extends Fields>(fields: F): Form<F> => ({
  fields,
  left: [],
  tried: false,
  submission: { status: 'editing' },
})

export const isBusy = ({ status }: Submission): boolean =>
  status === 'sending' || status === 'confirming'

/** Nothing typed is ever lost; while a submission runs, nothing changes it. */
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
      return form.left.includes(action.field)
        ? form
        : { ...form, left: [...form.left, action.field] }
    case 'try':
      return { ...form, tried: true }
    case 'submission':
      return { ...form, submission: action.submission }
  }
}

export interface Summary<F extends Fields> {
  busy: boolean
  /** Whether it may be sent. */
  sound: boolean
  /** Issues that may show now: of fields left alone, or of all after a try; an empty field waits for the try. */
  issues: Issues<F>
  /** Refusals that belong beside a field. */
  refusals: Partial<Record<keyof F, ApiError | FieldIssueCode>>
  /** A refusal that belongs to no field. */
  refusal: ApiError | null
}

/** `fieldOf`: the field that a refusal of the server is about, if it is about one. */
export function summariseForm<F extends Fields>(
  form: Form<F>,
  found: Issues<F>,
  fieldOf: (error: ApiError) => keyof F | null,
): Summary<F> {
  const issues: Issues<F> = {}
  for (const field in form.fields) {
    const code = found[field]
    const show = form.tried || (form.left.includes(field) && code !== 'empty')
    if (code !== undefined && show) issues[field] = code
  }
  const { submission } = form
  const base = { busy: isBusy(submission), sound: Object.keys(found).length === 0, issues }
  if (submission.status !== 'refused') return { ...base, refusals: {}, refusal: null }
  return { ...base, ...placeRefusal(form, submission.error, fieldOf) }
}

const isFieldOf = <F extends Fields>(fields: F, name: string): name is Extract<keyof F, string> =>
  Object.hasOwn(fields, name)

function placeRefusal<F extends Fields>(
  form: Form<F>,
  error: ApiError,
  fieldOf: (error: ApiError) => keyof F | null,
): Pick<Summary<F>, 'refusals' | 'refusal'> {
  const refusals: Summary<F>['refusals'] = {}
  if (error.kind === 'rejected') {
    for (const issue of error.issues) {
      if (isFieldOf(form.fields, issue.path)) refusals[issue.path] = issue.code
    }
  }
  const field = fieldOf(error)
  if (field !== null) refusals[field] = error
  return { refusals, refusal: Object.keys(refusals).length === 0 ? error : null }
}
