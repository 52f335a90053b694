import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { logOutAtom } from '#api/session.ts'
import { type Reminder, useReminder } from '#features/limits/use-reminder.ts'
import { useFormat } from '#i18n/format.ts'
import { durationText } from '#lib/duration-text.ts'
import { PATHS } from '#lib/paths.ts'
import { showToastAtom } from '#lib/toasts.ts'
import type { OwnLimit } from '#rules/own-limits.ts'
import { topicAtom } from '#streams'
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

function Watch({ asked }: { asked: OwnLimit<number> }) {
  const { reminder, goOn } = useReminder(asked)
  return reminder === null ? null : <Pause reminder={reminder} onGoOn={goOn} />
}

function Pause({ reminder, onGoOn }: { reminder: Reminder; onGoOn: () => void }) {
  const { t } = useTranslation(['limits', 'common'])
  const navigate = useNavigate()
  const logOut = useSetAtom(logOutAtom)
  const toast = useSetAtom(showToastAtom)
  const stop = (): void => {
    onGoOn()
    void navigate(PATHS.welcome)
    toast({ tone: 'info', text: t('limits:reminder.stopped') })
    void logOut()
  }
  return (
    <Sheet
      open
      onOpenChange={(next) => !next && onGoOn()}
      title={t('limits:reminder.title')}
      closeLabel={t('common:close')}
    >
      <div className="flex flex-col gap-4 py-1">
        <p className="text-sm text-ink-2">{t('limits:reminder.lead')}</p>
        <Figures reminder={reminder} />
        <div className="flex flex-col gap-2">
          <Button variant="secondary" size="lg" block onClick={onGoOn}>
            {t('limits:reminder.goOn')}
          </Button>
          <Button size="lg" block onClick={stop}>
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
    </Sheet>
  )
}

function Figures({ reminder }: { reminder: Reminder }) {
  const { t, i18n } = useTranslation('limits')
  const format = useFormat()
  const positions = useAtomValue(topicAtom('positions'))
  const open = 'value' in positions ? positions.value.open.length : 0
  return (
    <dl className="divide-y divide-line/60 rounded-control bg-sunken px-3">
      <ListRow label={t('reminder.time')} value={durationText(i18n.language, reminder.lengthMs)} />
      <ListRow label={t('reminder.result')} value={format.signedMoney(reminder.result)} />
      <ListRow label={t('reminder.open')} value={format.number(open)} />
    </dl>
  )
}
