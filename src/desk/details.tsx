import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deskVerification, deskWithdrawal } from '#contract/endpoints/desk.ts'
import { useFetched } from '#data/use-fetched.ts'
import { AccountHead, Decided, Facts, PayTo, Second, When } from '#desk/facts.tsx'
import { useMethodText } from '#desk/item-text.ts'
import { Loaded } from '#components/loaded.tsx'
import { PhotoViewer } from '#desk/photo-viewer.tsx'
import type { Deposit, PayoutChange, Verification, Withdrawal } from '#desk/queue-kinds.ts'
import { type OnSeen, useShown } from '#desk/use-seen.ts'
import { useFormat } from '#i18n/use-format.ts'
import { countryName } from '#i18n/countries.ts'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'

interface DetailProps<Item> {
  item: Item
  onSeen: OnSeen
}

/** The data of the document next to its photos. Each opening is recorded as a view that the customer can see. */
export function VerificationDetail({ item, onSeen }: DetailProps<Verification>) {
  const { t, i18n } = useTranslation('desk')
  const { fetched, reload } = useFetched(() => call(deskVerification, { params: { id: item.id } }))
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Loaded data={fetched} onRetry={reload}>
        {(detail) => (
          <>
            {detail.sameDocument.length > 0 && (
              <Notice tone="bad">
                {t('sameDocument', { accounts: detail.sameDocument.join(', ') })}
              </Notice>
            )}
            <Facts>
              <ListRow label={t('fact.name')} value={detail.name} />
              <ListRow label={t('fact.idNumber')} value={detail.idNumber} />
              <ListRow
                label={t('fact.nationality')}
                value={countryName(i18n.language, detail.nationality)}
              />
              <When label={t('fact.submittedAt')} at={detail.submittedAt} />
              <Decided {...item} />
            </Facts>
            <PhotoViewer
              id={detail.frontPhoto}
              label={t('photo.front')}
              onShown={() => onSeen('front')}
              open={item.status === 'verifying'}
            />
            <PhotoViewer
              id={detail.backPhoto}
              label={t('photo.back')}
              onShown={() => onSeen('back')}
              open={item.status === 'verifying'}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

export function DepositDetail({ item, onSeen }: DetailProps<Deposit>) {
  const { t } = useTranslation('desk')
  const methodText = useMethodText()
  const format = useFormat()
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Second {...item} />
      <Facts>
        <ListRow label={t('fact.amount')} value={format.money(item.amount)} />
        <ListRow label={t('fact.method')} value={methodText(item.method)} />
        <ListRow label={t('fact.document')} value={item.id} />
        <When label={t('fact.submittedAt')} at={item.createdAt} />
        <When label={t('fact.reviewAt')} at={item.reviewAt} />
        <Decided {...item} />
      </Facts>
      {item.proof !== null && (
        <PhotoViewer
          id={item.proof}
          label={t('photo.proof')}
          open={item.decidedAt === null}
          onShown={() => onSeen('proof')}
        />
      )}
    </>
  )
}

/** Includes the full payment details. Each opening is recorded as a view that the customer can see. */
export function WithdrawalDetail({ item, onSeen }: DetailProps<Withdrawal>) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const { fetched, reload } = useFetched(() => call(deskWithdrawal, { params: { id: item.id } }))
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Second {...item} />
      <Facts>
        <ListRow label={t('fact.net')} value={format.money(item.net)} />
        <ListRow
          label={t('fact.amount')}
          value={format.money(item.amount)}
          hint={t('fact.fee', { fee: format.money(item.fee) })}
        />
        <ListRow label={t('fact.document')} value={item.id} />
        <When label={t('fact.submittedAt')} at={item.createdAt} />
        <When label={t('fact.reviewAt')} at={item.reviewAt} />
        <When label={t('fact.sentAt')} at={item.sentAt} />
        <When label={t('fact.doneAt')} at={item.doneAt} />
        <Decided {...item} />
      </Facts>
      <h3 className="font-semibold">{t('payTo')}</h3>
      <Loaded data={fetched} onRetry={reload}>
        {({ payTo }) => (
          <Shown onShown={() => onSeen('payTo')}>
            <PayTo form={payTo} />
          </Shown>
        )}
      </Loaded>
    </>
  )
}

/** Facts that the operator must have had on the screen before a decision. */
function Shown({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useShown(box, { loaded: true, onShown })
  return (
    <div ref={box}>
      <Facts>{children}</Facts>
    </div>
  )
}

/** The current and the proposed data, one below the other, for the second operator to compare. */
export function ChangeDetail({ item }: { item: PayoutChange }) {
  const { t } = useTranslation('desk')
  const { current } = item
  return (
    <>
      <AccountHead account={item.account} status={item.status} />
      <Facts>
        <ListRow label={t('fact.why')} value={item.why} />
        <ListRow label={t('fact.proposedBy')} value={item.proposedBy} />
        <When label={t('fact.submittedAt')} at={item.proposedAt} />
        {item.decidedBy !== null && <ListRow label={t('fact.reviewer')} value={item.decidedBy} />}
        <When label={t('fact.decidedAt')} at={item.decidedAt} />
      </Facts>
      <h3 className="font-semibold">{t('change.proposed')}</h3>
      <Facts>
        <PayTo form={item.proposed} />
      </Facts>
      <h3 className="font-semibold">{t('change.current')}</h3>
      {current === null ? (
        <p className="text-sm text-ink-2">{t('change.none')}</p>
      ) : (
        <Facts>
          <ListRow label={t('fact.holder')} value={current.holder} />
          <ListRow label={t('fact.bank')} value={current.bank} />
          <ListRow label={t('fact.number')} value={current.number} />
        </Facts>
      )}
      <p className="text-sm text-ink-2">{t('change.hold')}</p>
    </>
  )
}
