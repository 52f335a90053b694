/** The user's own break: what it forbids rests on every page, and says until when. */
import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { loggedInAtom } from '#api/session.ts'
import { ERRORS } from '#contract/errors.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { PATHS } from '#lib/paths.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { pausedUntil } from '#rules/own-limits.ts'
import { limitsAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

/** Null for a visitor, who has none, and until they are known. */
const ownLimitsAtom = atom((get) => {
  const live = get(loggedInAtom) ? get(limitsAtom) : null
  return live !== null && 'value' in live ? live.value : null
})

export interface OwnPause {
  /** Until when there are no orders and no deposits, in ms; null while there are. */
  until: number | null
  /** Whether it is a self-exclusion, which allows no practice money either. */
  excluded: boolean
}

/** Whether the user may trade and deposit, as far as their own breaks decide it. */
export function useOwnPause(): OwnPause {
  const limits = useAtomValue(ownLimitsAtom)
  const now = useServerMinute()
  if (limits === null) return { until: null, excluded: false }
  const { exclusion } = limits
  return { until: pausedUntil(limits, now), excluded: exclusion !== null && exclusion > now }
}

/** Why orders and deposits rest; null while no break runs. */
export function useOwnPauseText(): string | null {
  const { until } = useOwnPause()
  const { errorText } = useErrorText()
  if (until === null) return null
  const { status } = ERRORS.trading_paused
  const params = { until }
  return errorText({ kind: 'rejected', code: 'trading_paused', status, params, issues: [] })
}

/** The reason below buttons that rest; nothing while no break runs. */
export function PauseReason({ className }: { className?: string }) {
  const text = useOwnPauseText()
  if (text === null) return null
  return (
    <p role="status" className={join('text-center text-xs text-warn', className)}>
      {text}
    </p>
  )
}

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className' | 'children'>

/** The way to the form of a new deposit; a button that rests during a break. */
export function DepositLink({ variant = 'primary', size = 'md', className, children }: Look) {
  const { until } = useOwnPause()
  if (until === null)
    return (
      <Link
        to={`${PATHS.deposits}?new=1`}
        className={join(buttonLook({ variant, size }), className)}
      >
        {children}
      </Link>
    )
  return (
    <Button disabled variant={variant} size={size} className={className}>
      {children}
    </Button>
  )
}
