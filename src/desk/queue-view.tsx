import { useAtomValue } from 'jotai'
import { ArrowLeft, Inbox } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DecisionBar, useDecision } from '#desk/decision-bar.tsx'
import { type DeskRoute, go } from '#desk/desk-route.ts'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { type Keys, keysOnAtom, useKeys } from '#desk/keys.ts'
import type { ItemText } from '#desk/item-text.ts'
import type { Queued, QueueKind } from '#desk/queue-kinds.ts'
import { Select } from '#desk/select.tsx'
import { type OnSeen, useSeen } from '#desk/use-seen.ts'
import { type Pages, usePages } from '#desk/use-pages.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { join } from '#ui/join.ts'

/** The open item of a list. It stays open when a decision removes it from the list. */
interface Kept<Item> {
  item: Item
  /** The list's version of the item when this was kept. It is not newer than the kept one. */
  over: Item | undefined
  /** Reads that had started by then may be older than the kept item. */
  begun: number
}

/**
 * The latest known version of the item with this id, and a function to store the result of a decision. The result is
 * kept until a read that started after it returns something else, because a read in progress may still return the
 * earlier state.
 */
export function useOpened<Item extends { id: string }>(
  pages: Pick<Pages<Item>, 'items' | 'reading' | 'begun'>,
  id: string | null,
): [Item | null, (item: Item) => void] {
  const listed = id === null ? undefined : pages.items.find((item) => item.id === id)
  const [kept, keep] = useState<Kept<Item> | null>(null)
  const mine = kept?.item.id === id ? kept : null
  const isNews =
    listed !== undefined && (mine === null || (listed !== mine.over && pages.reading > mine.begun))
  if (isNews) keep({ item: listed, over: listed, begun: 0 })
  const decided = (item: Item): void => keep({ item, over: listed, begun: pages.begun() })
  return [isNews ? listed : (mine?.item ?? null), decided]
}

interface Props<Item extends Queued> {
  kind: QueueKind<Item>
  route: DeskRoute
  /** The operator's own name. */
  me: string
  revision: number
  words: (item: Item) => ItemText
  Row: ComponentType<{ item: Item }>
  Detail: ComponentType<{ item: Item; onSeen: OnSeen }>
}

/** A list next to its open item; one below the other on phones. */
export function QueueView<Item extends Queued>(props: Props<Item>) {
  const { kind, route, me, revision } = props
  const { t } = useTranslation('desk')
  const { status, id } = route
  const pages = usePages<Item, Item['id']>({
    key: `${kind.queue} ${status}`,
    revision,
    load: (after) => kind.load(status, after),
  })
  const [opened, decided] = useOpened(pages, id)
  const [seen, onSeen] = useSeen(id)
  const article = useFocused(opened?.id)
  const decision = useDecision({
    id,
    steps: opened === null ? null : kind.steps(opened, me),
    seen,
    onDecided: (item: Item) => {
      decided(item)
      article.current?.focus()
    },
  })
  const open = (item: Item): void => go({ ...route, id: item.id })
  const [marked, mark] = useState<string | null>(null)
  useKeys({
    ...listKeys(pages.items, marked, { mark, open }),
    a: decision.forward,
    r: decision.refuse,
  })
  return (
    <div className="gap-5 lg:grid lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:items-start">
      <section
        aria-label={t(`tabs.${kind.queue}`)}
        className={join(id !== null && 'max-lg:hidden')}
      >
        <ListTop pages={pages}>
          <Select
            label={t('filter')}
            value={status ?? ''}
            options={[
              { id: '', label: t('waiting') },
              ...kind.filters.map((each) => ({ id: each, label: t(`status.${each}`) })),
            ]}
            onSelect={(next) => go({ ...route, status: next === '' ? null : next, id: null })}
          />
        </ListTop>
        <Rows {...props} items={pages.items} marked={marked} onOpen={open} />
        <ListEnd pages={pages} />
      </section>
      {opened !== null && (
        <article
          ref={article}
          tabIndex={-1}
          aria-label={t('detailOf', { account: props.words(opened).title })}
          className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 pb-0 outline-none sticky lg:top-16 max-lg:static lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto"
        >
          <Back onBack={() => go({ ...route, id: null })} />
          <props.Detail key={opened.id} item={opened} onSeen={onSeen} />
          <DecisionBar decision={decision} words={props.words(opened)} />
        </article>
      )}
      {opened === null && id === null && (
        <div className="max-lg:hidden">
          <EmptyState icon={Inbox} title={t('choose')} />
        </div>
      )}
    </div>
  )
}

/** The element of the opened item. It gets the focus with each item, so that the next key is meant for that item. */
function useFocused(id: string | undefined) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id !== undefined) element.current?.focus({ preventScroll: true })
  }, [id])
  return element
}

function listKeys<Item extends Queued>(
  items: readonly Item[],
  marked: string | null,
  act: { mark: (id: string) => void; open: (item: Item) => void },
): Keys {
  const at = items.findIndex((item) => item.id === marked)
  const move = (to: number): void => {
    const item = items[Math.min(Math.max(to, 0), items.length - 1)]
    if (item === undefined) return
    act.mark(item.id)
    document.getElementById(`row-${item.id}`)?.focus()
  }
  return {
    j: () => move(at + 1),
    k: () => move(at - 1),
    Enter: () => {
      const item = items[at]
      if (item !== undefined) act.open(item)
    },
  }
}

function Rows<Item extends Queued>({
  items,
  marked,
  route,
  Row,
  onOpen,
}: Props<Item> & {
  items: readonly Item[]
  marked: string | null
  onOpen: (item: Item) => void
}) {
  const keysOn = useAtomValue(keysOnAtom)
  return (
    <ul className="flex flex-col gap-1.5">
      {items.map((item) => (
        <li key={item.id}>
          <button
            id={`row-${item.id}`}
            type="button"
            aria-current={item.id === route.id || undefined}
            onClick={() => onOpen(item)}
            className={join(
              'flex min-h-touch w-full flex-col gap-1 rounded-control border px-3 py-2 text-start',
              item.id === route.id ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
              keysOn && item.id === marked && 'outline-2 outline-offset-1 outline-brand',
            )}
          >
            <Row item={item} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Back({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Button variant="quiet" size="sm" className="self-start lg:hidden" onClick={onBack}>
      <ArrowLeft aria-hidden size={18} />
      {t('back')}
    </Button>
  )
}
