import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { tokenAtom } from '#api/session.ts'
import {
  isDue,
  lengthOf,
  resultOf,
  seen,
  type Sitting,
  sittingAtom,
} from '#features/limits/sitting.ts'
import { limitAt, type OwnLimit } from '#rules/own-limits.ts'
import { streamsAtom, topicAtom } from '#streams'

const LOOK_MS = 15_000

export interface Reminder {
  lengthMs: number
  result: bigint
}

/** The reminder to show once the interval that the user set has passed; null for none. */
export function useReminder(asked: OwnLimit<number>): {
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
  const said = (it: Sitting): Reminder => ({
    lengthMs: lengthOf(it, nowMs),
    result: resultOf(it, profitAndLoss ?? 0n),
  })
  return {
    reminder: due && held !== null && profitAndLoss !== null ? said(held) : null,
    goOn: () => {
      setDue(false)
      if (held !== null) keep({ ...held, remindedAt: streams?.serverNow() ?? held.seenAt })
    },
  }
}
