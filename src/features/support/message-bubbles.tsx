import { useSetAtom } from 'jotai'
import { Bot, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import { AboutCard } from '#features/support/about-card.tsx'
import { Bubble } from '#features/support/bubble.tsx'
import { deliveryStatusOf } from '#features/support/history.ts'
import { discardAtom, flushAtom, type Outgoing } from '#features/support/outgoing.ts'
import { Picture } from '#features/support/picture.tsx'
import { StateMark } from '#features/support/state-mark.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { UserWords } from '#ui/user-text.tsx'

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
