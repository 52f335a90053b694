import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import { PhotoViewer } from '#desk/photo-viewer.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { UserWords } from '#ui/user-text.tsx'

interface Props {
  message: SupportMessage
  marks: SupportMarks
}

/** One message as the desk shows it: the customer's at the start of the line, the staff's at its end. */
export function ConversationLine({ message, marks }: Props) {
  const { t } = useTranslation(['desk', 'support'])
  const format = useFormat()
  const { about, answer, author, operator, photo, photoExpired, question, sentAt, text } = message
  const fromUser = author === 'user'
  const who = {
    user: t('desk:support.customer'),
    staff: operator,
    helper: t('support:author.helper'),
  }
  return (
    <li className={join('flex', fromUser ? 'justify-start' : 'justify-end')}>
      <div
        className={join(
          'flex max-w-[85%] min-w-0 flex-col gap-1 rounded-card px-3 py-2',
          fromUser ? 'bg-surface' : 'bg-brand-soft',
        )}
      >
        <p className="figures flex flex-wrap gap-x-2 text-xs text-ink-2">
          <span className="font-semibold">{who[author]}</span>
          <time>{format.dateTime(sentAt)}</time>
          {author === 'staff' && (
            <span>{t(`support:state.${deliveryStatus(message, marks)}`)}</span>
          )}
        </p>
        {about !== null && (
          <p className="figures text-sm font-medium">
            {t(`support:about.${about.kind}`, { id: about.id })}
          </p>
        )}
        {question !== null && <p>{t(`support:question.${question}`)}</p>}
        {answer !== null && (
          <p className="text-sm">{t(`support:answer.${answer}`, { unit: format.money(100n) })}</p>
        )}
        <UserWords>{text}</UserWords>
        {photo !== null && photoExpired === true && (
          <p className="text-sm text-ink-2">{t('support:picture.expired')}</p>
        )}
        {photo !== null && photoExpired !== true && <Attached id={photo} />}
      </div>
    </li>
  )
}

function deliveryStatus({ id }: SupportMessage, { userDelivered, userRead }: SupportMarks) {
  if (BigInt(id) <= BigInt(userRead)) return 'read'
  return BigInt(id) <= BigInt(userDelivered) ? 'delivered' : 'sent'
}

/** Opened manually, because each view of a picture is logged. */
function Attached({ id }: { id: string }) {
  const { t } = useTranslation('desk')
  const [open, setOpen] = useState(false)
  if (open) return <PhotoViewer id={id} label={t('support.picture')} open />
  return (
    <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
      {t('support.picture')}
    </Button>
  )
}
