import { act } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import type { Answer } from '#api/api-error.ts'
import { intentWaitAtom, useIntent } from '#lib/use-intent.ts'
import { renderFeature } from '../features/render-feature.tsx'

type Send = (words: string[], answers: Answer<string>[]) => Promise<string[]>
const LOST: Answer<string> = { ok: false, error: { kind: 'network' } }
const DONE: Answer<string> = { ok: true, value: 'done' }
const NO: Answer<string> = {
  ok: false,
  error: { kind: 'rejected', code: 'fee_changed', status: 409, params: {}, issues: [] },
}

/** Sends an intent that is answered so, and gives back the keys it was sent with. */
async function sender(): Promise<Send> {
  const shown: { intent?: ReturnType<typeof useIntent> } = {}
  function Host() {
    const intent = useIntent('withdrawal')
    useEffect(() => {
      shown.intent = intent
    })
    return null
  }
  await renderFeature(<Host />, '/', (store) =>
    store.set(intentWaitAtom, { wait: () => Promise.resolve() }),
  )
  return async (words, answers) => {
    const keys: string[] = []
    await act(async () =>
      shown.intent?.({
        words,
        attempt: async (key) => {
          keys.push(key)
          return answers.shift() ?? LOST
        },
        onUncertain: () => undefined,
      }),
    )
    return keys
  }
}

it('asks with one key until the answer is final', async () => {
  const send = await sender()
  const keys = await send(['100'], [LOST, LOST, DONE])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

it.each<[string, Answer<string>]>([
  ['no answer came at all', LOST],
  ['the answer took too long', { ok: false, error: { kind: 'timeout' } }],
  ['the answer could not be read', { ok: false, error: { kind: 'contract', detail: '' } }],
])('keeps the key when %s, for as long as the words are the same', async (_, unsure) => {
  const send = await sender()
  const [first] = await send(['100'], Array<Answer<string>>(20).fill(unsure))
  const [again] = await send(['100'], [DONE])
  expect(again).toBe(first)
})

it('makes a new key for other words, and after each final answer', async () => {
  const send = await sender()
  const [lost] = await send(['100'], [])
  const [other] = await send(['200'], [NO])
  const [after] = await send(['200'], [DONE])
  const [next] = await send(['200'], [DONE])
  expect(new Set([lost, other, after, next]).size).toBe(4)
})
