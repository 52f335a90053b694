import { useAtomValue, useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useTranslation } from 'react-i18next'
import { accountAtom } from '#api/session.ts'
import { runCommand, underWay } from '#commands/commands.ts'
import { takePracticeMoney } from '#contract/endpoints/balance.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { OnlineButton } from '#components/online-button.tsx'
import { useOwnPause } from '#components/own-pause.ts'
import type { ApiError } from '#api/api-error.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { streamsAtom, topicAtom } from '#streams'
import type { ButtonVariant } from '#ui/button.tsx'

/** Requesting practice money: the state of the last tap, shared by all buttons that request it. */
type PracticeState =
  | { status: 'editing' }
  | { status: 'sending' }
  /** The answer was lost, and the result is being looked up. */
  | { status: 'confirming' }
  | { status: 'accepted'; amount: bigint }
  | { status: 'refused'; error: ApiError }

const heldAtom = atom<{ owner: string | null; state: PracticeState } | null>(null)
/** Another account has not tapped yet. */
const ownAtom = atom(
  (get): PracticeState => {
    const held = get(heldAtom)
    return held !== null && held.owner === get(accountAtom) ? held.state : { status: 'editing' }
  },
  (get, set, state: PracticeState) => set(heldAtom, { owner: get(accountAtom), state }),
)
const isBusy = ({ status }: PracticeState): boolean =>
  status === 'sending' || status === 'confirming'

const practiceStateAtom = atom((get): PracticeState => {
  const own = get(ownAtom)
  return get(underWay('practice_money')) && !isBusy(own) ? { status: 'confirming' } : own
})

/** Requests practice money once, also when several buttons are tapped. */
export const takePracticeAtom = atom(null, async (get, set): Promise<PracticeState> => {
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

interface Props {
  variant?: ButtonVariant
  /** Says when practice money is available again. Otherwise the button takes no room until then. */
  next?: boolean
}

/** Whether the user can get practice money now. It is available once per day. */
export function usePracticeOffered(): boolean {
  const streams = useAtomValue(streamsAtom)
  const balance = useAtomValue(topicAtom('balance'))
  useSeconds()
  // While the balance is unknown, so is whether it was taken today.
  if (!('value' in balance)) return false
  const nextAt = balance.value.practiceNextAt
  return nextAt === null || streams === null || streams.serverNow() >= nextAt
}

/** The button for practice money, which is available once per day. */
export function PracticeButton({ variant = 'primary', next = false }: Props) {
  const { t } = useTranslation(['identity', 'common'])
  const balance = useAtomValue(topicAtom('balance'))
  const state = useAtomValue(practiceStateAtom)
  const take = useTakePractice()
  const { excluded } = useOwnPause()
  const offered = usePracticeOffered()
  const nextAt = 'value' in balance ? balance.value.practiceNextAt : null
  if (!offered) return next && nextAt !== null ? <NextTime at={nextAt} /> : null
  const busy = state.status === 'sending' || state.status === 'confirming'
  return (
    <OnlineButton
      size="sm"
      variant={variant}
      busy={busy}
      disabled={excluded || !('value' in balance)}
      onClick={() => void take()}
    >
      {t(state.status === 'confirming' ? 'common:confirming' : 'identity:practice.get')}
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
    <p className="text-sm text-ink-2">
      {t('practice.taken')} · <span>{t('practice.next', { time: format.weekdayTime(at) })}</span>
    </p>
  )
}
