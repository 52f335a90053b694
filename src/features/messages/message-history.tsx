import { useAtomValue } from 'jotai'
import { CheckCheck, Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessageList } from '#features/messages/message-list.ts'
import { MessageRow } from '#features/messages/message-row.tsx'
import { useSafetyWord } from '#features/messages/safety-word.tsx'
import { SafetyWordCard } from '#features/messages/safety-word-card.tsx'
import { type Reading, useReading } from '#features/messages/use-reading.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useListTexts } from '#i18n/list-texts.ts'
import { AsOf } from '#lib/as-of.tsx'
import { useServerMinute } from '#lib/use-server-now.ts'
import { messagesAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListFailed } from '#ui/list-failed.tsx'
import { Notice } from '#ui/notice.tsx'
import { PagedListView } from '#ui/paged-list.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** Every message to the user, newest first; what was looked at counts as read on every device. */
export function MessageHistory() {
  const { t } = useTranslation('messages')
  const texts = useListTexts()
  const { errorText } = useErrorText()
  const list = useMessageList()
  const reading = useReading(list.rows)
  const nowMs = useServerMinute()
  const word = useSafetyWord() ?? null
  return (
    <PagedListView
      list={list}
      texts={texts}
      above={
        <>
          <SafetyWordCard />
          <Bar reading={reading} refreshing={list.refreshing} onRefresh={list.refresh} />
          <AsOf live={useAtomValue(messagesAtom)} className="px-4 pb-2" />
        </>
      }
      skeleton={<SkeletonRows className="h-24" />}
      failed={
        <ListFailed
          text={list.error === null ? '' : errorText(list.error)}
          retry={texts.retry}
          onRetry={list.retry}
        />
      }
      empty={<EmptyState icon={Inbox} title={t('page.empty')} hint={t('page.emptyHint')} />}
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
    </PagedListView>
  )
}

interface BarProps {
  reading: Reading
  refreshing: boolean
  onRefresh: () => void
}

function Bar({ reading, refreshing, onRefresh }: BarProps) {
  const { t } = useTranslation('messages')
  const texts = useListTexts()
  const { errorText } = useErrorText()
  const { unread, markAll, busy, error } = reading
  return (
    <>
      <div className="flex min-h-touch flex-wrap items-center gap-x-2 ps-4 pe-1">
        <p role="status" className="figures flex-1 text-sm whitespace-nowrap text-ink-2">
          {unread > 0 ? t('page.unread', { count: unread }) : t('page.allRead')}
        </p>
        <RefreshButton label={texts.refresh} refreshing={refreshing} onRefresh={onRefresh} />
        {markAll !== null && (
          <Button variant="quiet" size="sm" className="ms-auto" busy={busy} onClick={markAll}>
            <CheckCheck aria-hidden size={16} />
            {t('page.markAll')}
          </Button>
        )}
      </div>
      {error !== null && (
        <div className="px-4 pb-2">
          <Notice tone="bad">{errorText(error)}</Notice>
        </div>
      )}
    </>
  )
}
