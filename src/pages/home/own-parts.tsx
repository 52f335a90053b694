import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { appInfoAtom, guestAtom } from '#api/session.ts'
import { GuestWays, OwnWays } from '#features/home/ways.tsx'
import { Recommended } from '#features/market/recommended.tsx'
import { unreadMessagesAtom } from '#features/messages/unread.ts'
import { OrderBlock } from '#features/orders/order-block.tsx'
import { AssetsHero } from '#features/profile/assets-hero.tsx'
import { HideAmounts } from '#features/session/hide-amounts.tsx'
import { PracticeButton, usePracticeOffered } from '#features/session/practice-button.tsx'
import { useOwnPause } from '#components/own-pause.ts'
import { PauseReason } from '#components/pause-reason.tsx'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'

/** The user's assets and the next step. Users without any money are offered practice money first. */
export function OwnHero({ onDeposit }: { onDeposit: () => void }) {
  const { t } = useTranslation('home')
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const balance = useAtomValue(topicAtom('balance'))
  const offered = usePracticeOffered()
  const guest = useAtomValue(guestAtom)
  const empty = practice && offered && 'value' in balance && balance.value.total === 0n
  return (
    <AssetsHero
      eye={<HideAmounts className="-my-3" />}
      actions={
        <div className="grid grid-cols-2 gap-2">
          <FirstStep variant={empty || guest ? 'secondary' : 'primary'} onDeposit={onDeposit} />
          {empty ? (
            <PracticeButton />
          ) : (
            <Link
              to={PATHS.products}
              className={buttonLook({ variant: guest ? 'primary' : 'secondary', block: true })}
            >
              {t('hero.trade')}
            </Link>
          )}
          <PauseReason className="col-span-2" />
        </div>
      }
    />
  )
}

/** Users can deposit; guests can register. */
function FirstStep(props: { variant: 'primary' | 'secondary'; onDeposit: () => void }) {
  const { variant, onDeposit } = props
  const { t } = useTranslation(['home', 'common'])
  const guest = useAtomValue(guestAtom)
  const { until } = useOwnPause()
  if (guest)
    return (
      <Link to={PATHS.registerCheck} className={buttonLook({ variant, block: true })}>
        {t('common:register')}
      </Link>
    )
  return (
    <Button block variant={variant} disabled={until !== null} onClick={onDeposit}>
      {t('home:hero.deposit')}
    </Button>
  )
}

function useOpenPositions(): number {
  const positions = useAtomValue(topicAtom('positions'))
  return 'value' in positions ? positions.value.open.length : 0
}

/** The account's shortcuts, with the number of open positions and unread messages. */
export function OwnShortcuts() {
  const unread = useAtomValue(unreadMessagesAtom)
  const guest = useAtomValue(guestAtom)
  const open = useOpenPositions()
  if (guest) return <GuestWays open={open} />
  return <OwnWays open={open} unread={unread} />
}

/** The recommendations: beside the rest of the page where there is room. */
export const Markets = () => (
  <div className="three:col-start-2 three:row-span-2 three:row-start-1">
    <Recommended />
  </div>
)

/** The user's orders come before what could be bought next. */
export function OwnMarkets() {
  return (
    <>
      <OwnOrders />
      <Markets />
    </>
  )
}

function OwnOrders() {
  const { t } = useTranslation('home')
  return (
    <div className="three:col-start-1 three:row-start-2">
      <OrderBlock title={t('orders.title')} all={t('all')} />
    </div>
  )
}
