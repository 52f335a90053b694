import { useAtomValue, useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useTranslation } from 'react-i18next'
import { runCommand, underWay } from '#commands/commands.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/format.ts'
import { OnlineButton } from '#components/online-button.tsx'
import { useOwnPause } from '#components/own-pause.ts'
import type { ApiError } from '#lib/api-error.ts'
import { showToastAtom } from '#lib/toasts.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom, topicAtom } from '#streams'
import { Button, type ButtonVariant } from '#ui/button.tsx'

/** Requesting practice money: the state of the last tap, shared by all buttons that request it. */
type PracticeState =
  | { status: 'editing' }
  | { status: 'sending' }
  /** The answer was lost, and the result is being looked up. */
  | { status: 'confirming' }
  | { status: 'accepted'; amount: bigint }
  | { status: 'refused'; error: ApiError }

const ownAtom = atom<PracticeState>({ status: 'editing' })
const isBusy = ({ status }: PracticeState): boolean =>
  status === 'sending' || status === 'confirming'

const practiceStateAtom = atom((get): PracticeState => {
  const own = get(ownAtom)
  return get(underWay('practice_money')) && !isBusy(own) ? { status: 'confirming' } : own
})

const takePracticeAtom = atom(null, async (get, set): Promise<PracticeState> => {
  const state = get(practiceStateAtom)
  if (isBusy(state)) return state
  set(ownAtom, { status: 'sending' })
  const answer = await runCommand(get, set, {
    endpoint: takePracticeMoney,
    input: { body: {} },
    onConfirming: () => set(ownAtom, { status: 'confirming' }),
  })
  const final: PracticeState = answer.ok
    ? { status: 'accepted', amount: answer.value.amount }
    : { status: 'refused', error: answer.error }
  set(ownAtom, final)
  return final
})

/** The button for practice money, which is available once per day, or the time when it is available again. */
export function PracticeButton({ variant = 'primary' }: { variant?: ButtonVariant }) {
  const { t } = useTranslation('identity')
  const streams = useAtomValue(streamsAtom)
  const balance = useAtomValue(topicAtom('balance'))
  const state = useAtomValue(practiceStateAtom)
  const take = useTakePractice()
  const { excluded } = useOwnPause()
  useSeconds()
  const nextAt = 'value' in balance ? balance.value.practiceNextAt : null
  const waiting = nextAt !== null && streams !== null && streams.serverNow() < nextAt
  if (waiting) return <NextTime at={nextAt} />
  const busy = state.status === 'sending' || state.status === 'confirming'
  return (
    <OnlineButton
      size="sm"
      variant={variant}
      busy={busy}
      disabled={excluded || !('value' in balance)}
      onClick={() => void take()}
    >
      {t(state.status === 'confirming' ? 'practice.confirming' : 'practice.get')}
    </OnlineButton>
  )
}

function useTakePractice(): () => Promise<void> {
  const { t } = useTranslation('identity')
  const take = useSetAtom(takePracticeAtom)
  const toast = useSetAtom(showToastAtom)
  const format = useFormat()
  const { errorText } = useErrorText()
  return async () => {
    const result = await take()
    if (result.status === 'accepted')
      toast({ tone: 'good', text: t('practice.got', { amount: format.money(result.amount) }) })
    if (result.status === 'refused') toast({ tone: 'bad', text: errorText(result.error) })
  }
}

function NextTime({ at }: { at: number }) {
  const { t } = useTranslation('identity')
  const format = useFormat()
  return (
    <div className="flex shrink-0 flex-col items-end gap-1">
      <Button size="sm" disabled>
        {t('practice.taken')}
      </Button>
      <span className="text-2xs text-ink-3">
        {t('practice.next', { time: format.weekdayTime(at) })}
      </span>
    </div>
  )
}
