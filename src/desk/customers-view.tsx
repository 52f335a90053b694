import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { Refusal } from '#components/refusal.tsx'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import type { deskCustomerRow } from '#contract/desk.ts'
import { findCustomers } from '#contract/endpoints/desk.ts'
import { CustomerPage } from '#desk/customer-page.tsx'
import { type DeskRoute, go } from '#desk/desk-route.ts'
import { StatusBadge } from '#desk/facts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { TextField } from '#ui/text-field.tsx'
import { UserText } from '#ui/user-text.tsx'

type Row = z.output<typeof deskCustomerRow>
const SEARCH_MIN = 3

/** The search for customers, and the page of the selected one. */
export function CustomersView({ route }: { route: DeskRoute }) {
  const { t } = useTranslation('desk')
  const { id } = route
  return (
    <div className="gap-5 lg:grid lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:items-start">
      <section aria-label={t('tabs.customers')} className={join(id !== null && 'max-lg:hidden')}>
        <Search route={route} />
      </section>
      {id !== null && (
        <article
          aria-label={t('detailOf', { account: id })}
          className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4"
        >
          <Button
            variant="quiet"
            size="sm"
            className="self-start lg:hidden"
            onClick={() => go({ ...route, id: null })}
          >
            <ArrowLeft aria-hidden size={18} />
            {t('back')}
          </Button>
          <CustomerPage key={id} account={id} />
        </article>
      )}
    </div>
  )
}

function Search({ route }: { route: DeskRoute }) {
  const { t } = useTranslation('desk')
  const [words, setWords] = useState('')
  const [found, setFound] = useState<readonly Row[] | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const search = words.trim()
    if (search.length < SEARCH_MIN) return
    const answer = await call(findCustomers, { query: { search } })
    setError(answer.ok ? null : answer.error)
    if (answer.ok) setFound(answer.value.customers)
  }
  return (
    <form role="search" onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <TextField
        label={t('customer.search')}
        hint={t('customer.searchHint')}
        name="search"
        value={words}
        onValue={setWords}
        maxLength={40}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" disabled={words.trim().length < SEARCH_MIN}>
        {t('search')}
      </Button>
      <Refusal error={error} />
      <div role="status">{found?.length === 0 && t('customer.none')}</div>
      <ul className="flex flex-col gap-1.5">
        {found?.map((row) => (
          <li key={row.account}>
            <button
              type="button"
              aria-current={row.account === route.id || undefined}
              onClick={() => go({ ...route, id: row.account })}
              className="flex min-h-touch w-full items-center justify-between gap-2 rounded-control border border-line bg-surface px-3 py-2 text-start"
            >
              <span className="min-w-0 truncate">
                <span className="font-semibold">{row.account}</span>{' '}
                <UserText>{row.nickname}</UserText>
              </span>
              {row.state !== 'open' && <Badge>{t(`customer.state.${row.state}`)}</Badge>}
              {row.guest ? (
                <Badge>{t('customer.guest')}</Badge>
              ) : (
                <StatusBadge status={row.verification} />
              )}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}
