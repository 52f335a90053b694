import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { guestAtom, loggedInAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { AmountField } from '#features/ticket/amount-field.tsx'
import { DurationChips } from '#features/ticket/duration-chips.tsx'
import { SubmitBar } from '#features/ticket/submit-bar.tsx'
import { maximumStake } from '#features/ticket/ticket-model.ts'
import { isRunning } from '#features/ticket/submission.ts'
import { TicketTerms } from '#features/ticket/ticket-terms.tsx'
import type { TicketControls } from '#features/ticket/use-ticket.ts'
import { useFormat } from '#i18n/use-format.ts'
import { oddsPath, PATHS } from '#lib/paths.ts'
import { ReplayNote } from '#components/replay-note.tsx'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import { priceSourceOf } from '#i18n/price-source.ts'
import { quoteAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'

const DIRECTIONS = ['up', 'down'] as const
const ARROWS = { up: ArrowUp, down: ArrowDown } as const

function DirectionChoice(props: {
  direction: Direction | null
  onSelect: (direction: Direction) => void
}) {
  const { t } = useTranslation(['ticket', 'common'])
  const options = DIRECTIONS.map((id) => {
    const Arrow = ARROWS[id]
    const label = (
      <span className={`inline-flex items-center gap-1 ${id === 'up' ? 'text-up' : 'text-down'}`}>
        <Arrow aria-hidden size={16} /> <span>{t(`common:direction.${id}`)}</span>
      </span>
    )
    return { id, label, shortcut: id }
  })
  return (
    <Segmented
      label={t('ticket:direction')}
      options={options}
      selected={props.direction}
      onSelect={props.onSelect}
    />
  )
}

/** The available balance and the limits of one order. */
function StakeHint({
  product: { terms },
  available,
}: {
  product: Product
  available: bigint | null
}) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const loggedIn = useAtomValue(loggedInAtom)
  const balance =
    available === null ? t('availableUnknown') : t('available', { amount: format.money(available) })
  return (
    <span className="figures flex flex-wrap justify-between gap-x-3">
      {loggedIn && <span>{balance}</span>}
      <span>
        {t('range', {
          minimum: format.money(terms.stakeMin),
          maximum: format.money(maximumStake({ terms, available: null })),
        })}
      </span>
    </span>
  )
}

/** Asks whether the user wants to place the same order once more. */
function AnotherOrder({ controls }: { controls: TicketControls }) {
  const { t } = useTranslation(['ticket', 'common'])
  const { submission, confirmAnother } = controls
  return (
    <ConfirmDialog
      open={submission.status === 'asking'}
      onClose={() => confirmAnother(false)}
      title={t('ticket:again.title')}
      text={t('ticket:again.text')}
      confirmLabel={t('ticket:again.confirm')}
      onConfirm={() => confirmAnother(true)}
    />
  )
}

/** The link to the page that shows the average result of such orders. */
function OddsLink({ symbol }: { symbol: string }) {
  const { t } = useTranslation('tabs')
  return (
    <Link to={oddsPath(symbol)} className={inlineLinkLook}>
      {t('pages.odds')}
    </Link>
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

/** The live price inside the sheet. The entry is the first tick after the start, never this price. */
function TicketPrice({ product }: { product: Product }) {
  const { t } = useTranslation('ticket')
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <PriceNow product={product} />
      <span className="text-xs text-ink-3">{t('entryNote')}</span>
    </div>
  )
}

function PriceNow({ product }: { product: Product }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const quote = useAtomValue(quoteAtom(product.id, 'detail'))
  const value = 'value' in quote ? quote.value : null
  const tone = value === null || quote.status !== 'live' ? 'text-ink-3' : TONES[value.movement]
  return (
    <span className={`figures inline-flex items-center gap-1 text-lg font-semibold ${tone}`}>
      <span className="sr-only">{t('column.price')}</span>
      <span>{value === null ? '–' : format.price(value.price, product.priceDecimals)}</span>
      {value !== null && MOVEMENTS[value.movement]}
    </span>
  )
}

/** The same elements each time, which React then leaves alone. */
const MOVEMENTS = {
  up: <ArrowUp aria-hidden size={16} />,
  down: <ArrowDown aria-hidden size={16} />,
  none: null,
} as const

const TONES = { up: 'text-up', down: 'text-down', none: 'text-ink' } as const

interface FormProps {
  product: Product
  controls: TicketControls
  /** The chosen direction; null while the user must still choose one. */
  chosen: Direction | null
  onDirection: (direction: Direction) => void
  /** Shown when the balance is too low. */
  practiceMoney: ReactNode
}

/** What the user chooses and what it means, for a sheet or for a place beside the chart. */
export function TicketForm(props: FormProps) {
  const { product, controls, chosen, onDirection, practiceMoney } = props
  const { ticket, dispatch, summary, issue, issueText, available, submission } = controls
  const busy = isRunning(submission)
  return (
    <>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-3">
        <TicketPrice product={product} />
        <DirectionChoice direction={chosen} onSelect={onDirection} />
        <AmountField
          amount={ticket.amount}
          disabled={busy}
          issue={issueText}
          hint={<StakeHint product={product} available={available} />}
          dispatch={dispatch}
        />
        {issue?.code === 'not_enough' && practiceMoney}
        {controls.ownRefusal !== null && <OwnLimitNotice text={controls.ownRefusal} />}
        <DurationChips
          rows={controls.rows}
          selected={ticket.durationMs}
          disabled={busy}
          onSelect={(durationMs) => dispatch({ type: 'duration', durationMs })}
        />
      </fieldset>
      <div className="mt-3 flex flex-col gap-3">
        <TicketTerms summary={summary} source={priceSourceOf(product)} />
        <ReplayNote product={product} />
        <VenuesLine product={product} />
        <OddsLink symbol={product.symbol} />
      </div>
      <AnotherOrder controls={controls} />
    </>
  )
}

interface SubmitProps {
  product: Product
  controls: TicketControls
  /** Closes the ticket. A ticket that is always shown has none. */
  onCancel?: (() => void) | undefined
}

/** The button that sends the order, with what hinders it. */
export function TicketSubmit({ product, controls, onCancel }: SubmitProps) {
  return (
    <SubmitBar
      ticket={controls.ticket}
      summary={controls.summary}
      submission={controls.submission}
      hindered={controls.hindered}
      hindrance={controls.hindrance}
      datingNote={controls.datingNote}
      source={priceSourceOf(product)}
      onSubmit={controls.submit}
      onCancel={onCancel}
    />
  )
}
