import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { HideAmounts } from '#features/session/hide-amounts.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { useAmounts } from '#i18n/amounts.ts'
import { AsOf } from '#components/as-of.tsx'
import { loginPath, PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Shows the practice balance live, with the way to get practice money; for visitors, the way to log in. */
export function BalanceBar() {
  const loggedIn = useAtomValue(loggedInAtom)
  return (
    <section className="mx-3 flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line/60 bg-surface px-3 py-2 shadow-card">
      {loggedIn ? <OwnBalance /> : <VisitorBar />}
    </section>
  )
}

function VisitorBar() {
  const { t } = useTranslation(['identity', 'common'])
  const { pathname, search } = useLocation()
  return (
    <>
      <p className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{t('identity:balance.visitor')}</p>
      <div className="ms-auto flex gap-2">
        <Link to={PATHS.registerCheck} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
          {t('common:register')}
        </Link>
        <Link to={loginPath(pathname + search)} className={buttonLook({ size: 'sm' })}>
          {t('common:logIn')}
        </Link>
      </div>
    </>
  )
}

function OwnBalance() {
  const balance = useAtomValue(topicAtom('balance'))
  const { t } = useTranslation('identity')
  const { amount } = useAmounts()
  const value = 'value' in balance ? balance.value : null
  return (
    <>
      <div className="min-w-0 flex-1" data-balance={balance.status}>
        <p className="flex items-center text-xs text-ink-2">
          {t('balance.available')}
          <HideAmounts className="-my-3" />
        </p>
        {value === null ? (
          <Skeleton className="h-6 w-28" />
        ) : (
          <p
            className={`figures text-lg leading-6 font-bold ${balance.status === 'live' ? '' : 'text-ink-3'}`}
          >
            <output aria-label={t('balance.available')}>{amount(value.available)}</output>
          </p>
        )}
        {/* Its height is reserved, so that the page below does not move when an order is placed or settled, or when
           the balance becomes known. */}
        <div className="min-h-4.5">
          <AsOf live={balance} />
          {value !== null && value.staked > 0n && (
            <p className="figures text-2xs text-ink-3">
              {t('balance.staked', { amount: amount(value.staked) })}
            </p>
          )}
        </div>
      </div>
      <PracticeButton />
    </>
  )
}
