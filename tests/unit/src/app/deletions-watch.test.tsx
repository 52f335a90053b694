import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DeletionsWatch } from '#app/deletions-watch.ts'
import { STATEMENTS_MAX } from '#contract/verification.ts'
import { deletionsAtom, keepDeletionAtom } from '#device/deletions.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'

const statement = (n: number) => ({
  text: `fairtick-deleted-1\ntime ${n}\nphoto 1001 1`,
  signature: `${'A'.repeat(86)}==`,
  keyId: '0123456789abcdef',
})

it('shows the server at each connection what it signed, and nothing where nothing was deleted', async () => {
  const calls = fakeNetwork(() => json({}))
  const shown = () =>
    calls.flatMap(({ path, body }) =>
      path === '/verification/deletions' ? [JSON.parse(body).statements] : [],
    )
  const { streams, store } = await renderFeature(<DeletionsWatch />)
  expect(shown()).toEqual([])
  await act(async () => store.set(keepDeletionAtom, statement(1)))
  expect(shown()).toEqual([[statement(1)]])
  const lost = { status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf: null } as const
  await act(async () => streams.connection$.next(lost))
  expect(shown().length).toBe(1)
  await act(async () => streams.connection$.next({ status: 'live' }))
  expect(shown()).toEqual([[statement(1)], [statement(1)]])
})

it('keeps the newest statements', async () => {
  fakeNetwork(() => json({}))
  const { store } = await renderFeature(<DeletionsWatch />)
  for (let n = 1; n <= STATEMENTS_MAX + 2; n++) store.set(keepDeletionAtom, statement(n))
  const kept = store.get(deletionsAtom)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([
    STATEMENTS_MAX,
    statement(3),
    statement(STATEMENTS_MAX + 2),
  ])
})
