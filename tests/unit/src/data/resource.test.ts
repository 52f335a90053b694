import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { resourceAtom } from '#data/resource.ts'
import type { Answer, ApiError } from '#api/api-error.ts'
import { lastKnownAtom } from '#streams'

const OFFLINE: ApiError = { kind: 'network' }

function room() {
  const answers: ((answer: Answer<number>) => void)[] = []
  const resource = resourceAtom<number>(
    () => new Promise<Answer<number>>((resolve) => answers.push(resolve)),
  )
  const store = createStore()
  const answer = async (value: Answer<number>): Promise<void> => {
    answers.shift()?.(value)
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  }
  return { resource, store, answers, answer }
}

it('loads when first mounted, and not when only read', async () => {
  const { resource, store, answers, answer } = room()
  expect(store.get(resource)).toEqual({ status: 'loading' })
  expect(answers).toHaveLength(0)
  const unmount = store.sub(resource, () => {})
  expect(answers).toHaveLength(1)
  await answer({ ok: true, value: 1 })
  expect(store.get(resource)).toMatchObject({ status: 'ready', value: 1 })
  unmount()
  store.sub(resource, () => {})
  expect(answers).toHaveLength(0)
})

it('keeps the value while refreshing and after a failed refresh', async () => {
  const { resource, store, answer } = room()
  store.sub(resource, () => {})
  await answer({ ok: true, value: 1 })
  void store.set(resource)
  expect(store.get(resource)).toMatchObject({ status: 'ready', value: 1, refreshing: true })
  await answer({ ok: false, error: OFFLINE })
  expect(store.get(resource)).toEqual({
    status: 'ready',
    value: 1,
    refreshing: false,
    error: OFFLINE,
  })
})

it('shares one load among those who ask while it runs, and loads again after a failure', async () => {
  const { resource, store, answers, answer } = room()
  store.sub(resource, () => {})
  void store.set(resource)
  expect(answers).toHaveLength(1)
  await answer({ ok: false, error: OFFLINE })
  expect(store.get(resource)).toEqual({ status: 'failed', error: OFFLINE })
  void store.set(resource)
  expect(store.get(resource)).toEqual({ status: 'loading' })
  await answer({ ok: true, value: 2 })
  expect(store.get(resource)).toMatchObject({ value: 2, error: null })
})

it('shows what is known from before in the first picture, and replaces it without a word', async () => {
  const answers: ((answer: Answer<number>) => void)[] = []
  const resource = resourceAtom<number>(
    () => new Promise<Answer<number>>((resolve) => answers.push(resolve)),
    { topic: 'count', shape: z.number() },
  )
  const store = createStore()
  store.set(lastKnownAtom, {
    read: () => ({ value: 7, asOf: 1 }),
    newest: () => 1,
    write: () => undefined,
  })
  const known = { status: 'ready', value: 7, refreshing: false, error: null }
  expect(store.get(resource)).toEqual(known)
  store.sub(resource, () => {})
  expect(store.get(resource)).toEqual(known)
  answers.shift()?.({ ok: true, value: 8 })
  await new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
  expect(store.get(resource)).toMatchObject({ status: 'ready', value: 8, refreshing: false })
})
