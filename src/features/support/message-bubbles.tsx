import { useSetAtom } from 'jotai'
import { Bot, Check, CheckCheck, Clock, ImageOff, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ReactNode, useState } from 'react'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import { AboutCard } from '#features/support/about-card.tsx'
import { deliveryStatusOf } from '#features/support/history.ts'
import { discardAtom, flushAtom, type Outgoing } from '#features/support/outgoing.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { UserWords } from '#ui/user-text.tsx'
import { join } from '#ui/join.ts'

interface Props {
  message: SupportMessage
  marks: SupportMarks
}

/** A message that the server has stored. */
export function MessageBubble({ message, marks }: Props) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { author, about, photo, photoExpired, question, answer, text, sentAt } = message
  const own = author === 'user'
  const time = <time dateTime={new Date(sentAt).toISOString()}>{format.clock(sentAt)}</time>
  return (
    <Bubble
      own={own}
      {...(!own && { who: <Who message={message} /> })}
      foot={
        <>
          <span>{time}</span>
          {own && <StateMark status={deliveryStatusOf(message, marks)} />}
        </>
      }
    >
      {own && <span className="sr-only">{t('author.user')}</span>}
      {about !== null && <AboutCard about={about} />}
      {photo !== null && (
        <Picture
          id={photo}
          alt={t('picture.of', { who: t(`author.${author}`) })}
          expired={photoExpired === true}
        />
      )}
      {question !== null && <UserWords>{t(`question.${question}`)}</UserWords>}
      {answer !== null && (
        <UserWords>{t(`answer.${answer}`, { unit: format.money(100n) })}</UserWords>
      )}
      <UserWords>{text}</UserWords>
    </Bubble>
  )
}

function Who({ message: { author, operator } }: { message: SupportMessage }) {
  const { t } = useTranslation('support')
  if (author === 'helper') {
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        <Bot aria-hidden size={16} className="shrink-0" />
        {t('author.helper')} <Badge>{t('automatic')}</Badge>
      </span>
    )
  }
  return (
    <>
      {t('author.staff')}{' '}
      {operator !== null && (
        <span className="font-normal">
          · <span>{operator}</span>
        </span>
      )}
    </>
  )
}

/** A message that is being sent. It shows its state and can be resent or discarded. */
export function OutgoingBubble({ message }: { message: Outgoing }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { about, photo, question, status, text, writtenAt } = message
  return (
    <div className="flex flex-col gap-1">
      <Bubble
        own
        foot={
          <>
            <time>{format.clock(writtenAt)}</time>
            {status !== 'refused' && <StateMark status={status} />}
          </>
        }
      >
        {about !== null && <AboutCard about={about} />}
        {photo !== null && (
          <Picture id={photo} alt={t('picture.of', { who: t('author.user') })} expired={false} />
        )}
        {question !== null && <UserWords>{t(`question.${question}`)}</UserWords>}
        <UserWords>{text}</UserWords>
      </Bubble>
      {(status === 'unsent' || status === 'refused') && <Unsent message={message} />}
    </div>
  )
}

function Unsent({ message }: { message: Outgoing }) {
  const { t } = useTranslation('support')
  const { errorText } = useErrorText()
  const flush = useSetAtom(flushAtom)
  const discard = useSetAtom(discardAtom)
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 text-sm text-ink-2">
      <span role="status" className="min-w-0">
        {message.status === 'refused'
          ? t('state.refused', { reason: errorText(message.error) })
          : t('state.unsent')}
      </span>
      {message.status === 'unsent' && (
        <Button size="sm" variant="quiet" onClick={() => void flush()}>
          <RotateCcw aria-hidden size={16} className="shrink-0" /> {t('retry')}
        </Button>
      )}
      {/* A message without an answer may have arrived. Only a refusal proves that it did not. */}
      {message.status === 'refused' && (
        <Button size="sm" variant="danger" onClick={() => discard([message.key])}>
          <Trash2 aria-hidden size={16} className="shrink-0" /> {t('discard')}
        </Button>
      )}
    </div>
  )
}

interface BubbleProps {
  own: boolean
  /** The author, above the text; left out for the user's own messages. */
  who?: ReactNode
  /** The time and the delivery state, below the text. */
  foot: ReactNode
  children: ReactNode
}

/** One message. The user's own messages are at the end of the line. */
function Bubble({ own, who, foot, children }: BubbleProps) {
  return (
    <div className={join('flex', own ? 'justify-end' : 'justify-start')}>
      <div
        className={join(
          'flex max-w-[85%] min-w-0 flex-col gap-1.5 rounded-card px-3 py-2',
          own ? 'rounded-ee-md bg-brand-soft' : 'rounded-es-md bg-surface shadow-card',
        )}
      >
        {who !== undefined && <p className="text-xs font-semibold text-ink-2">{who}</p>}
        {children}
        <p className="figures flex items-center justify-end gap-1 self-end text-xs text-ink-3">
          {foot}
        </p>
      </div>
    </div>
  )
}

interface PictureProps {
  id: string
  alt: string
  /** The retention period has ended, and the picture was deleted. */
  expired: boolean
}

/** A picture in the conversation. Its space is reserved before it is loaded. */
function Picture({ id, alt, expired }: PictureProps) {
  const { t } = useTranslation('support')
  const [lost, setLost] = useState(false)
  const address = `/api/photos/${id}`
  if (lost || expired) {
    return (
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <ImageOff aria-hidden size={18} className="shrink-0" />
        <span>{t(expired ? 'picture.expired' : 'picture.gone')}</span>
      </p>
    )
  }
  return (
    <a href={address} target="_blank" rel="noreferrer" className="block">
      <img
        src={address}
        alt={alt}
        onError={() => setLost(true)}
        className="h-48 w-full min-w-40 rounded-control bg-sunken object-cover"
      />
    </a>
  )
}

type DeliveryStatus = 'sending' | 'unsent' | 'sent' | 'delivered' | 'read'

const ICONS = {
  sending: Clock,
  unsent: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
} as const

/** One tick, two ticks, two coloured ticks; with a text for screen readers. */
function StateMark({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation('support')
  const Icon = ICONS[status]
  return (
    <span className="inline-flex items-center" title={t(`state.${status}`)}>
      <Icon
        aria-hidden
        size={15}
        className={join('shrink-0', status === 'read' ? 'text-info' : 'text-ink-3')}
      />
      <span className="sr-only">{t(`state.${status}`)}</span>
    </span>
  )
}
