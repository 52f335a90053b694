/** The brand in force, loaded once for all pages that show its office and links. */
import { call } from '#api/call.ts'
import { getBrand } from '#contract/endpoints/brand.ts'
import { resourceAtom } from '#data/resource.ts'

export const brandAtom = resourceAtom(() => call(getBrand, {}))
