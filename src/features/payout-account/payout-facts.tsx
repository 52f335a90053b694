import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutAccount, PayoutForm } from '#contract/payout.ts'
import { usePayoutText } from '#features/payout-account/payout-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { GroupedCode } from '#ui/grouped-code.tsx'
import { ListRow } from '#ui/list-row.tsx'

type Row = readonly [label: string, value: ReactNode]

/** As it was entered, with every space. */
function Exact({ text }: { text: string }) {
  return <bdi className="wrap-anywhere whitespace-pre-wrap">{text}</bdi>
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="divide-y divide-line/60">
      {rows.map(
        ([label, value]) =>
          value !== null && (
            <ListRow
              key={label}
              label={label}
              value={typeof value === 'string' ? <Exact text={value} /> : value}
            />
          ),
      )}
    </dl>
  )
}

/** The full data that will be saved. It can be set only once, so the user has to check every character. */
export function DraftFacts({ draft }: { draft: PayoutForm }) {
  const { t } = useTranslation('cashier')
  const { currencyText, countryText } = usePayoutText()
  const bank = draft.kind === 'bank_card'
  const code = <GroupedCode code={bank ? draft.number : draft.address} />
  return (
    <Rows
      rows={[
        [t('account.kind'), t(`account.kinds.${draft.kind}`)],
        [t('account.holder'), draft.holder],
        [t('account.nationality'), countryText(draft.nationality)],
        bank
          ? [t('account.bank'), draft.bank]
          : [t('account.currency'), currencyText(draft.currency)],
        [t('account.number'), bank ? code : null],
        [t(bank ? 'account.branch' : 'account.address'), bank ? draft.address : code],
      ]}
    />
  )
}

/** The saved account as the server shows it, masked. */
export function SavedFacts({ account, whole }: { account: PayoutAccount; whole: boolean }) {
  const { t } = useTranslation('cashier')
  const { currencyText, countryText } = usePayoutText()
  const format = useFormat()
  const bank = account.kind === 'bank_card'
  const more: Row[] = [
    [t('account.nationality'), countryText(account.nationality)],
    [t('account.branch'), bank ? account.address : null],
    [t('account.setAt'), format.dateTime(account.setAt)],
  ]
  return (
    <Rows
      rows={[
        [t('account.kind'), t(`account.kinds.${account.kind}`)],
        [t('account.holder'), account.holder],
        [
          t(bank ? 'account.bank' : 'account.currency'),
          bank ? account.bank : currencyText(account.bank),
        ],
        [t(bank ? 'account.number' : 'account.address'), account.number],
        ...(whole ? more : []),
      ]}
    />
  )
}
