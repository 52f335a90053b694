import { useAtomValue } from 'jotai'
import { CheckCheck, Inbox, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { Refusal } from '#components/refusal.tsx'
import type { Message } from '#contract/messages.ts'
import { listMessages } from '#contract/endpoints/messages.ts'
import { mergeBy } from '#data/paged-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { listKind, type PagedList, type Source, usePagedList } from '#data/use-paged-list.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { readPage } from '#documents/read-page.ts'
import { MessageRow } from '#features/messages/message-row.tsx'
import { useSafetyWord } from '#features/messages/safety-word.tsx'
import { type Reading, useReading } from '#features/messages/use-reading.ts'
import { AsOf } from '#components/as-of.tsx'
import { useServerMinute } from '#data/use-server-now.ts'
import { topicAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'
import { SafetyWordSheet } from '#features/messages/safety-word-sheet.tsx'
import { WithHelp } from '#ui/help.tsx'
import { isolated } from '#rules/deceptive-text.ts'

/** A read message never becomes unread again. */
const messageList = listKind<Message>(mergeBy(({ readAt }) => (readAt === null ? 0 : 1)))

const source: Source<Message> = {
  name: 'messages',
  read: (before) => readPage(listMessages, 'messages', before),
}

/** The user's messages as a list: the newest come from the stream, older ones page by page. */
function useMessageList(): PagedList<Message> {
  const list = usePagedList(messageList, source)
  useLiveRows(list, topicAtom('messages'), ({ latest }) => latest)
  return list
}

/** Every message to the user, newest first. A message that was on screen counts as read on all devices. */
export function MessageHistory() {
  const { t } = useTranslation('messages')
  const list = useMessageList()
  const reading = useReading(list.rows)
  const nowMs = useServerMinute()
  const word = useSafetyWord() ?? null
  return (
    <DocumentList
      list={list}
      rowClass="h-24"
      above={
        <>
          <SafetyWordLine />
          <Bar reading={reading} refreshing={list.refreshing} onRefresh={list.refresh} />
          <AsOf live={useAtomValue(topicAtom('messages'))} className="px-4 pb-2" />
        </>
      }
      empty={{ icon: Inbox, title: t('page.empty'), hint: t('page.emptyHint') }}
    >
      {(message) => (
        <MessageRow
          message={message}
          nowMs={nowMs}
          unread={reading.isUnread(message)}
          word={word}
          onSeen={reading.see}
        />
      )}
    </DocumentList>
  )
}

interface BarProps {
  reading: Reading
  refreshing: boolean
  onRefresh: () => void
}

function Bar({ reading, refreshing, onRefresh }: BarProps) {
  const { t } = useTranslation('messages')
  const { unread, markAll, busy, error } = reading
  return (
    <>
      <div className="flex min-h-touch flex-wrap items-center gap-x-2 ps-4 pe-1">
        <p role="status" className="figures flex-1 text-sm whitespace-nowrap text-ink-2">
          {unread > 0 ? t('page.unread', { count: unread }) : t('page.allRead')}
        </p>
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        {markAll !== null && (
          <Button variant="quiet" size="sm" className="ms-auto" busy={busy} onClick={markAll}>
            <CheckCheck aria-hidden size={16} />
            {t('page.markAll')}
          </Button>
        )}
      </div>
      {error !== null && (
        <div className="px-4 pb-2">
          <Refusal error={error} />
        </div>
      )}
    </>
  )
}

/** Above the messages, in one line: how to recognise a genuine one. */
function SafetyWordLine() {
  const { t } = useTranslation('messages')
  const word = useSafetyWord()
  const [open, setOpen] = useState(false)
  return (
    <div className="px-4">
      <WithHelp
        help={<p>{t(word == null ? 'word.lead' : 'word.have')}</p>}
        end={
          <Button
            variant="quiet"
            size="sm"
            onClick={() => setOpen(true)}
            disabled={word === undefined}
          >
            {t(word == null ? 'word.set' : 'word.change')}
          </Button>
        }
      >
        <p className="flex items-center gap-1.5 text-sm text-ink-2">
          <ShieldCheck aria-hidden size={16} className="shrink-0 text-brand-strong" />
          <span className="min-w-0">
            {word == null ? t('word.title') : t('word.on', { word: isolated(word) })}
          </span>
        </p>
      </WithHelp>
      {word !== undefined && (
        <SafetyWordSheet open={open} onClose={() => setOpen(false)} word={word} />
      )}
    </div>
  )
}
