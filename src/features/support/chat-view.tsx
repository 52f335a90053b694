import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowDown, CloudOff, Download, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { appInfoAtom } from '#api/session.ts'
import { markSupport } from '#contract/endpoints/support.ts'
import type { SupportMessageId } from '#contract/scalars.ts'
import type {
  SupportMarks,
  SupportMessage,
  SupportQuestion,
  SupportSubject,
} from '#contract/support.ts'
import { pageVisibleAtom } from '#device/page-visible.ts'
import { ChatLog } from '#features/support/chat-log.tsx'
import { Composer } from '#features/support/composer.tsx'
import {
  discardAtom,
  flushAtom,
  NO_WORDS,
  type Outgoing,
  outgoingAtom,
  recallAtom,
  writeAtom,
} from '#features/support/outgoing.ts'
import { QuestionChips, QuestionDrawer } from '#features/support/question-chips.tsx'
import { useBottom } from '#features/support/use-bottom.ts'
import { useConversation } from '#features/support/use-conversation.ts'
import { useKeyboardPx } from '#features/support/use-keyboard.ts'
import { languageOf } from '#i18n/setup.ts'
import { buttonLook, IconButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { connectionAtom, streamsAtom } from '#streams'

/**
 * Outgoing messages that are not in the conversation yet. Sending resumes automatically when the connection is back.
 */
function useOutgoing(rows: readonly SupportMessage[]): readonly Outgoing[] {
  const all = useAtomValue(outgoingAtom)
  const recall = useSetAtom(recallAtom)
  const flush = useSetAtom(flushAtom)
  const discard = useSetAtom(discardAtom)
  const { status } = useAtomValue(connectionAtom)
  const isUp = status === 'live' || status === 'stale'
  useEffect(() => {
    recall()
    if (isUp) void flush()
  }, [isUp, recall, flush])
  const arrived = all.filter(({ key }) => rows.some((row) => row.key === key))
  const keys = arrived.map(({ key }) => key).join(' ')
  useEffect(() => {
    if (keys !== '') discard(keys.split(' '))
  }, [keys, discard])
  return all.filter((message) => !arrived.includes(message))
}

/** Reports that everything up to `newest` was delivered here, and was read once the page is in the foreground. */
function useReading(newest: SupportMessageId | null, marks: SupportMarks | null): void {
  const seen = useAtomValue(pageVisibleAtom)
  const mark = marks === null ? null : seen ? marks.userRead : marks.userDelivered
  const owed = newest !== null && mark !== null && BigInt(newest) > BigInt(mark)
  useEffect(() => {
    if (!owed || newest === null) return
    void call(markSupport, { body: seen ? { readUpTo: newest } : { deliveredUpTo: newest } })
  }, [owed, newest, seen])
}

interface Props {
  about: SupportSubject | null
  onAbout: (about: SupportSubject | null) => void
}

/** The conversation above the message field. */
export function ChatView(props: Props) {
  const { t } = useTranslation('support')
  const view = useConversation()
  const outgoing = useOutgoing(view.rows)
  const newest = view.rows[0]?.id ?? null
  useReading(newest, view.marks)
  const ends = { oldest: view.rows.at(-1)?.id ?? null, newest: outgoing.at(-1)?.key ?? newest }
  const { below, toEnd } = useBottom(ends)
  const keyboardPx = useKeyboardPx()
  const write = useSetAtom(writeAtom)
  const streams = useAtomValue(streamsAtom)
  if (view.status === 'failed') return <EmptyState icon={CloudOff} title={t('failed')} />
  const empty = view.status === 'ready' && view.rows.length === 0 && outgoing.length === 0
  const ask = (question: SupportQuestion): void => {
    void write({ words: { ...NO_WORDS, question }, atMs: streams?.serverNow() ?? 0 })
    toEnd()
  }
  return (
    <>
      <div className="flex flex-1 flex-col gap-3 px-4 pb-3">
        {view.status === 'loading' ? (
          <Waiting />
        ) : (
          <>
            <Intro />
            {empty ? <QuestionChips onAsk={ask} /> : <Save />}
            <ChatLog view={view} outgoing={outgoing} />
          </>
        )}
      </div>
      <div
        data-slim
        className="safe-bottom sticky z-10 -mb-4 flex flex-col gap-1 border-t border-line bg-page px-3 pt-1"
        style={{ bottom: keyboardPx }}
      >
        {below && (
          <IconButton
            label={t('newest')}
            onClick={toEnd}
            className="absolute -top-14 end-3 border border-line bg-surface shadow-card"
          >
            <ArrowDown aria-hidden size={20} />
          </IconButton>
        )}
        {!empty && <QuestionDrawer onAsk={ask} />}
        <div className="pt-1 pb-2">
          <Composer {...props} onSent={toEnd} />
        </div>
      </div>
    </>
  )
}

function Intro() {
  const { t } = useTranslation('support')
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  return (
    <div className="flex flex-col gap-2 rounded-card bg-surface p-4 shadow-card">
      <h2 className="text-lg font-semibold">{t('intro.title')}</h2>
      <p className="text-sm text-ink-2">{t(practice ? 'intro.practice' : 'intro.live')}</p>
      <p className="flex items-start gap-2 text-sm text-ink-2">
        <ShieldCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-brand-strong" />
        {t('intro.secret')}
      </p>
    </div>
  )
}

function Save() {
  const { t, i18n } = useTranslation('support')
  return (
    <a
      href={`/api/support/transcript?language=${languageOf(i18n)}`}
      download
      className={`${buttonLook({ variant: 'quiet', size: 'sm' })} self-center`}
    >
      <Download aria-hidden size={18} className="shrink-0" />
      {t('save')}
    </a>
  )
}

function Waiting() {
  // A short blank moment is calmer than placeholders that appear and disappear.
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div aria-busy="true" />
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <Skeleton className="h-16 w-3/4" />
      <Skeleton className="h-12 w-2/3 self-end" />
      <Skeleton className="h-20 w-3/4" />
    </div>
  )
}
