/** One decision at a time: asking once more, choosing a reason, sending, and what came of it. */
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer, ApiError } from '#api/api-error.ts'
import type { RejectReason } from '#contract/review.ts'
import type { Steps } from '#desk/steps.ts'
import { showToastAtom } from '#lib/toasts.ts'

export interface Decision {
  steps: Pick<Steps<unknown>, 'own'> & {
    forward: { step: NonNullable<Steps<unknown>['forward']>['step'] } | null
    refuse: Pick<NonNullable<Steps<unknown>['refuse']>, 'step' | 'reasons'> | null
  }
  asking: 'forward' | 'refuse' | null
  busy: boolean
  error: ApiError | null
  forward: () => void
  refuse: () => void
  confirm: (reason: RejectReason | null) => void
  close: () => void
}

const NOTHING = { forward: null, refuse: null, own: false }

export function useDecision<Item>(
  steps: Steps<Item> | null,
  onDecided: (item: Item) => void,
): Decision {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const [asking, ask] = useState<Decision['asking']>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (run: () => Promise<Answer<Item>>): Promise<void> => {
    if (busy) return
    ask(null)
    setError(null)
    setBusy(true)
    const answer = await run()
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    onDecided(answer.value)
    show({ tone: 'good', text: t('done') })
  }
  const forward = (): void => {
    if (!steps?.forward || busy) return
    if (steps.forward.confirm) ask('forward')
    else void send(steps.forward.run)
  }
  return {
    steps: steps ?? NOTHING,
    asking,
    busy,
    error,
    forward,
    refuse: () => {
      if (steps?.refuse && !busy) ask('refuse')
    },
    confirm: (reason) => {
      if (reason === null && steps?.forward) void send(steps.forward.run)
      const refuse = steps?.refuse
      if (reason !== null && refuse) void send(() => refuse.run(reason))
    },
    close: () => ask(null),
  }
}
