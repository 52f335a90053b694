import { call } from '#api/call.ts'
import { getDepositTerms, getWithdrawalTerms } from '#contract/endpoints/cashier.ts'
import { useFetched } from '#data/use-fetched.ts'

/** Ways to deposit and how often today; read anew each time a page asks. */
export const useDepositTerms = () => useFetched(() => call(getDepositTerms, {}))

/** Fees, limits and how often today. */
export const useWithdrawalTerms = () => useFetched(() => call(getWithdrawalTerms, {}))
