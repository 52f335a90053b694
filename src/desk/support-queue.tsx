import { ArrowLeft, Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deskMarkSupport, deskSupport } from '#contract/endpoints/desk-support.ts'
import { supportMessageId } from '#contract/scalars.ts'
import type { DeskConversation } from '#contract/support.ts'
import { ConversationView } from '#desk/conversation-view.tsx'
import { go } from '#desk/desk-route.ts'
import { useKeys } from '#desk/keys.ts'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import type { QueueProps } from '#desk/queues.tsx'
import { Select } from '#desk/select.tsx'
import { type Pages, usePages } from '#desk/use-pages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { join } from '#ui/join.ts'
import { UserText } from '#ui/user-text.tsx'

type Account = DeskConversation['account']

/** Conversations with customers, those who have waited longest first, next to the open conversation. */
export function SupportQueue({
  route,
  revision,
  typing,
}: QueueProps & { typing: readonly string[] }) {
  const { t } = useTranslation('desk')
  const status = route.status === 'all' ? 'all' : 'waiting'
  const pages = usePages<DeskConversation, Account>({
    key: `support ${status}`,
    revision,
    load: (after) => call(deskSupport, { query: { status, after } }),
  })
  useArrivals(pages.items)
  const { id } = route
  return (
    <div className="gap-5 lg:grid lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:items-start">
      <section aria-label={t('tabs.support')} className={join(id !== null && 'max-lg:hidden')}>
        <ListTop pages={pages}>
          <Select
            label={t('filter')}
            value={status}
            options={[
              { id: 'waiting', label: t('waiting') },
              { id: 'all', label: t('support.all') },
            ]}
            onSelect={(next) => go({ ...route, status: next, id: null })}
          />
        </ListTop>
        <List
          pages={pages}
          chosen={id}
          typing={typing}
          onOpen={(account) => go({ ...route, id: account })}
        />
        <ListEnd pages={pages} />
      </section>
      {id === null ? (
        <div className="max-lg:hidden">
          <EmptyState icon={Inbox} title={t('choose')} />
        </div>
      ) : (
        <article
          aria-label={t('detailOf', { account: id })}
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
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
          <ConversationView
            key={id}
            account={id}
            revision={revision}
            typing={typing.includes(id)}
          />
        </article>
      )}
    </div>
  )
}

/** Reports the listed messages as delivered to the desk. */
function useArrivals(items: readonly DeskConversation[]): void {
  const owed = items
    .filter(({ last, marks }) => BigInt(last.id) > BigInt(marks.staffDelivered))
    .map(({ account, last }) => `${account} ${last.id}`)
    .join()
  useEffect(() => {
    // Depends on the text, because the list itself is replaced with every read.
    for (const one of owed === '' ? [] : owed.split(',')) {
      const [account = '', id] = one.split(' ')
      const body = { deliveredUpTo: supportMessageId.parse(id) }
      void call(deskMarkSupport, { params: { account }, body })
    }
  }, [owed])
}

interface ListProps {
  pages: Pages<DeskConversation>
  chosen: string | null
  typing: readonly string[]
  onOpen: (account: Account) => void
}
function List({ pages: { items }, chosen, typing, onOpen }: ListProps) {
  const [marked, mark] = useState<string | null>(null)
  const at = items.findIndex(({ account }) => account === marked)
  const move = (to: number): void => {
    const item = items[Math.min(Math.max(to, 0), items.length - 1)]
    if (item === undefined) return
    mark(item.account)
    document.getElementById(`row-${item.account}`)?.focus()
  }
  useKeys({
    j: () => move(at + 1),
    k: () => move(at - 1),
    Enter: () => {
      const item = items[at]
      if (item !== undefined) onOpen(item.account)
    },
  })
  return (
    <ul className="flex flex-col gap-1.5">
      {items.map((item) => (
        <li key={item.account}>
          <button
            id={`row-${item.account}`}
            type="button"
            aria-current={item.account === chosen || undefined}
            onClick={() => onOpen(item.account)}
            className={join(
              'flex min-h-touch w-full flex-col gap-1 rounded-control border px-3 py-2 text-start',
              item.account === chosen ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
              item.account === marked && 'outline-2 outline-offset-1 outline-brand',
            )}
          >
            <Row item={item} typing={typing.includes(item.account)} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Row({ item, typing }: { item: DeskConversation; typing: boolean }) {
  const { t } = useTranslation(['desk', 'support'])
  const format = useFormat()
  const { account, nickname, last, waitingSince } = item
  const said = last.question === null ? last.text : t(`support:question.${last.question}`)
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-semibold">
          <span>{account}</span>{' '}
          <span className="font-normal text-ink-2">
            <UserText>{nickname}</UserText>
          </span>
        </span>
        {waitingSince !== null && <Badge tone="warn">{t('desk:waiting')}</Badge>}
      </span>
      <span className="flex items-center justify-between gap-2 text-sm text-ink-2">
        <span className="min-w-0 truncate">
          {typing ? t('desk:support.typing') : <UserText>{said}</UserText>}
        </span>
        <time className="figures shrink-0 text-xs">
          {format.dateTime(waitingSince ?? last.sentAt)}
        </time>
      </span>
    </>
  )
}
