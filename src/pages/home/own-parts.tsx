import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { appInfoAtom } from '#api/session.ts'
import { OwnWays } from '#features/home/ways.tsx'
import { unreadMessagesAtom } from '#features/messages/unread.ts'
import { OrderBlock } from '#features/orders/order-block.tsx'
import { AssetsHero } from '#features/profile/assets-hero.tsx'
import { HideAmounts } from '#features/session/hide-amounts.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
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
  const { until } = useOwnPause()
  const empty = practice && 'value' in balance && balance.value.total === 0n
  return (
    <AssetsHero
      eye={<HideAmounts className="-my-3" />}
      actions={
        <div className="grid grid-cols-2 gap-2">
          <Button
            block
            variant={empty ? 'secondary' : 'primary'}
            disabled={until !== null}
            onClick={onDeposit}
          >
            {t('hero.deposit')}
          </Button>
          {empty ? (
            <PracticeButton />
          ) : (
            <Link to={PATHS.products} className={buttonLook({ variant: 'secondary', block: true })}>
              {t('hero.trade')}
            </Link>
          )}
          <PauseReason className="col-span-2" />
        </div>
      }
    />
  )
}

/** The account's shortcuts, with the number of open positions and unread messages. */
export function OwnShortcuts() {
  const positions = useAtomValue(topicAtom('positions'))
  const unread = useAtomValue(unreadMessagesAtom)
  const open = 'value' in positions ? positions.value.open.length : 0
  return <OwnWays open={open} unread={unread} />
}

export function OwnOrders() {
  const { t } = useTranslation('home')
  return <OrderBlock title={t('orders.title')} all={t('all')} />
}
