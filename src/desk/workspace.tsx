import { useAtomValue, useSetAtom } from 'jotai'
import { CircleHelp, Fingerprint, LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Operator, type RefusedLogIns } from '#contract/desk.ts'
import { deskQueue, type DeskState, type SpaceLevel } from '#contract/desk-state.ts'
import { AnnouncementsView } from '#desk/announcements-view.tsx'
import { BrandView } from '#desk/brand-view.tsx'
import { CustomersView } from '#desk/customers-view.tsx'
import { type DeskRoute, formatRoute, go, TABS, type Tab, useDeskRoute } from '#desk/desk-route.ts'
import { DeskPasskeys } from '#desk/desk-passkeys.tsx'
import { logOutAtom, readRefusedAtom } from '#desk/desk-session.ts'
import { FrozenView } from '#desk/frozen-view.tsx'
import { FundRatesView } from '#desk/fund-rates-view.tsx'
import { KeyHelp } from '#desk/key-help.tsx'
import { useKeys } from '#desk/keys.ts'
import { LanguageSelect } from '#desk/language-select.tsx'
import { LegalView } from '#desk/legal-view.tsx'
import { LogView } from '#desk/log-view.tsx'
import { NewsView } from '#desk/news-view.tsx'
import { RecoveriesView } from '#desk/recoveries-view.tsx'
import { ReportsView } from '#desk/reports-view.tsx'
import { RestoreHold } from '#desk/restore-hold.tsx'
import { OutletLine } from '#desk/outlet-line.tsx'
import { ProductsView } from '#desk/products-view.tsx'
import {
  ChangeQueue,
  DepositQueue,
  type QueueProps,
  VerificationQueue,
  WithdrawalQueue,
} from '#desk/queues.tsx'
import { SupportQueue } from '#desk/support-queue.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { connectionAtom, topicAtom } from '#streams'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'

const focusSearch = (): void => document.querySelector<HTMLElement>('[role=search] input')?.focus()

function findCustomer(): void {
  const route = { tab: 'customers', status: null, id: null } as const
  if (formatRoute(route) === location.hash) return focusSearch()
  // The view changes with the address, and its search field exists one frame later.
  addEventListener('hashchange', () => requestAnimationFrame(focusSearch), { once: true })
  go(route)
}

interface Props {
  operator: Operator
  refused: RefusedLogIns | null
}

/** The desk of a logged-in operator: tabs with the number of waiting items, live, above one view. */
export function Workspace({ operator, refused }: Props) {
  const { t } = useTranslation('desk')
  const route = useDeskRoute()
  const live = useAtomValue(topicAtom('desk'))
  const desk = 'value' in live ? live.value : null
  const [help, setHelp] = useState(false)
  useKeys({
    '?': () => setHelp(true),
    '/': findCustomer,
  })
  return (
    <div className="mx-auto flex min-h-dvh max-w-7xl flex-col">
      <DeskHeader operator={operator} onHelp={() => setHelp(true)} />
      <main className="flex-1 px-3 pb-24 sm:px-5">
        {refused !== null && <Refused {...refused} />}
        {desk !== null && desk.space !== 'enough' && <Space level={desk.space} />}
        {desk?.restoreHold !== undefined && (
          <RestoreHold me={operator.name} hold={desk.restoreHold} />
        )}
        <OutletLine />
        <Tabs
          label={t('tabs.label')}
          tabs={TABS.map((id) => ({ id, label: <TabLabel tab={id} desk={desk} /> }))}
          selected={route.tab}
          onSelect={(tab) => go({ tab, status: null, id: null })}
          listClassName="sticky top-0 z-20 -mx-3 mb-3 border-b border-line bg-page px-3 sm:-mx-5 sm:px-5"
        >
          {viewOf(route, {
            me: operator.name,
            revision: desk?.revision ?? 0,
            route,
            typing: desk?.typing ?? [],
          })}
        </Tabs>
      </main>
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </div>
  )
}

/** Shown while the server has little free space. */
function Space({ level }: { level: Exclude<SpaceLevel, 'enough'> }) {
  const { t } = useTranslation('desk')
  return (
    <div className="pb-2">
      <Notice tone={level === 'low' ? 'info' : 'bad'}>
        <p>{t(`space.${level}`)}</p>
      </Notice>
    </div>
  )
}

/** Shown until it is acknowledged: someone tried to log in under this name. */
function Refused({ count, latestAt, latestFrom }: RefusedLogIns) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const read = useSetAtom(readRefusedAtom)
  const time = format.dateTime(latestAt)
  return (
    <div className="pb-2">
      <Notice tone="bad">
        <p>{t('logIn.refused', { count, time, address: latestFrom })}</p>
        <Button variant="secondary" size="sm" className="mt-2" onClick={read}>
          {t('close')}
        </Button>
      </Notice>
    </div>
  )
}

function viewOf(
  { tab }: DeskRoute,
  { typing, ...props }: QueueProps & { typing: readonly string[] },
): ReactNode {
  switch (tab) {
    case 'verifications':
      return <VerificationQueue {...props} />
    case 'deposits':
      return <DepositQueue {...props} />
    case 'withdrawals':
      return <WithdrawalQueue {...props} />
    case 'payout_changes':
      return <ChangeQueue {...props} />
    case 'fund_rates':
      return <FundRatesView {...props} />
    case 'recoveries':
      return <RecoveriesView {...props} />
    case 'support':
      return <SupportQueue {...props} typing={typing} />
    case 'frozen':
      return <FrozenView {...props} />
    case 'customers':
      return <CustomersView route={props.route} />
    case 'products':
      return <ProductsView revision={props.revision} />
    case 'announcements':
      return <AnnouncementsView revision={props.revision} />
    case 'news':
      return <NewsView revision={props.revision} />
    case 'brand':
      return <BrandView revision={props.revision} />
    case 'legal':
      return <LegalView me={props.me} revision={props.revision} />
    case 'log':
      return <LogView revision={props.revision} route={props.route} />
    case 'reports':
      return <ReportsView revision={props.revision} />
  }
}

function TabLabel({ tab, desk }: { tab: Tab; desk: DeskState | null }) {
  const { t } = useTranslation('desk')
  const queue = deskQueue.safeParse(tab).data
  const waiting = queue === undefined || desk === null ? 0 : desk.waiting[queue]
  return (
    <span className="inline-flex items-center gap-1.5">
      <span>{t(`tabs.${tab}`)}</span>
      {waiting > 0 && <Badge tone="warn">{waiting}</Badge>}
    </span>
  )
}

function DeskHeader({ operator, onHelp }: { operator: Operator; onHelp: () => void }) {
  const { t } = useTranslation('desk')
  const { t: say } = useTranslation('security')
  const [passkeys, openPasskeys] = useState(false)
  const logOut = useSetAtom(logOutAtom)
  const show = useSetAtom(showToastAtom)
  const { errorText } = useErrorText()
  const leave = async (): Promise<void> => {
    const answer = await logOut()
    if (!answer.ok && answer.error.kind !== 'rejected')
      show({ tone: 'bad', text: errorText(answer.error) })
  }
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:px-5">
      <h1 className="text-lg font-semibold">{t('title')}</h1>
      <Line />
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1">
        <span className="max-w-32 truncate text-sm text-ink-2">{operator.name}</span>
        <LanguageSelect />
        <IconButton label={say('passkeys.title')} onClick={() => openPasskeys(true)}>
          <Fingerprint aria-hidden size={20} />
        </IconButton>
        <IconButton label={t('keys.title')} onClick={onHelp}>
          <CircleHelp aria-hidden size={20} />
        </IconButton>
        <IconButton label={t('logOut')} onClick={() => void leave()}>
          <LogOut aria-hidden size={20} />
        </IconButton>
      </div>
      {passkeys && <DeskPasskeys onClose={() => openPasskeys(false)} />}
    </header>
  )
}

/** Whether the displayed data is current. */
function Line() {
  const { t } = useTranslation('desk')
  const { status } = useAtomValue(connectionAtom)
  const isLive = status === 'live' || status === 'stale'
  return (
    <span role="status">
      <Badge tone={isLive ? 'good' : 'warn'}>{t(isLive ? 'line.live' : 'line.lost')}</Badge>
    </span>
  )
}
