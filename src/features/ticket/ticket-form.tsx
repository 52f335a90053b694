import { useAtom, useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { guestAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { AmountField, Presets } from '#features/ticket/amount-field.tsx'
import { DurationChips } from '#features/ticket/duration-chips.tsx'
import { maximumStake } from '#features/ticket/ticket-model.ts'
import { isRunning, submissionAtom } from '#features/ticket/submission.ts'
import type { TicketControls } from '#features/ticket/use-ticket.ts'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'

const DIRECTIONS = ['up', 'down'] as const
const ARROWS = { up: ArrowUp, down: ArrowDown } as const

interface DirectionProps {
  /** Null while the user must still choose one. */
  direction: Direction | null
  disabled: boolean
  onSelect: (direction: Direction) => void
}

/** Up or down by arrow, word and colour. */
export function DirectionChoice({ direction, disabled, onSelect }: DirectionProps) {
  const { t } = useTranslation(['ticket', 'common'])
  const options = DIRECTIONS.map((id) => {
    const Arrow = ARROWS[id]
    const label = (
      <span className={`inline-flex items-center gap-1 ${id === 'up' ? 'text-up' : 'text-down'}`}>
        <Arrow aria-hidden size={16} /> <span>{t(`common:direction.${id}`)}</span>
      </span>
    )
    return { id, label, shortcut: id, disabled }
  })
  return (
    <Segmented
      label={t('ticket:direction')}
      options={options}
      selected={direction}
      onSelect={onSelect}
    />
  )
}

/** Asks whether the user wants to place the same order once more. */
export function AnotherOrder({ symbol }: { symbol: string }) {
  const { t } = useTranslation(['ticket', 'common'])
  const [submission, send] = useAtom(submissionAtom(symbol))
  return (
    <ConfirmDialog
      open={submission.status === 'asking'}
      onClose={() => void send('edit')}
      title={t('ticket:again.title')}
      text={t('ticket:again.text')}
      confirmLabel={t('ticket:again.confirm')}
      onConfirm={() => void send('another')}
    />
  )
}

/** Says before an order is sent which of the user's own limits would refuse it, with a link to that limit. */
function OwnLimitNotice({ text }: { text: string }) {
  const { t } = useTranslation('tabs')
  // A guest has no limits, and pauses with a user of the device.
  const guest = useAtomValue(guestAtom)
  return (
    <Notice tone="info">
      <p>{text}</p>
      {!guest && (
        <p className="mt-2">
          <Link to={PATHS.limits} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
            {t('pages.limits')}
          </Link>
        </p>
      )}
    </Notice>
  )
}

interface FormProps {
  product: Product
  controls: TicketControls
  /** Shown when the balance is too low. */
  practiceMoney: ReactNode
  /** Beside the amount. */
  children?: ReactNode
}

/** The amount and the duration, for a panel under the chart or for a place beside it. */
export function TicketForm({ product, controls, practiceMoney, children }: FormProps) {
  const { ticket, dispatch, issue, issueText, submission } = controls
  const busy = isRunning(submission)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-start gap-1">
        <AmountField
          amount={ticket.amount}
          maximum={maximumStake({ terms: product.terms, available: null })}
          disabled={busy}
          issue={issueText}
          dispatch={dispatch}
        />
        {children}
      </div>
      <Presets disabled={busy} dispatch={dispatch} />
      <DurationChips
        rows={controls.rows}
        selected={ticket.durationMs}
        disabled={busy}
        onSelect={(durationMs) => dispatch({ type: 'duration', durationMs })}
      />
      {issue?.code === 'not_enough' && practiceMoney}
      {controls.ownRefusal !== null && <OwnLimitNotice text={controls.ownRefusal} />}
    </div>
  )
}
