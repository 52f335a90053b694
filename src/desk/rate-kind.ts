/** Proposed rates of the fund as a queue: a second operator publishes, either may reject. */
import { call } from '#api/call.ts'
import * as rows from '#contract/endpoints/desk.ts'
import { type RateProposal, rateProposalStatus } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import type { QueueKind } from '#desk/queue-kinds.ts'
import { NO_STEPS, REASONS } from '#desk/steps.ts'

/** Whether its day has begun or is taken; `earliest`: the first that is free, null where that is not known. */
export const isOver = ({ from, status }: RateProposal, earliest: Day | null): boolean =>
  status === 'proposed' && earliest !== null && from < earliest

export const fundRates = (earliest: Day | null): QueueKind<RateProposal> => ({
  queue: 'fund_rates',
  filters: ['published', 'rejected'],
  load: (status, after) =>
    call(rows.deskFundRates, {
      query: { status: rateProposalStatus.safeParse(status).data, after },
    }),
  steps: (item, me) => {
    if (item.status !== 'proposed') return NO_STEPS
    const params = { id: item.id }
    const own = item.proposedBy === me
    return {
      own,
      forward:
        own || isOver(item, earliest)
          ? null
          : {
              step: 'approve',
              confirm: true,
              run: () => call(rows.decideFundRate, { params, body: { decision: 'approve' } }),
            },
      refuse: {
        step: 'reject',
        reasons: REASONS.fundRate,
        run: (reason) =>
          call(rows.decideFundRate, { params, body: { decision: 'reject', reason } }),
      },
    }
  },
})
