import { History, type LucideIcon, MessageSquareLock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAtomValue } from 'jotai'
import { PATHS, safetyWordPath, securityPath } from '#lib/paths.ts'
import { PAGE_ICONS } from '#features/profile/page-icons.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { Profile } from '#contract/profile.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { type Live, topicAtom } from '#streams'

interface RowProps {
  to: string
  icon: LucideIcon
  label: string
  state?: string | undefined
}

function Row({ to, icon, label, state }: RowProps) {
  return (
    <li>
      <Link to={to} className={navRowLook}>
        <NavRow icon={icon} label={label} state={state} />
      </Link>
    </li>
  )
}

function Rows({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <ul className="divide-y divide-line/60">{children}</ul>
    </Section>
  )
}

/** A link to a page by its title, with its current state. */
function PageRow({ page, state }: { page: keyof typeof PAGE_ICONS; state?: string | undefined }) {
  const { t } = useTranslation('tabs')
  return <Row to={PATHS[page]} icon={PAGE_ICONS[page]} label={t(`pages.${page}`)} state={state} />
}

/** Links to every page of the account, each with its current state. */
export function AccountRows({ alerts }: { alerts: ReactNode }) {
  const { t } = useTranslation('user')
  const states = useRowStates()
  return (
    <>
      <Rows title={t('groups.identity')}>
        <PageRow page="verify" state={states.verify} />
        <PageRow page="account" state={states.account} />
      </Rows>
      <Rows title={t('groups.records')}>
        <PageRow page="deposits" state={states.deposits} />
        <PageRow page="withdrawals" state={states.withdrawals} />
        <PageRow page="fundRecords" />
        <PageRow page="orders" state={states.orders} />
        <PageRow page="results" />
        <PageRow page="messages" state={states.messages} />
        <li>{alerts}</li>
      </Rows>
      <Rows title={t('groups.security')}>
        <PageRow page="password" />
        <Row
          to={PATHS.settings}
          icon={ShieldCheck}
          label={t('rows.factors')}
          state={states.factors}
        />
        <PageRow page="limits" />
        <Row to={securityPath('devices')} icon={History} label={t('rows.devices')} />
        <Row
          to={safetyWordPath()}
          icon={MessageSquareLock}
          label={t('rows.safetyWord')}
          state={states.safetyWord}
        />
      </Rows>
      <AppRows support={states.support} />
    </>
  )
}

/** Links for guests: their orders and records, and what visitors can use too. */
export function GuestRows() {
  const { t } = useTranslation('user')
  return (
    <>
      <Rows title={t('groups.records')}>
        <PageRow page="orders" />
        <PageRow page="results" />
        <PageRow page="fundRecords" />
      </Rows>
      <AppRows guest />
    </>
  )
}

/** Links that visitors can use too. Customer service needs a registered user. */
export function AppRows({
  support,
  guest = false,
}: {
  support?: string | undefined
  guest?: boolean
}) {
  const { t } = useTranslation('user')
  return (
    <Rows title={t('groups.app')}>
      {!guest && <PageRow page="support" state={support} />}
      <PageRow page="settings" />
      <PageRow page="homeDetail" />
      <PageRow page="trust" />
      <PageRow page="about" />
      <PageRow page="privacy" />
    </Rows>
  )
}

function known<T>(live: Live<T>): T | null {
  return 'value' in live ? live.value : null
}

const WAITING: readonly Deposit['status'][] = ['submitted', 'review']

const depositsInReview = (deposits: readonly Deposit[]): number =>
  deposits.filter(({ status }) => WAITING.includes(status)).length

const withdrawalsInReview = (withdrawals: readonly Withdrawal[]): number =>
  withdrawals.filter(({ status }) => withdrawalResultOf(status) === 'under_review').length

/** The number of active second factors: the authenticator and each passkey. */
const factorsOn = ({ totp, passkeys }: Profile['factors']): number => Number(totp) + passkeys.length

/** The state of each part of the account, live; left out while it is unknown or not worth showing. */
function useRowStates() {
  const { t } = useTranslation('user')
  const profile = known(useAtomValue(topicAtom('profile')))
  const deposits = known(useAtomValue(topicAtom('deposits'))) ?? []
  const withdrawals = known(useAtomValue(topicAtom('withdrawals'))) ?? []
  const open = known(useAtomValue(topicAtom('positions')))?.open.length ?? 0
  const unread = known(useAtomValue(topicAtom('messages')))?.unread ?? 0
  const some = (key: 'inReview' | 'open' | 'unread' | 'on', count: number): string | undefined =>
    count > 0 ? t(`rows.${key}`, { count }) : undefined
  return {
    verify: profile === null ? undefined : t(`verification.${profile.verification.status}`),
    account: profile === null ? undefined : (profile.payoutAccount?.number ?? t('rows.notSet')),
    factors:
      profile === null ? undefined : (some('on', factorsOn(profile.factors)) ?? t('rows.off')),
    deposits: some('inReview', depositsInReview(deposits)),
    withdrawals: some('inReview', withdrawalsInReview(withdrawals)),
    orders: some('open', open),
    messages: some('unread', unread),
    support: some('unread', known(useAtomValue(topicAtom('support')))?.marks.unread ?? 0),
    safetyWord: profile === null ? undefined : (profile.safetyWord ?? t('rows.notSet')),
  }
}
