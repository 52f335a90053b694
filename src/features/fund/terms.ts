/** Limits and hours of the fund, which are the same for all users. They are loaded once for all of its pages. */
import { call } from '#api/call.ts'
import { getFundTerms } from '#contract/endpoints/fund.ts'
import { resourceAtom } from '#data/resource.ts'

export const fundTermsAtom = resourceAtom(() => call(getFundTerms, {}))
