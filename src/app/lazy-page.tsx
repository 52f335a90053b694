import { type ComponentType, lazy, Suspense } from 'react'
import { ComingPage } from '#app/coming-page.tsx'
import { ErrorBoundary } from '#app/error-boundary.tsx'
import { LoadingPage } from '#app/loading-page.tsx'
import { ROUTES, type Route } from '#app/routes.ts'
import { retryLoad } from '#lib/retry-load.ts'

const pageOf = ({ load }: Route): ComponentType =>
  load === null ? ComingPage : lazy(async () => ({ default: await retryLoad(load) }))

const pages = new Map(ROUTES.map((route) => [route, pageOf(route)]))

/** One page of the table, its code loaded on first sight. */
export function LazyPage({ route }: { route: Route }) {
  const Page = pages.get(route) ?? ComingPage
  return (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<LoadingPage />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  )
}
