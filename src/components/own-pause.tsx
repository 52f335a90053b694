/** The user's own break: what it forbids is disabled on every page, with the end of the break. */
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
import { topicAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

/** Null for visitors, who have no limits, and until the limits are known. */
const ownLimitsAtom = atom((get) => {
  const live = get(loggedInAtom) ? get(topicAtom('limits')) : null
  return live !== null && 'value' in live ? live.value : null
})

export interface OwnPause {
  /** When orders and deposits are possible again, in ms; null while they are possible. */
  until: number | null
  /** Whether the break is a self-exclusion, which forbids practice money too. */
  excluded: boolean
}

/** Whether the user may trade and deposit, as far as their own breaks decide. */
export function useOwnPause(): OwnPause {
  const limits = useAtomValue(ownLimitsAtom)
  const now = useServerMinute()
  if (limits === null) return { until: null, excluded: false }
  const { exclusion } = limits
  return { until: pausedUntil(limits, now), excluded: exclusion !== null && exclusion > now }
}

/** Why orders and deposits are disabled; null while no break is running. */
export function useOwnPauseText(): string | null {
  const { until } = useOwnPause()
  const { errorText } = useErrorText()
  if (until === null) return null
  const { status } = ERRORS.trading_paused
  const params = { until }
  return errorText({ kind: 'rejected', code: 'trading_paused', status, params, issues: [] })
}

/** The reason below disabled buttons; renders nothing while no break is running. */
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

/** The link to the form of a new deposit; a disabled button during a break. */
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
