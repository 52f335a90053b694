import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutForm } from '#contract/payout.ts'
import { OnceWarning } from '#features/payout-account/once-warning.tsx'
import {
  checkPayout,
  EMPTY_PAYOUT,
  kindOf,
  PAYOUT_FORM,
  type PayoutFields,
  payoutForm,
} from '#features/payout-account/payout-fields.ts'
import { PayoutInputs } from '#features/payout-account/payout-inputs.tsx'
import { PayoutReview } from '#features/payout-account/payout-review.tsx'
import { FormFrame } from '#components/form-frame.tsx'
import { useForm } from '#forms/use-form.ts'
import { formSchema } from '#forms/form.ts'
import { useFieldsBack } from '#data/place-request.ts'
import { topicAtom } from '#streams'
import { Segmented } from '#ui/segmented.tsx'

/** Masked; null while the identity is not verified. */
const identityNameAtom = atom((get) => {
  const profile = get(topicAtom('profile'))
  const verification = profile.status === 'live' ? profile.value.verification : null
  return verification?.status === 'verified' ? verification.name : null
})

const KINDS = ['bank_card', 'currency_address'] as const

/** Sets the account in two steps: enter the data, then check every character, because it can be set only once. */
export function PayoutView({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('cashier')
  const identity = useAtomValue(identityNameAtom)
  const [draft, setDraft] = useState<PayoutForm | null>(null)
  const initial = useFieldsBack(PAYOUT_FORM, EMPTY_PAYOUT)
  const handle = useForm({
    initial,
    schema: formSchema<PayoutFields>((fields) => checkPayout(fields, identity)),
    // Nothing is sent yet: valid fields are passed on for the check by the user.
    send: async (fields) => {
      setDraft(payoutForm(fields))
      return { ok: true, value: undefined }
    },
    onAccepted: () => scrollTo(0, 0),
  })
  const { form, change } = handle
  if (draft !== null)
    return <PayoutReview draft={draft} onEdit={() => setDraft(null)} onSaved={onSaved} />
  return (
    <FormFrame online handle={handle} submitLabel={t('account.next')}>
      <OnceWarning />
      <Segmented
        label={t('account.kind')}
        options={KINDS.map((id) => ({ id, label: t(`account.kinds.${id}`) }))}
        selected={kindOf(form.fields)}
        onSelect={(kind) => change('kind', kind)}
      />
      <PayoutInputs handle={handle} />
    </FormFrame>
  )
}
