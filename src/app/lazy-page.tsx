import { CloudOff, TriangleAlert } from 'lucide-react'
import { Component, type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ROUTES, type Route, TRADING } from '#app/routes.ts'
import { shownPath } from '#app/page-data.ts'
import { type Panes, panesNow, usePanes } from '#lib/use-panes.ts'
import { ErrorDetails } from '#components/error-details.tsx'
import { withTexts } from '#lib/needed-texts.ts'
import type { I18n } from '#i18n/setup.ts'
import { later } from '#lib/later.tsx'
import { ChunkFailure } from '#lib/retry-load.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Pages whose code is already loaded. They are rendered at once, without a blank frame. */
const ready = new Map<Route, ReactElement>()

function pageOf(route: Route): ReactElement {
  const Page = later(() => route.load())
  return <Page />
}

const pages = new Map([...ROUTES, TRADING].map((route) => [route, pageOf(route)]))

/** With panes, two routes are one page, which stays when the address changes from one to the other. */
const pageAt = (route: Route, panes: Panes): Route =>
  route.trading === true && panes > 1 ? TRADING : route

/** What is loaded in time; null if it is not. */
export const inTime = <T,>(loading: Promise<T>, withinMs: number): Promise<T | null> =>
  Promise.race([
    loading.catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, withinMs, null)),
  ])

/** The page that the address names when the app starts. */
export function firstRoute(): Route | undefined {
  const path = shownPath()
  const route = ROUTES.find((each) => each.path === path)
  return route && pageAt(route, panesNow())
}

/**
 * Loads the page of the first route with its texts, so that it is part of the first render. What comes too late is left
 * to `pages`: a page that changed from one of the two to the other would lose its state.
 */
export async function loadFirstPage(
  route: Route,
  start: Promise<{ i18n: I18n }>,
  withinMs: number,
): Promise<void> {
  const texts = start.then(({ i18n }) => i18n.loadNamespaces(route.texts ?? []))
  const code = Promise.all([route.load(), texts])
  const page = await inTime(withTexts(code), withinMs)
  if (page === null) return
  const [Page] = page
  ready.set(route, <Page />)
}

interface State {
  error: unknown
}

/** Keeps the shell working when a page fails to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <BrokenPage error={this.state.error} />
  }
}

function BrokenPage({ error }: { error: unknown }) {
  const { t } = useTranslation('common', { useSuspense: false })
  const chunk = error instanceof ChunkFailure
  const hint = chunk && error.missing ? 'chunkFailed.missing' : 'chunkFailed.hint'
  return (
    <div role="alert">
      <EmptyState
        icon={chunk ? CloudOff : TriangleAlert}
        title={t(chunk ? 'chunkFailed.title' : 'pageBroken.title')}
        hint={t(chunk ? hint : 'pageBroken.hint')}
        action={
          <>
            <Button onClick={() => location.reload()}>{t('reload')}</Button>
            <ErrorDetails broken={error} />
          </>
        }
      />
    </div>
  )
}

/** Spec section 2: nothing shows for the first 200 ms. */
const DELAY_MS = 200
const SLOW_MS = 10_000

export function LoadingPage() {
  const { t } = useTranslation('common', { useSuspense: false })
  const [shown, setShown] = useState<'nothing' | 'loading' | 'slow'>('nothing')
  useEffect(() => {
    const timers = [
      setTimeout(() => setShown('loading'), DELAY_MS),
      setTimeout(() => setShown('slow'), SLOW_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (shown === 'nothing') return null
  return (
    <div role="status" className="flex flex-col gap-3 p-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-32" />
      <Skeleton className="h-80" />
      {shown === 'slow' && <p className="text-center text-sm text-ink-3">{t('loadingSlow')}</p>}
    </div>
  )
}

/** One page of the route table. Its code is loaded when the page is first opened. */
export function LazyPage({ route }: { route: Route }) {
  const page = pageAt(route, usePanes())
  return (
    <ErrorBoundary key={page.path}>
      <Suspense fallback={<LoadingPage />}>{ready.get(page) ?? pages.get(page)}</Suspense>
    </ErrorBoundary>
  )
}
