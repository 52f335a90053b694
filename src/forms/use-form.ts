import { type FormEvent, useReducer } from 'react'
import type { z } from 'zod/mini'
import { type Answer, answered } from '#api/api-error.ts'
import {
  type Fields,
  type Form,
  type FormAction,
  isBusy,
  judge,
  type Places,
  reduceForm,
  startForm,
  type Summary,
  summariseForm,
} from '#forms/form.ts'

interface Options<F extends Fields, Output> {
  /** The schema of the fields. `send` gets its output. */
  schema: z.ZodMiniType<Output, F>
  initial: F
  /** By default, refusals are shown above the form. */
  places?: Places<F>
  /** A command of this form is already waiting for its answer, sent from elsewhere. */
  waiting?: boolean
  send: (values: Output, onUncertain: () => void) => Promise<Answer<unknown>>
  onAccepted: () => void
}

export interface FormHandle<F extends Fields> {
  form: Form<F>
  summary: Summary<F>
  change: (field: keyof F, value: string) => void
  leave: (field: keyof F) => void
  submit: (event: FormEvent<HTMLFormElement>) => void
}

const confirming = <F extends Fields>(form: Form<F>): Form<F> => ({
  ...form,
  submission: { status: 'confirming' },
})

/** Connects a form's pure model to React. It allows one submission at a time and focuses the first invalid field. */
export function useForm<F extends Fields, Output>(options: Options<F, Output>): FormHandle<F> {
  const [own, act] = useReducer<Form<F>, [FormAction<F>]>(reduceForm, startForm(options.initial))
  const form = options.waiting === true && !isBusy(own.submission) ? confirming(own) : own
  const { issues, output } = judge(options.schema, form.fields)
  const summary = summariseForm(form, issues, options.places ?? {})
  const send = async (values: Output): Promise<void> => {
    const to = (submission: Form<F>['submission']): void => act({ type: 'submission', submission })
    to({ status: 'sending' })
    const answer = await answered(() => options.send(values, () => to({ status: 'confirming' })))
    to(answer.ok ? { status: 'accepted' } : { status: 'refused', error: answer.error })
    if (answer.ok) options.onAccepted()
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act({ type: 'try' })
    if (summary.busy) return
    if (output !== null) return void send(output)
    const first = Object.keys(form.fields).find((name) => name in issues)
    focusFirst(event.currentTarget, first)
  }
  return {
    form,
    summary,
    change: (field, value) => act({ type: 'change', field, value }),
    leave: (field) => act({ type: 'leave', field }),
    submit,
  }
}

function focusFirst(element: HTMLFormElement, name: string | undefined): void {
  const field = name === undefined ? null : element.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
