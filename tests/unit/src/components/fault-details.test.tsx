import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Failed } from '#components/failed.tsx'
import { FaultDetails } from '#components/fault-details.tsx'
import { Refusal } from '#components/refusal.tsx'
import { listAlerts } from '#contract/endpoints/alerts.ts'
import { ChunkFailure } from '#lib/retry-load.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'

const internal: ApiError = {
  kind: 'rejected',
  code: 'internal',
  status: 500,
  params: { account: 'anna' },
  issues: [],
  requestId: '7K3M-9QX2',
}
const refused: ApiError = { ...internal, code: 'available_too_low', status: 409 }

it('copies time, code, request and build of an error of the server, and nothing else', async () => {
  const user = userEvent.setup()
  await renderFeature(<Failed error={internal} />)
  expect(await screen.findByText('7K3M-9QX2')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy details' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  const lines = (await navigator.clipboard.readText()).split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^time: \d{4}-\d\d-\d\dT[\d:.]+Z$/),
    'error: internal',
    'request: 7K3M-9QX2',
    'build: 1.0.0',
  ])
})

it('shows the text when the browser does not let it be copied', async () => {
  const user = userEvent.setup()
  await renderFeature(<Refusal error={internal} />)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  document.execCommand = () => false
  await user.click(await screen.findByRole('button', { name: 'Copy details' }))
  expect((await screen.findByText(/^time:/)).textContent).toContain('request: 7K3M-9QX2')
})

it.each<[string, ApiError]>([
  ['a refusal that its text explains', refused],
  ['a network that is gone', { kind: 'network' }],
  ['a time-out', { kind: 'timeout' }],
])('shows nothing below %s', async (_, error) => {
  await renderFeature(<FaultDetails error={error} />)
  expect(document.body.textContent).toBe('')
})

it('names a broken page, and code that did not load', async () => {
  const user = userEvent.setup()
  for (const [broken, code] of [
    [new TypeError('Anna'), 'page_broken'],
    [new ChunkFailure(new Error('x'), true), 'chunk_failed'],
  ] as const) {
    await renderFeature(<FaultDetails broken={broken} />)
    await user.click(screen.getByRole('button', { name: 'Copy details' }))
    expect(await navigator.clipboard.readText()).toContain(`error: ${code}\nbuild:`)
    cleanup()
  }
})

it('takes the id from the reply, of a refusal and of an answer that cannot be read', async () => {
  const named = (answer: Response): Response => {
    answer.headers.set('x-request-id', '7K3M-9QX2')
    return answer
  }
  const body = { type: 'urn:x', title: 'internal', status: 500, code: 'internal' }
  const answers = [named(json(body, 500)), named(json({ odd: 1 })), json(body, 500)]
  fakeNetwork(() => answers.shift() ?? json(null))
  const ids: unknown[] = []
  for (let n = 0; n < 3; n += 1) {
    const answer = await call(listAlerts, { query: {} })
    if (!answer.ok && 'requestId' in answer.error) ids.push(answer.error.requestId)
  }
  expect(ids).toEqual(['7K3M-9QX2', '7K3M-9QX2'])
})
