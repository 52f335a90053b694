/** Renders a feature with real atoms, fake streams, English texts, and a network that a test answers by hand. */
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { StrictMode, Suspense, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { PATIENCE_MS } from '#commands/send-command.ts'
import { CommonTexts } from '#i18n/common-texts.tsx'
import { NAMESPACES, setUpLanguage } from '#i18n/setup.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'

export interface Sent {
  method: string
  path: string
  key: string | null
  body: string
}
export type Network = (sent: Sent) => Response | Promise<Response>

const isLookUp = ({ path }: Sent): boolean => path.startsWith('/commands/')

/**
 * Answers every call; without a word for one it stays silent for ever. A server that is asked what became of a command
 * knows of none, unless the test has a word for that too.
 */
export function fakeNetwork(answer: Network, { lookUps = false } = {}): Sent[] {
  const calls: Sent[] = []
  vi.stubGlobal('fetch', async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const sent = {
      method: request.method,
      path: pathname.replace(/^\/api/, '') + search,
      key: request.headers.get('Idempotency-Key'),
      body: await request.text(),
    }
    if (isLookUp(sent) && !lookUps) return json({ answer: null })
    calls.push(sent)
    return answer(sent)
  })
  return calls
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status })
export const problem = (code: string, status: number, params = {}): Response =>
  json({ type: `urn:fairtick:error:${code}`, title: code, status, code, params }, status)

/** Replaces a field's text at once, as a paste does; `user.type` is for tests of what each key does. */
export async function fillIn(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.clear(field)
  await user.paste(text)
}

/** The session as the server confirms it. */
export const meAnswer = (): Response => {
  const me = { account: 'someone', nickname: 'someone', openingCode: '0123456789' }
  return json({
    handle: localStorage.getItem('token'),
    me: { ...me, level: 'ordinary', createdAt: 1 },
  })
}

/** Time that passes by what is waited for, at once; every answer comes before anyone is impatient. */
export function instantTimer() {
  let clock = 0
  return {
    now: () => clock,
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(() => {
          if (ms !== PATIENCE_MS) clock += ms
          if (ms !== PATIENCE_MS && clock < 600_000) resolve()
        }, 0)
      }),
  }
}

type Store = ReturnType<typeof createStore>

export async function renderFeature(
  ui: ReactNode,
  address = '/',
  prepare: (store: Store) => void = () => {},
) {
  const store = createStore()
  prepare(store)
  const streams = createFakeStreams()
  store.set(streamsAtom, streams)
  const i18n = await setUpLanguage('en')
  await i18n.loadNamespaces([...NAMESPACES])
  const view = await act(async () =>
    render(
      <StrictMode>
        <Provider store={store}>
          <I18nextProvider i18n={i18n}>
            <CommonTexts>
              <MemoryRouter initialEntries={[address]}>
                <Suspense fallback="loading">{ui}</Suspense>
              </MemoryRouter>
            </CommonTexts>
          </I18nextProvider>
        </Provider>
      </StrictMode>,
    ),
  )
  return { store, streams, view }
}

/** Opens every explanation behind a "?". */
export function openExplanations(): void {
  for (const button of screen.getAllByRole('button', { name: 'More information' }))
    fireEvent.click(button)
}
