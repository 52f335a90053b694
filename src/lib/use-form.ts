import { type FormEvent, useReducer } from 'react'
import type { Answer, ApiError } from '#api/api-error.ts'
import {
  type Fields,
  type Form,
  type FormAction,
  isBusy,
  type Issues,
  reduceForm,
  startForm,
  type Summary,
  summariseForm,
} from '#lib/form.ts'

interface Options<F extends Fields> {
  initial: F
  check: (fields: F) => Issues<F>
  fieldOf: (error: ApiError) => keyof F | null
  /** What it sends waits for an answer already, from elsewhere. */
  waiting?: boolean
  /** Sends what is sound. */
  send: (fields: F, onUncertain: () => void) => Promise<Answer<unknown>>
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

/** Joins a form's pure model to React: one submission at a time, focus on the first fault. */
export function useForm<F extends Fields>(options: Options<F>): FormHandle<F> {
  const [own, act] = useReducer<Form<F>, [FormAction<F>]>(reduceForm, startForm(options.initial))
  const form = options.waiting === true && !isBusy(own.submission) ? confirming(own) : own
  const found = options.check(form.fields)
  const summary = summariseForm(form, found, options.fieldOf)
  const send = async (): Promise<void> => {
    const to = (submission: Form<F>['submission']): void => act({ type: 'submission', submission })
    to({ status: 'sending' })
    const answer = await options.send(form.fields, () => to({ status: 'confirming' }))
    to(answer.ok ? { status: 'accepted' } : { status: 'refused', error: answer.error })
    if (answer.ok) options.onAccepted()
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    act({ type: 'try' })
    if (summary.busy) return
    if (summary.sound) void send()
    else
      focusFirst(
        event.currentTarget,
        Object.keys(form.fields).find((name) => name in found),
      )
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
