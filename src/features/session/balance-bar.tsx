import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { loginPath, PATHS } from '#lib/paths.ts'
import { later } from '#lib/later.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** A part of a page with a file of its own. */
type Preloadable = ComponentType & {
  /** Loads the file. What is rendered from then on appears at once, without a blank frame. */
  load: () => Promise<unknown>
}

/** Makes a part that is loaded before it is rendered, or else when it is. It needs a `Suspense` around it. */
function preloadable(load: () => Promise<ComponentType>): Preloadable {
  let ready: ComponentType | null = null
  const loadOnce = async (): Promise<ComponentType> => (ready ??= await load())
  const Later = later(loadOnce)
  function Part() {
    // Chosen once, because a part that changed from one of the two to the other would lose its state.
    const [Chosen] = useState<ComponentType>(() => ready ?? Later)
    return <Chosen />
  }
  return Object.assign(Part, { load: loadOnce })
}

/** The bar of a user who is logged in. Visitors do not load it before the first prices. */
export const OwnBalance = preloadable(() =>
  import('#features/session/own-balance.tsx').then((file) => file.OwnBalance),
)

/** Shows the practice balance live, with the way to get practice money; for visitors, the way to log in. */
export function BalanceBar() {
  const loggedIn = useAtomValue(loggedInAtom)
  return (
    <section className="flex min-h-touch flex-wrap items-center gap-x-1 px-4">
      {loggedIn ? (
        <Suspense fallback={<Skeleton className="h-9 w-28" />}>
          <OwnBalance />
        </Suspense>
      ) : (
        <VisitorBar />
      )}
    </section>
  )
}

function VisitorBar() {
  const { t } = useTranslation(['identity', 'common'])
  const { pathname, search } = useLocation()
  return (
    <>
      <p className="min-w-0 flex-1 basis-36 text-xs leading-4 text-ink-2">
        {t('identity:balance.visitor')}
      </p>
      <div className="ms-auto -me-3 flex">
        <Link to={PATHS.registerCheck} className={buttonLook({ variant: 'quiet', size: 'sm' })}>
          {t('common:register')}
        </Link>
        <Link
          to={loginPath(pathname + search)}
          className={buttonLook({ variant: 'quiet', size: 'sm' })}
        >
          {t('common:logIn')}
        </Link>
      </div>
    </>
  )
}
