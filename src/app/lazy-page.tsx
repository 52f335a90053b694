import { lazy, type ReactElement, Suspense } from 'react'
import { ErrorBoundary } from '#app/error-boundary.tsx'
import { LoadingPage } from '#app/loading-page.tsx'
import { ROUTES, type Route } from '#app/routes.ts'
import { retryLoad } from '#lib/retry-load.ts'

function pageOf({ load }: Route): ReactElement {
  const Page = lazy(async () => ({ default: await retryLoad(load) }))
  return <Page />
}

const pages = new Map(ROUTES.map((route) => [route, pageOf(route)]))

/** One page of the table, its code loaded on first sight. */
export function LazyPage({ route }: { route: Route }) {
  return (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<LoadingPage />}>{pages.get(route)}</Suspense>
    </ErrorBoundary>
  )
}
