import { CircleCheck, CircleX, Hourglass, ImagePlus, KeyRound, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FollowedRecovery } from '#contract/recovery.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { CompleteForm } from '#features/recovery/complete-form.tsx'
import { OpenRecovery } from '#features/recovery/open-recovery.tsx'
import { RecoveryHelp } from '#features/recovery/recovery-help.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

type State = FollowedRecovery['state']

const ICONS: Record<State, LucideIcon> = {
  pictures: ImagePlus,
  review: Hourglass,
  waiting: Hourglass,
  ready: KeyRound,
  done: CircleCheck,
  ended: CircleX,
}

interface Props {
  code: string
  recovery: FollowedRecovery
  onReload: () => void
}

/** What a recovery waits for, until when, and the next step of its asker. It says no more than the server does. */
export function FollowedState({ code, recovery, onReload }: Props) {
  const { t } = useTranslation('recovery')
  const { state, lost, until, opened } = recovery
  const Icon = ICONS[state]
  const isFinal = state === 'done' || state === 'ended'
  return (
    <Card className="flex flex-col gap-3" data-recovery={state}>
      <div role="status" className="flex flex-col items-center gap-1 pt-2 text-center">
        <Icon aria-hidden size={40} strokeWidth={1.5} className="text-brand" />
        <h2 className="text-lg font-bold">{t(`state.${state}`)}</h2>
        <p className="text-sm text-ink-2">{t(`lost.${lost}`)}</p>
      </div>
      {until === null ? (
        <RecoveryHelp>{t(state === 'done' ? 'text.done' : 'text.ended')}</RecoveryHelp>
      ) : (
        <Until
          state={state}
          until={until}
          onOver={onReload}
          isCounted={state !== 'ready' || opened}
        />
      )}
      {state === 'ready' && !opened && <OpenRecovery code={code} onOpened={onReload} />}
      {state === 'ready' && opened && <CompleteForm code={code} lost={lost} onDone={onReload} />}
      {state === 'done' && (
        <Link to={PATHS.login} className={buttonLook({ size: 'lg', block: true })}>
          {t('logIn')}
        </Link>
      )}
      {!isFinal && state !== 'ready' && (
        <Button variant="secondary" block onClick={onReload}>
          {t('follow.refresh')}
        </Button>
      )}
    </Card>
  )
}

interface UntilProps {
  state: Exclude<State, 'done' | 'ended'> | State
  until: number
  onOver: () => void
  /** Whether the time left is shown. The days in which a recovery can be opened are said by their date. */
  isCounted: boolean
}

/** The moment at which the state ends, and the time left. The state is read once more when it has passed. */
function Until({ state, until, onOver, isCounted }: UntilProps) {
  const { t } = useTranslation('recovery')
  const format = useFormat()
  const now = useServerNow()
  const over = now >= until
  const read = useEffectEvent(onOver)
  useEffect(() => {
    if (over) read()
  }, [over])
  if (state === 'done' || state === 'ended') return null
  return (
    <>
      <RecoveryHelp>{t(`text.${state}`, { time: format.dateClock(until) })}</RecoveryHelp>
      {isCounted && !over && now > 0 && (
        <p role="timer" className="figures text-center text-xl font-bold">
          {format.countdown(until - now)}
        </p>
      )}
    </>
  )
}
