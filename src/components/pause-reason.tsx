/** What a page shows while a user's own break is running. */
import type { ComponentProps } from 'react'
import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pauseCodeAtom, useOwnPause } from '#components/own-pause.ts'
import { ERRORS } from '#contract/errors.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

/** Says until when a break refuses what the user wants. */
export function usePauseText() {
  const { errorText } = useErrorText()
  return (code: 'trading_paused' | 'device_paused', until: number): string => {
    const { status } = ERRORS[code]
    return errorText({ kind: 'rejected', code, status, params: { until }, issues: [] })
  }
}

/** Why orders and deposits are disabled; null while no break is running. */
export function useOwnPauseText(): string | null {
  const { until } = useOwnPause()
  const code = useAtomValue(pauseCodeAtom)
  const pauseText = usePauseText()
  return until === null ? null : pauseText(code, until)
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
