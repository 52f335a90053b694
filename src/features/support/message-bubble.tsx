import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import { AboutCard } from '#features/support/about-card.tsx'
import { Bubble } from '#features/support/bubble.tsx'
import { standingOf } from '#features/support/history.ts'
import { Picture } from '#features/support/picture.tsx'
import { StateMark } from '#features/support/state-mark.tsx'
import { useFormat } from '#i18n/format.ts'
import { Badge } from '#ui/badge.tsx'
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
          {time}
          {own && <StateMark standing={standingOf(message, marks)} />}
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
      {answer !== null && <UserWords>{t(`answer.${answer}`)}</UserWords>}
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
      {t('author.staff')} {operator !== null && <span className="font-normal">· {operator}</span>}
    </>
  )
}
