import { call } from '#api/call.ts'
import { getDepositTerms, getWithdrawalTerms } from '#contract/endpoints/cashier.ts'
import { useFetched } from '#data/use-fetched.ts'

/** Deposit methods and the daily count, read again whenever a page needs them. */
export const useDepositTerms = () => useFetched(() => call(getDepositTerms, {}))

/** Fees, limits and the daily count of withdrawals. */
export const useWithdrawalTerms = () => useFetched(() => call(getWithdrawalTerms, {}))
