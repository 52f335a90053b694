import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  type LucideIcon,
  Megaphone,
  MessageSquare,
} from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Message } from '#contract/messages.ts'
import { lockLink, messageLink } from '#features/messages/message-link.ts'
import { type MessageTone, toneOf } from '#features/messages/message-tone.ts'
import { SafetyWordMark } from '#features/messages/safety-word.tsx'
import { useMessageText } from '#features/messages/use-message-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import { join } from '#ui/join.ts'

const ICONS: Record<MessageTone, LucideIcon> = {
  good: CircleCheck,
  bad: CircleAlert,
  info: MessageSquare,
}
const LOOKS: Record<MessageTone, string> = {
  good: 'bg-brand-soft text-brand-strong',
  bad: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}
const ROW = 'flex w-full gap-3 border-b border-line/60 px-4 py-3 text-start'

const LOOKED_AT_MS = 1_000
/** The visible part of the element, or of the screen if the element is larger. */
const ENOUGH = 0.6

const fills = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= ENOUGH ||
  (rootBounds !== null && intersectionRect.height >= rootBounds.height * ENOUGH)

/** Detects whether an element was seen: it was visible for one second while the page was in the foreground. */
function useOnScreen(
  ref: RefObject<HTMLElement | null>,
  { wanted, onLooked }: { wanted: boolean; onLooked: () => void },
): void {
  const looked = useEffectEvent(onLooked)
  useEffect(() => {
    const { current } = ref
    if (!wanted || current === null || typeof IntersectionObserver === 'undefined') return
    let shown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const judge = (): void => {
      clearTimeout(timer)
      if (shown && !document.hidden) timer = setTimeout(looked, LOOKED_AT_MS)
    }
    const watch = new IntersectionObserver(
      (entries) => {
        shown = entries.some(fills)
        judge()
      },
      { threshold: [0, ENOUGH] },
    )
    watch.observe(current)
    document.addEventListener('visibilitychange', judge)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('visibilitychange', judge)
    }
  }, [ref, wanted])
}

interface Props {
  message: Message
  nowMs: number
  unread: boolean
  /** The user's safety word; null when there is none or it is not known yet. */
  word: string | null
  /** Called after the message was on screen for one second. */
  onSeen: (id: string) => void
}

/**
 * One message: what happened, when, whether it was read, the mark that proves it genuine, and a link to its subject.
 */
export function MessageRow(props: Props) {
  const { message, unread, onSeen } = props
  const row = useRef<HTMLDivElement>(null)
  useOnScreen(row, { wanted: unread, onLooked: () => onSeen(message.id) })
  const link = messageLink(message)
  const look = join(ROW, unread ? 'bg-brand-soft/40' : 'bg-surface')
  const lock = lockLink(message)
  return (
    <div ref={row}>
      {link === null ? (
        <div className={look}>
          <Body {...props} />
        </div>
      ) : (
        <Link to={link.path} className={join(look, '-outline-offset-2 active:bg-sunken')}>
          <Body {...props} />
        </Link>
      )}
      {lock !== null && <LockLink path={lock} />}
    </div>
  )
}

function Body({ message, nowMs, unread, word }: Props) {
  const { t } = useTranslation('messages')
  const { title, text } = useMessageText()(message)
  const link = messageLink(message)
  return (
    <>
      <Mark kind={message.kind} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span
            className={join('min-w-36 flex-1 break-words', unread ? 'font-bold' : 'font-medium')}
          >
            {title}
          </span>
          <When message={message} nowMs={nowMs} unread={unread} />
        </span>
        <span className="text-sm break-words text-ink-2">{text}</span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 empty:hidden">
          {word !== null && <SafetyWordMark word={word} />}
          {link !== null && (
            <span className="ms-auto inline-flex items-center text-xs font-medium text-brand-strong">
              <span>{t(`open.${link.what}`)}</span>
              <ChevronRight aria-hidden size={14} />
            </span>
          )}
        </span>
      </span>
    </>
  )
}

function LockLink({ path }: { path: string }) {
  const { t } = useTranslation('messages')
  return (
    <div className="flex justify-end border-b border-line/60 bg-surface px-4">
      <Link
        to={path}
        className="inline-flex min-h-touch items-center text-end text-sm font-semibold text-danger"
      >
        {t('lock')}
      </Link>
    </div>
  )
}

function Mark({ kind }: { kind: Message['kind'] }) {
  const tone = toneOf(kind)
  const Icon = kind === 'announcement' ? Megaphone : ICONS[tone]
  return (
    <span
      aria-hidden
      className={join('flex size-9 shrink-0 items-center justify-center rounded-full', LOOKS[tone])}
    >
      <Icon size={18} />
    </span>
  )
}

function When({ message, nowMs, unread }: { message: Message; nowMs: number; unread: boolean }) {
  const { t } = useTranslation('messages')
  const relative = useRelativeTime()
  const format = useFormat()
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5">
      <time
        dateTime={new Date(message.sentAt).toISOString()}
        title={format.dateTime(message.sentAt)}
        className="figures text-xs whitespace-nowrap text-ink-3"
      >
        {relative(message.sentAt, nowMs)}
      </time>
      {unread && (
        <span className="size-2 rounded-full bg-brand">
          <span className="sr-only">{t('page.isNew')}</span>
        </span>
      )}
    </span>
  )
}
