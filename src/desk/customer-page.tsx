import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { call } from '#api/call.ts'
import type { deskCustomer } from '#contract/desk.ts'
import { getCustomer } from '#contract/endpoints/desk.ts'
import { Decided, DetailHead, Facts, StatusBadge, When } from '#desk/facts.tsx'
import { Loaded } from '#components/loaded.tsx'
import { ActHead } from '#desk/log-view.tsx'
import { PayoutProposal } from '#desk/payout-proposal.tsx'
import type { DocumentStatus } from '#desk/queue-kinds.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useFetched } from '#data/use-fetched.ts'
import { Badge } from '#ui/badge.tsx'
import { ListRow } from '#ui/list-row.tsx'

type Customer = z.output<typeof deskCustomer>

/** The customer data that decisions need, masked where possible. Each opening is recorded as a view. */
export function CustomerPage({ account }: { account: string }) {
  const { fetched, reload } = useFetched(() => call(getCustomer, { params: { account } }))
  return (
    <Loaded data={fetched} onRetry={reload}>
      {(customer) => <Page customer={customer} />}
    </Loaded>
  )
}

function Page({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk')
  const { payoutAccount } = customer
  return (
    <>
      <DetailHead title={customer.account} status={customer.verification} />
      {customer.guest && (
        <p>
          <Badge>{t('customer.guest')}</Badge>
        </p>
      )}
      {customer.state !== 'open' && (
        <p>
          <Badge>{t(`customer.state.${customer.state}`)}</Badge>
        </p>
      )}
      <Known customer={customer} />
      <Part title={t('customer.payout')}>
        {payoutAccount === null ? (
          <p className="text-sm text-ink-2">{t('change.none')}</p>
        ) : (
          <>
            <Facts>
              <ListRow label={t('fact.holder')} value={payoutAccount.holder} />
              <ListRow label={t('fact.bank')} value={payoutAccount.bank} />
              <ListRow label={t('fact.number')} value={payoutAccount.number} />
              <When label={t('fact.heldUntil')} at={payoutAccount.heldUntil} />
            </Facts>
            <PayoutProposal account={customer.account} kind={payoutAccount.kind} />
          </>
        )}
      </Part>
      <Part title={t('tabs.deposits')}>
        <Documents items={customer.deposits} />
      </Part>
      <Part title={t('tabs.withdrawals')}>
        <Documents items={customer.withdrawals} />
      </Part>
      <Part title={t('tabs.log')}>
        <ol className="flex flex-col divide-y divide-line/60 text-sm">
          {customer.acts.map((line) => (
            <li key={line.seq} className="py-2">
              <ActHead {...line} />
            </li>
          ))}
        </ol>
      </Part>
    </>
  )
}

function Known({ customer }: { customer: Customer }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const { identity, balance } = customer
  return (
    <Facts>
      <ListRow label={t('fact.nickname')} value={customer.nickname} />
      <ListRow label={t('fact.phone')} value={customer.phone} />
      <When label={t('fact.since')} at={customer.createdAt} />
      {identity.name !== null && <ListRow label={t('fact.name')} value={identity.name} />}
      {identity.idNumber !== null && (
        <ListRow label={t('fact.idNumber')} value={identity.idNumber} />
      )}
      <Decided {...identity} />
      <ListRow label={t('fact.total')} value={format.money(balance.total)} />
      <ListRow label={t('fact.available')} value={format.money(balance.available)} />
      <ListRow label={t('fact.held')} value={format.money(balance.held)} />
      <ListRow label={t('fact.fund')} value={format.money(balance.fund)} />
    </Facts>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

interface Line {
  id: string
  amount: bigint
  status: DocumentStatus
  createdAt: number
}
function Documents({ items }: { items: readonly Line[] }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  if (items.length === 0) return <p className="text-sm text-ink-2">{t('none')}</p>
  return (
    <ul className="divide-y divide-line/60 text-sm">
      {items.map((item) => (
        <li key={item.id} className="figures flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="text-ink-3">{item.id}</span>
          <span className="font-semibold">{format.money(item.amount)}</span>
          <StatusBadge status={item.status} />
          <time className="ms-auto text-xs text-ink-2">{format.dateTime(item.createdAt)}</time>
        </li>
      ))}
    </ul>
  )
}
