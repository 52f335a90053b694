import { act, fireEvent, screen } from '@testing-library/react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary, firstRoute, LazyPage, loadFirstPage, LoadingPage } from '#app/lazy-page.tsx'
import { type Route, ROUTES } from '#app/routes.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { retryLoad } from '#lib/retry-load.ts'
import { renderFeature } from '../features/render-feature.tsx'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
beforeEach(() => {
  // The texts load in real time while the page is mounted; what is tested takes far longer.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'performance'],
    shouldAdvanceTime: true,
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

async function page(load: () => Promise<string>) {
  const Page = lazy(async () => {
    const text = await retryLoad(load)
    return { default: () => <p>{text}</p> }
  })
  await renderFeature(
    <ErrorBoundary>
      <Suspense fallback={<LoadingPage />}>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
}

it('shows nothing for 200 ms, then that it loads, then the page', async () => {
  let arrive: (text: string) => void = () => {}
  await page(() => new Promise((resolve) => (arrive = resolve)))
  await pass(100)
  expect(screen.queryByRole('status')).toBeNull()
  await pass(150)
  expect(screen.getByRole('status').textContent).toBe('Loading…')
  await pass(10_000)
  expect(screen.getByRole('status').textContent).toContain('The network is slow')
  arrive('the page')
  await pass(1)
  expect(screen.getByText('the page')).toBeTruthy()
})

it('tries again by itself, and says after 120 s that the page did not load', async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('chunk')))
  await page(load)
  await pass(60_000)
  expect(load.mock.calls.length).toBeGreaterThan(5)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(60_000)
  expect(screen.getByRole('alert').textContent).toContain('This page didn’t load')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})

it('tells a broken page from one that did not load', async () => {
  function Broken(): never {
    throw new Error('bug')
  }
  await renderFeature(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong on this page')
})

it('keeps what was put in on a first page whose code came late', async () => {
  const route = ROUTES.find(({ name }) => name === 'trust')
  if (route === undefined) throw new Error('no such page')
  location.hash = route.path
  const code = Promise.withResolvers<ComponentType>()
  vi.spyOn(route, 'load').mockReturnValue(code.promise)
  const start = setUpLanguage('en').then((i18n) => ({ i18n }))
  const started = loadFirstPage(route, start, 200)
  await pass(300)
  await started
  await renderFeature(<Again route={route} />)
  code.resolve(() => <input aria-label="typed" />)
  await pass(1)
  fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'BTC' } })
  fireEvent.click(screen.getByRole('button', { name: 'again' }))
  expect(screen.getByLabelText('typed')).toHaveProperty('value', 'BTC')
})

it('finds the first page by the address, with its texts, and none for an address that does not exist', () => {
  location.hash = '/pages/Detail/Detail?symbol=BTCUSDT'
  expect(firstRoute()?.texts).toEqual(['orders', 'strip', 'chart', 'alerts', 'ticket'])
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }))
  expect(firstRoute()?.texts).toContain('trading')
  vi.unstubAllGlobals()
  location.hash = '/no-page'
  expect(firstRoute()).toBeUndefined()
})

/** Renders its page again, as a change of the address does. */
function Again({ route }: { route: Route }) {
  const [, again] = useState(0)
  return (
    <>
      <button onClick={() => again((n) => n + 1)}>again</button>
      <LazyPage route={route} />
    </>
  )
}
