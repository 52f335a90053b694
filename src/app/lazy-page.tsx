import { lazy, type ReactElement, Suspense } from 'react'
import { ErrorBoundary } from '#app/error-boundary.tsx'
import { LoadingPage } from '#app/loading-page.tsx'
import { ROUTES, type Route } from '#app/routes.ts'
import { canonicalPath } from '#lib/paths.ts'
import { retryLoad } from '#lib/retry-load.ts'

/** Pages whose code is already loaded. They are rendered at once, without a blank frame. */
const ready = new Map<Route, ReactElement>()

function pageOf(route: Route): ReactElement {
  const Page = lazy(async () => ({ default: await retryLoad(route.load) }))
  return <Page />
}

const pages = new Map(ROUTES.map((route) => [route, pageOf(route)]))

/** After this time the app renders without waiting any longer for the first page. */
const FIRST_PAGE_MS = 200

/** Loads the page that the address names, so that it is part of the first render. */
export async function loadFirstPage(): Promise<void> {
  const path = canonicalPath(location.hash.slice(1).split('?')[0] || '/')
  const route = ROUTES.find((each) => each.path === path)
  if (route === undefined) return
  const load = route.load().then(
    (Page) => void ready.set(route, <Page />),
    () => undefined,
  )
  await Promise.race([load, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))])
}

/** One page of the route table. Its code is loaded when the page is first opened. */
export function LazyPage({ route }: { route: Route }) {
  return (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<LoadingPage />}>{ready.get(route) ?? pages.get(route)}</Suspense>
    </ErrorBoundary>
  )
}
