import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { Direction } from '#contract/scalars.ts'
import { useBlockedText } from '#features/ticket/blocked-text.ts'
import { useIssueText } from '#features/ticket/issue-text.ts'
import { type Submission, submissionAtom } from '#features/ticket/submission.ts'
import {
  check,
  type DurationRow,
  openTicket,
  reduce,
  stakeOf,
  summarise,
  type Ticket,
  type TicketAction,
  type TicketIssue,
  type TicketSummary,
} from '#features/ticket/ticket-model.ts'
import { endsBeforeClose } from '#features/ticket/tradable.ts'
import { useOwnRefusal } from '#features/ticket/use-own-refusal.ts'
import { useMarketNow } from '#features/ticket/use-market-block.ts'
import { balanceAtom } from '#streams'

export interface TicketControls {
  ticket: Ticket
  dispatch: (action: TicketAction) => void
  summary: TicketSummary | null
  issue: TicketIssue | null
  /** The issue in words, for the field. */
  issueText: string | undefined
  available: bigint | null
  rows: readonly (DurationRow & { offered: boolean })[]
  /** Which own limit refuses it, in words. */
  ownRefusal: string | null
  /** Why nothing can be sent, in words; null: it can. */
  hindrance: string | null
  submission: Submission
  submit: () => void
}

/** The ticket's model with what the streams say, for a view that only draws. */
export function useTicket(product: Product, direction: Direction): TicketControls {
  const { t } = useTranslation('ticket')
  const blockedText = useBlockedText()
  const textOf = useIssueText()
  const { terms } = product
  const [ticket, setTicket] = useState(() => openTicket(direction, terms))
  const balance = useAtomValue(balanceAtom)
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
  const hindrance = (): string | null => {
    if (blocked !== null) return blockedText(blocked)
    if (issue !== null) return textOf(issue)
    if (ownRefusal !== null) return t('hindrance.ownLimit')
    return pastClose ? t('hindrance.duration') : null
  }
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
      setTicket((last) => reduce(last, action, limits))
    },
    summary,
    issue,
    issueText: issue === null ? undefined : textOf(issue),
    available,
    rows,
    ownRefusal: issue === null ? ownRefusal : null,
    hindrance: hindrance(),
    submission,
    submit,
  }
}
