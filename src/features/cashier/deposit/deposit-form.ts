/** The model of the deposit form: method, amount and an optional proof, which is the id of its photo. */
import type { CallInput } from '#api/call.ts'
import type { DepositMethod } from '#contract/cashier.ts'
import type { openDeposit } from '#contract/endpoints/cashier.ts'
import { photoId } from '#contract/scalars.ts'
import { AMOUNT_PLACES, type AmountLimits, amountIssue } from '#forms/amounts.ts'
import type { Issues } from '#forms/form.ts'
import { PHOTO_PENDING } from '#data/photo-state.ts'
import { parseAmount } from '#rules/amounts.ts'

export interface DepositFields extends Record<string, string> {
  method: string
  amount: string
  proof: string
}

export const startDeposit = (methods: readonly DepositMethod[]): DepositFields => ({
  method: methods[0]?.id ?? '',
  amount: '',
  proof: '',
})

export const methodOf = (
  fields: DepositFields,
  methods: readonly DepositMethod[],
): DepositMethod | undefined => methods.find(({ id }) => id === fields.method)

export const depositLimits = (method: DepositMethod | undefined): AmountLimits => ({
  minimum: method?.minimum ?? 0n,
  maximum: method?.maximum ?? 0n,
  available: null,
})

export function checkDeposit(
  fields: DepositFields,
  methods: readonly DepositMethod[],
): Issues<DepositFields> {
  const method = methodOf(fields, methods)
  if (method === undefined) return { method: 'unsupported' }
  const amount = amountIssue(fields.amount, depositLimits(method))
  return {
    ...(amount !== null && { amount }),
    // A proof that is still uploading would be lost, so the form cannot be sent before it is stored.
    ...(fields.proof === PHOTO_PENDING && { proof: 'empty' as const }),
  }
}

export const depositBody = (fields: DepositFields): CallInput<typeof openDeposit>['body'] => ({
  method: fields.method,
  amount: parseAmount(fields.amount) ?? 0n,
  proof: fields.proof === '' ? null : photoId.parse(fields.proof),
})

export const DEPOSIT_PLACES = { ...AMOUNT_PLACES, photo_unknown: 'proof' } as const
