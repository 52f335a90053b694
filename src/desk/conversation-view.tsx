import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import {
  closeSupport,
  deskMarkSupport,
  deskSupportMessages,
} from '#contract/endpoints/desk-support.ts'
import type { DeskConversation, SupportMessage } from '#contract/support.ts'
import { AnswerForm } from '#desk/answer-form.tsx'
import { ConversationLine } from '#desk/conversation-line.tsx'
import { CustomerPage } from '#desk/customer-page.tsx'
import { Loaded } from '#components/loaded.tsx'
import { type Pages, usePages } from '#desk/use-pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

interface Props {
  account: string
  revision: number
  /** The customer is typing at the moment. */
  typing: boolean
}

/** One conversation, live, with the customer's details and the answer form. */
export function ConversationView({ account, revision, typing }: Props) {
  const { t } = useTranslation('desk')
  const [head, setHead] = useState<DeskConversation | null>(null)
  const pages = usePages<SupportMessage, SupportMessage['id']>({
    key: account,
    revision,
    load: async (before) => {
      const params = { account }
      const answer = await call(deskSupportMessages, { params, query: { before } })
      if (!answer.ok) return answer
      const { conversation, messages, next } = answer.value
      setHead(conversation)
      return { ok: true, value: { items: messages, next } }
    },
  })
  useRead(account, pages.items[0], head)
  return (
    <>
      <Head account={account} head={head} onClosed={setHead} />
      <Lines pages={pages} head={head} />
      <p role="status" className="min-h-5 text-sm text-ink-2">
        {typing && t('support.typing')}
      </p>
      <AnswerForm account={account} onSent={pages.reload} />
    </>
  )
}

/** Reports the displayed messages as read once the window is in the foreground. */
function useRead(
  account: string,
  newest: SupportMessage | undefined,
  head: DeskConversation | null,
): void {
  const owed =
    newest !== undefined && head !== null && BigInt(newest.id) > BigInt(head.marks.staffRead)
  const id = newest?.id
  useEffect(() => {
    if (!owed || id === undefined) return undefined
    const tell = (): void => {
      if (document.visibilityState !== 'visible') return
      void call(deskMarkSupport, { params: { account }, body: { readUpTo: id } })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [owed, id, account])
}

interface HeadProps {
  account: string
  head: DeskConversation | null
  onClosed: (head: DeskConversation) => void
}
function Head({ account, head, onClosed }: HeadProps) {
  const { t } = useTranslation('desk')
  const [card, setCard] = useState(false)
  const close = async (): Promise<void> => {
    if (head === null) return
    const body = { upTo: head.last.id }
    const answer = await call(closeSupport, { params: { account }, body })
    if (answer.ok) onClosed(answer.value)
  }
  const waits = head !== null && head.waitingSince !== null
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-lg font-semibold break-words">{account}</h2>
        {waits && <Badge tone="warn">{t('waiting')}</Badge>}
        <span className="ms-auto flex flex-wrap gap-2">
          {waits && (
            <Button variant="secondary" size="sm" onClick={() => void close()}>
              {t('support.done')}
            </Button>
          )}
          <Button variant="quiet" size="sm" aria-expanded={card} onClick={() => setCard(!card)}>
            {t(card ? 'support.hideCard' : 'support.card')}
          </Button>
        </span>
      </div>
      {card && (
        <div className="rounded-control border border-line p-3">
          <CustomerPage account={account} />
        </div>
      )}
    </>
  )
}

function Lines({ pages, head }: { pages: Pages<SupportMessage>; head: DeskConversation | null }) {
  const { t } = useTranslation('desk')
  const box = useRef<HTMLDivElement>(null)
  const newest = pages.items[0]?.id
  useEffect(() => {
    // Scrolls only the box, so that the list next to it keeps its position.
    if (newest !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [newest])
  if (pages.status !== 'ready' || head === null) {
    const fetched =
      pages.status === 'failed' && pages.error !== null
        ? ({ status: 'failed', error: pages.error } as const)
        : ({ status: 'loading' } as const)
    return (
      <Loaded data={fetched} onRetry={pages.reload}>
        {() => null}
      </Loaded>
    )
  }
  return (
    <div
      ref={box}
      className="flex max-h-[50dvh] flex-col gap-2 overflow-y-auto rounded-control bg-sunken p-3"
    >
      {pages.more !== null && (
        <Button variant="quiet" size="sm" onClick={pages.more}>
          {t('more')}
        </Button>
      )}
      <ol aria-live="polite" className="flex flex-col gap-2">
        {[...pages.items].reverse().map((message) => (
          <ConversationLine key={message.id} message={message} marks={head.marks} />
        ))}
      </ol>
    </div>
  )
}
