import { expect, it } from 'vitest'
import type { ApiError } from '#api/api-error.ts'
import { type Form, reduceForm, startForm, summariseForm } from '#forms/form.ts'

type Fields = { name: string; code: string }
const start = startForm<Fields>({ name: '', code: '' })
const change = (form: Form<Fields>, field: keyof Fields, value: string): Form<Fields> =>
  reduceForm(form, { type: 'change', field, value })
const refused = (form: Form<Fields>, error: ApiError): Form<Fields> =>
  reduceForm(form, { type: 'submission', submission: { status: 'refused', error } })
const taken: ApiError = {
  kind: 'rejected',
  code: 'account_taken',
  status: 409,
  params: {},
  issues: [],
}

it('waits with "empty" until the user tries, and with other issues until the field is left', () => {
  const found = { name: 'empty', code: 'format' } as const
  const left = reduceForm(reduceForm(start, { type: 'leave', field: 'name' }), {
    type: 'leave',
    field: 'code',
  })
  expect(summariseForm(start, found, {}).issues).toEqual({})
  expect(summariseForm(left, found, {}).issues).toEqual({ code: 'format' })
  const tried = reduceForm(left, { type: 'try' })
  expect(summariseForm(tried, found, {})).toMatchObject({ issues: found, isValid: false })
})

it('changes nothing while a submission runs', () => {
  const sending = reduceForm(start, { type: 'submission', submission: { status: 'sending' } })
  const confirming = reduceForm(start, { type: 'submission', submission: { status: 'confirming' } })
  expect(change(sending, 'name', 'x')).toBe(sending)
  expect(change(confirming, 'name', 'x')).toBe(confirming)
  expect(summariseForm(confirming, {}, {}).busy).toBe(true)
})

it('keeps what was typed through a refusal, and drops the refusal at the next change', () => {
  const form = refused(change(start, 'name', 'someone'), taken)
  expect(form.fields.name).toBe('someone')
  expect(summariseForm(form, {}, { account_taken: 'name' }).refusals).toEqual({ name: taken })
  expect(change(form, 'code', '1').submission).toEqual({ status: 'editing' })
})

it('puts a refusal that is about no field over the form', () => {
  const offline: ApiError = { kind: 'network' }
  expect(summariseForm(refused(start, offline), {}, {})).toMatchObject({
    refusals: {},
    refusal: offline,
  })
})

it('puts the server’s field issues beside their fields and ignores fields it does not know', () => {
  const issues = [
    { path: 'code', code: 'format' as const },
    { path: 'constructor', code: 'empty' as const },
  ]
  const error: ApiError = { ...taken, code: 'validation_failed', issues }
  const summary = summariseForm(refused(start, error), {}, {})
  expect(summary.refusals).toEqual({ code: 'format' })
  expect(summary.refusal).toBeNull()
})
