import { useAtom, useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { useTranslation } from 'react-i18next'
import { accountAtom, loggedInAtom } from '#api/session.ts'
import { pauseCodeAtom } from '#components/own-pause.ts'
import { ERRORS } from '#contract/errors.ts'
import type { Product, ProductTerms } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { useBlockedText } from '#features/ticket/blocked-text.ts'
import { choiceAtom } from '#features/ticket/remembered.ts'
import { isRunning, type Submission, submissionAtom } from '#features/ticket/submission.ts'
import {
  check,
  type Choice,
  type DurationRow,
  openTicket,
  reduce,
  rowOf,
  stakeOf,
  summarise,
  type Ticket,
  type TicketAction,
  type TicketIssue,
  type TicketSummary,
} from '#features/ticket/ticket-model.ts'
import { endsBeforeClose } from '#features/ticket/tradable.ts'
import { useMarketNow } from '#features/ticket/use-market-block.ts'
import { useSigning } from '#features/ticket/use-signing.ts'
import { UNREADABLE_EXAMPLE } from '#i18n/amount-text.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatAmount } from '#rules/amounts.ts'
import { type OwnRefusal, ownRefusal } from '#rules/own-limits.ts'
import { topicAtom } from '#streams'

interface Draft {
  /** The account that owns the draft; null when no user was logged in, or none was known yet. */
  owner: string | null
  ticket: Ticket
}
/** By product: the last input, so that closing the ticket or leaving the page loses nothing. */
const draftAtom = atomFamily((_symbol: string) => atom<Draft | null>(null))

interface Wish {
  direction: Direction
  terms: ProductTerms
  /** The values of an earlier order; null for the default ones. */
  choice: Choice | null
}

/** The draft of this account, or of a visitor who has become it, as far as the product still offers its values. */
function ticketOf(draft: Draft | null, owner: string | null, wish: Wish): Ticket {
  const { direction, terms, choice } = wish
  const isOthers = draft !== null && draft.owner !== null && draft.owner !== owner
  if (draft === null || isOthers) return openTicket(direction, terms, choice)
  return openTicket(draft.ticket.direction, terms, draft.ticket)
}

interface Picked {
  product: Product
  direction: Direction
  /** The values of an order that the user wants to place again. */
  again?: Choice
}

/**
 * Opens the product's ticket with a direction. The amount and the duration stay as the user left them, unless an
 * earlier order is to be placed again. A ticket whose order is under way stays as it is.
 */
export const pickAtom = atom(null, (get, set, { product, direction, again }: Picked) => {
  const { symbol, terms } = product
  const owner = get(accountAtom)
  const draft = draftAtom(symbol)
  if (again === undefined) {
    const ticket = ticketOf(get(draft), owner, {
      direction,
      terms,
      choice: get(choiceAtom(symbol)),
    })
    return set(draft, { owner, ticket: { ...ticket, direction } })
  }
  const submission = submissionAtom(symbol)
  if (isRunning(get(submission))) return
  if (get(submission).status === 'refused') void set(submission, 'edit')
  set(draft, { owner, ticket: openTicket(direction, terms, again) })
})

/** The profit of a win in basis points of the stake, for the duration that the ticket would open with. */
export function usePickedRate({ symbol, terms }: Product): number | null {
  const owner = useAtomValue(accountAtom)
  const draft = useAtomValue(draftAtom(symbol))
  const wish: Wish = { direction: 'up', terms, choice: useAtomValue(choiceAtom(symbol)) }
  return rowOf(ticketOf(draft, owner, wish), terms)?.payoutRate ?? null
}

export interface TicketControls {
  ticket: Ticket
  dispatch: (action: TicketAction) => void
  summary: TicketSummary | null
  issue: TicketIssue | null
  /** The text of the issue, for the field. */
  issueText: string | undefined
  available: bigint | null
  rows: readonly (DurationRow & { offered: boolean })[]
  /** The text of the user's own limit that refuses the order. */
  ownRefusal: string | null
  /** Whether anything prevents sending. */
  hindered: boolean
  /** The text of what prevents sending; null when nothing does, or when the field already shows it. */
  hindrance: string | null
  /** Says why the server fixes the start of the order; null when this device does. */
  datingNote: string | null
  submission: Submission
  submit: () => void
}

/** The text of an issue with the amount. */
function useIssueText(): (issue: TicketIssue) => string {
  const { t } = useTranslation(['ticket', 'errors'])
  const { money } = useFormat()
  return (issue) => {
    switch (issue.code) {
      case 'empty':
        return t('ticket:issue.empty')
      case 'unreadable':
        return t('errors:number_unreadable', { example: money(UNREADABLE_EXAMPLE) })
      case 'below_minimum':
        return t('ticket:issue.below_minimum', { minimum: money(issue.minimum) })
      case 'above_maximum':
        return t('ticket:issue.above_maximum', { maximum: money(issue.maximum) })
      case 'not_enough':
        return t('ticket:issue.not_enough')
    }
  }
}

const shown = (value: bigint | number): string | number =>
  typeof value === 'bigint' ? formatAmount(value) : value

/** Why one of the user's own limits would refuse this stake; null when none does, or none is known yet. */
function useOwnRefusal(stake: bigint | null, serverNow: number): string | null {
  const limits = useAtomValue(topicAtom('limits'))
  const balance = useAtomValue(topicAtom('balance'))
  const positions = useAtomValue(topicAtom('positions'))
  const pauseCode = useAtomValue(pauseCodeAtom)
  const { errorText } = useErrorText()
  if (!('value' in limits) || !('value' in balance) || !('value' in positions)) return null
  const { staked, today } = balance.value
  const refusal = ownRefusal(limits.value, {
    atMs: serverNow,
    stake: stake ?? 0n,
    profitAndLossToday: serverNow < today.endsAt ? today.profitAndLoss : 0n,
    staked,
    openPositions: positions.value.open.length,
  })
  if (refusal === null) return null
  const { code: own, ...values }: OwnRefusal = refusal
  const code = own === 'trading_paused' ? pauseCode : own
  const params: Record<string, string | number> = { resetsAt: today.endsAt }
  for (const [name, value] of Object.entries(values)) params[name] = shown(value)
  return errorText({ kind: 'rejected', code, status: ERRORS[code].status, params, issues: [] })
}

/** Combines the ticket's model with the streams, for a view that only draws. */
export function useTicket(product: Product, direction: Direction, open: boolean): TicketControls {
  const { t } = useTranslation('ticket')
  const signing = useSigning(product, open)
  const blockedText = useBlockedText()
  const textOf = useIssueText()
  const { terms } = product
  const owner = useAtomValue(accountAtom)
  // An order is sent in an account's name, which also finds it again after a reload.
  const isOwnerAwaited = useAtomValue(loggedInAtom) && owner === null
  const [draft, setDraft] = useAtom(draftAtom(product.symbol))
  const wish: Wish = { direction, terms, choice: useAtomValue(choiceAtom(product.symbol)) }
  const ticket = ticketOf(draft, owner, wish)
  const balance = useAtomValue(topicAtom('balance'))
  const [submission, send] = useAtom(submissionAtom(product.symbol))
  const { blocked, session, serverNow } = useMarketNow(product)
  const available = 'value' in balance ? balance.value.available : null
  const limits = { terms, available }
  const rows = terms.durations.map((row) => ({
    ...row,
    offered: endsBeforeClose(row, session, serverNow),
  }))
  const summary = summarise(ticket, limits)
  const issue = check(ticket, limits)
  const ownRefusal = useOwnRefusal(stakeOf(ticket), serverNow)
  const pastClose = rows.every((row) => row.durationMs !== ticket.durationMs || !row.offered)
  const findHindrance = (): string | null => {
    if (blocked !== null) return blockedText(blocked)
    if (isOwnerAwaited) return t('blocked.session')
    if (issue !== null) return null
    if (ownRefusal !== null) return t('hindrance.ownLimit')
    return pastClose ? t('hindrance.duration') : signing.blockText
  }
  const hindrance = findHindrance()
  const submit = (): void => {
    if (summary === null) return
    const { stake, durationMs, termsId } = summary
    void send({
      symbol: product.symbol,
      direction: ticket.direction,
      stake,
      durationMs,
      termsId,
    })
  }
  return {
    ticket,
    dispatch: (action) => {
      if (submission.status === 'refused') void send('edit')
      setDraft((last) => ({
        owner,
        ticket: reduce(ticketOf(last, owner, wish), action, limits),
      }))
    },
    summary,
    issue,
    issueText: issue === null ? undefined : textOf(issue),
    available,
    rows,
    ownRefusal: issue === null ? ownRefusal : null,
    hindered: issue !== null || hindrance !== null,
    hindrance,
    datingNote: signing.note,
    submission,
    submit,
  }
}
