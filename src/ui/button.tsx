import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { join } from '#ui/join.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'up' | 'down'

interface Look {
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  block?: boolean
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand active:bg-brand-strong',
  secondary: 'bg-surface text-ink border border-line active:bg-sunken',
  quiet: 'text-brand-strong active:bg-brand-soft',
  danger: 'bg-danger-soft text-danger',
  up: 'bg-up text-on-direction',
  down: 'bg-down text-on-direction',
}
const SIZES = {
  sm: 'min-h-touch px-3 py-1 text-sm',
  md: 'min-h-touch px-4 py-1.5 text-base',
  lg: 'min-h-13 px-5 max-[22rem]:px-3 py-2 text-lg leading-6',
}

/** The look of a button, for links that act like one. */
export const buttonLook = ({ variant = 'primary', size = 'md', block = false }: Look): string =>
  join(
    'inline-flex items-center justify-center gap-2 rounded-control font-semibold select-none',
    // Opacity changes at once: a button that can be tapped is readable from then on.
    'transition-[background-color] duration-150 text-center',
    'not-aria-busy:disabled:opacity-50 aria-disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
    block && 'w-full',
  )

/** `busy` shows that work is in progress and ignores a second tap; the label stays readable. */
export function Button({
  variant = 'primary',
  size = 'md',
  block = false,
  busy = false,
  className,
  disabled,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={join(buttonLook({ variant, size, block }), className)}
    >
      {typeof children === 'string' ? <span>{children}</span> : children}
      {busy && <LoaderCircle aria-hidden size={18} className="order-first animate-turn" />}
    </button>
  )
}

/** A 44 px square button that shows only an icon; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={join(
        'inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2',
        'active:bg-sunken disabled:opacity-50',
        className,
      )}
    />
  )
}
