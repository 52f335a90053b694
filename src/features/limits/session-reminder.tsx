import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { logOutAtom, tokenAtom } from '#api/session.ts'
import { LogOutQuestion } from '#components/log-out-question.tsx'
import {
  isDue,
  lengthOf,
  resultOf,
  seen,
  type Sitting,
  sittingAtom,
} from '#features/limits/sitting.ts'
import { useFormat } from '#i18n/use-format.ts'
import { durationText } from '#i18n/duration-text.ts'
import { PATHS } from '#lib/paths.ts'
import { resultTone } from '#components/result-tone.ts'
import { webPushAtom } from '#notifications/push-subscription.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { limitAt, type OwnLimit } from '#rules/own-limits.ts'
import { streamsAtom, topicAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'

/**
 * Shows the reminder that the user set up, on every page. Users without a reminder load nothing more than this
 * component.
 */
export function SessionReminder() {
  const limits = useAtomValue(topicAtom('limits'))
  if (!('value' in limits)) return null
  const asked = limits.value.session_minutes
  return asked.value === null && asked.pending === null ? null : <Watch asked={asked} />
}

const LOOK_MS = 15_000

interface Reminder {
  lengthMs: number
  result: bigint
}

/** The reminder to show once the interval that the user set has passed; null for none. */
function useReminder(asked: OwnLimit<number>): {
  reminder: Reminder | null
  goOn: () => void
} {
  const session = useAtomValue(tokenAtom)
  const balance = useAtomValue(topicAtom('balance'))
  const streams = useAtomValue(streamsAtom)
  const [held, keep] = useAtom(sittingAtom)
  const [due, setDue] = useState(false)
  const profitAndLoss = balance.status === 'live' ? balance.value.profitAndLoss : null
  const nowMs = streams?.serverNow() ?? 0

  const look = useEffectEvent(() => {
    const at = streams?.serverNow() ?? 0
    if (document.hidden || at === 0 || profitAndLoss === null) return
    const sitting = seen(held, { session, nowMs: at, profitAndLoss })
    if (JSON.stringify(sitting) !== JSON.stringify(held)) keep(sitting)
    const minutes = limitAt(asked, at).value
    setDue(minutes !== null && isDue(sitting, minutes, at))
  })
  const ready = profitAndLoss !== null
  useEffect(() => {
    if (!ready) return
    const first = setTimeout(look, 0)
    const timer = setInterval(look, LOOK_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [ready])
  const said = (sitting: Sitting): Reminder => ({
    lengthMs: lengthOf(sitting, nowMs),
    result: resultOf(sitting, profitAndLoss ?? 0n),
  })
  return {
    reminder: due && held !== null && profitAndLoss !== null ? said(held) : null,
    goOn: () => {
      setDue(false)
      if (held !== null) keep({ ...held, remindedAt: streams?.serverNow() ?? held.seenAt })
    },
  }
}

function Watch({ asked }: { asked: OwnLimit<number> }) {
  const { reminder, goOn } = useReminder(asked)
  return reminder === null ? null : <Pause reminder={reminder} onGoOn={goOn} />
}

function Pause({ reminder, onGoOn }: { reminder: Reminder; onGoOn: () => void }) {
  const { t } = useTranslation(['limits', 'common'])
  const navigate = useNavigate()
  const logOut = useSetAtom(logOutAtom)
  const push = useAtomValue(webPushAtom)
  const toast = useSetAtom(showToastAtom)
  const [asking, ask] = useState(false)
  const stop = (): void => {
    onGoOn()
    void navigate(PATHS.welcome)
    toast({ tone: 'info', text: t('limits:reminder.stopped') })
    void push.forget()
    void logOut()
  }
  return (
    <Sheet open onClose={onGoOn} title={t('limits:reminder.title')}>
      <div className="flex flex-col gap-4 py-1">
        <p className="text-sm text-ink-2">{t('limits:reminder.lead')}</p>
        <Figures reminder={reminder} />
        <div className="flex flex-col gap-2">
          <Button variant="secondary" size="lg" block onClick={onGoOn}>
            {t('limits:reminder.goOn')}
          </Button>
          <Button size="lg" block onClick={() => ask(true)}>
            {t('limits:reminder.stop')}
          </Button>
          <Link
            to={PATHS.limits}
            onClick={onGoOn}
            className={buttonLook({ variant: 'quiet', block: true })}
          >
            {t('limits:reminder.break')}
          </Link>
        </div>
      </div>
      <LogOutQuestion open={asking} onClose={() => ask(false)} onConfirm={stop} />
    </Sheet>
  )
}

function Figures({ reminder }: { reminder: Reminder }) {
  const { t, i18n } = useTranslation('limits')
  const format = useFormat()
  const positions = useAtomValue(topicAtom('positions'))
  const open = 'value' in positions ? format.number(positions.value.open.length) : '–'
  return (
    <dl className="divide-y divide-line/60 rounded-control bg-sunken px-3">
      <ListRow label={t('reminder.time')} value={durationText(i18n.language, reminder.lengthMs)} />
      <ListRow
        label={t('reminder.result')}
        value={
          <span className={resultTone(reminder.result)}>{format.signedMoney(reminder.result)}</span>
        }
      />
      <ListRow label={t('reminder.open')} value={open} />
    </dl>
  )
}
