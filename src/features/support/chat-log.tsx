import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { useServerMinute } from '#data/use-server-now.ts'
import { MessageBubble, OutgoingBubble } from '#features/support/message-bubbles.tsx'
import { daysOf, namedDay } from '#features/support/history.ts'
import type { Outgoing } from '#features/support/outgoing.ts'
import type { ConversationView } from '#features/support/use-conversation.ts'
import { useTyped } from '#features/support/use-types.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  view: ConversationView
  outgoing: readonly Outgoing[]
}

/** The messages by day, oldest first. Screen readers announce new messages politely. */
export function ChatLog({ view, outgoing }: Props) {
  const { t } = useTranslation('support')
  const { rows, marks } = view
  return (
    <>
      <Earlier view={view} />
      <div
        role="log"
        aria-label={t('log')}
        aria-live="polite"
        className="flex flex-col gap-3 [overflow-anchor:none]"
      >
        {marks !== null &&
          daysOf(rows).map((day) => (
            <section key={day.name} className="flex flex-col gap-2">
              <DayLine at={day.at} />
              {day.messages.map((message) => (
                <MessageBubble key={message.id} message={message} marks={marks} />
              ))}
            </section>
          ))}
        {outgoing.map((message) => (
          <OutgoingBubble key={message.key} message={message} />
        ))}
      </div>
      <Typing />
    </>
  )
}

function DayLine({ at }: { at: number }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const named = namedDay(at, useServerMinute())
  return (
    <h3 className="self-center rounded-full bg-sunken px-3 py-0.5 text-xs font-medium text-ink-2">
      {named === null ? format.date(at) : t(named)}
    </h3>
  )
}

/** Loads older messages as soon as the top of the list becomes visible. */
function Earlier({ view: { rows, older, loading, error } }: { view: ConversationView }) {
  const { t } = useTranslation('support')
  const place = useRef<HTMLDivElement>(null)
  const oldest = rows.at(-1)?.id
  /** The words before these, unless they have come meanwhile. */
  const loadBefore = useEffectEvent((id: typeof oldest) => {
    if (id === oldest) older?.()
  })
  const has = older !== null
  useEffect(() => {
    const { current } = place
    if (current === null || !has) return
    // Only after the user has scrolled, because at first the page is scrolled to its end.
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true && scrollY > 0) loadBefore(oldest)
    })
    seen.observe(current)
    return () => seen.disconnect()
    // Observed again after each page: a reader who scrolled on meanwhile has not left the place.
  }, [has, oldest])
  if (!has) return null
  return (
    <div ref={place} className="flex flex-col items-center gap-2">
      <Refusal error={error} />
      <Button variant="quiet" size="sm" busy={loading} onClick={older}>
        {t('earlier')}
      </Button>
    </div>
  )
}

function Typing() {
  const { t } = useTranslation('support')
  const typed = useTyped()
  return (
    <p role="status" className="min-h-5 text-sm text-ink-2">
      {typed && t('typing')}
    </p>
  )
}
