import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { Profile } from '#contract/profile.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { type Live, topicAtom } from '#streams'

const known = <T>(live: Live<T>): T | null => ('value' in live ? live.value : null)

const WAITING: readonly Deposit['status'][] = ['submitted', 'review']

const depositsInReview = (deposits: readonly Deposit[]): number =>
  deposits.filter(({ status }) => WAITING.includes(status)).length

const withdrawalsInReview = (withdrawals: readonly Withdrawal[]): number =>
  withdrawals.filter(({ status }) => withdrawalResultOf(status) === 'under_review').length

/** The number of active second factors: the authenticator and each passkey. */
const factorsOn = ({ totp, passkeys }: Profile['factors']): number => Number(totp) + passkeys.length

/** The state of each part of the account, live; left out while it is unknown or not worth showing. */
export function useRowStates() {
  const { t } = useTranslation('user')
  const profile = known(useAtomValue(topicAtom('profile')))
  const deposits = known(useAtomValue(topicAtom('deposits'))) ?? []
  const withdrawals = known(useAtomValue(topicAtom('withdrawals'))) ?? []
  const open = known(useAtomValue(topicAtom('positions')))?.open.length ?? 0
  const unread = known(useAtomValue(topicAtom('messages')))?.unread ?? 0
  const some = (key: 'inReview' | 'open' | 'unread' | 'on', count: number): string | undefined =>
    count > 0 ? t(`rows.${key}`, { count }) : undefined
  return {
    verify: profile === null ? undefined : t(`verification.${profile.verification.status}`),
    account: profile === null ? undefined : (profile.payoutAccount?.number ?? t('rows.notSet')),
    factors:
      profile === null ? undefined : (some('on', factorsOn(profile.factors)) ?? t('rows.off')),
    deposits: some('inReview', depositsInReview(deposits)),
    withdrawals: some('inReview', withdrawalsInReview(withdrawals)),
    orders: some('open', open),
    messages: some('unread', unread),
    support: some('unread', known(useAtomValue(topicAtom('support')))?.marks.unread ?? 0),
    safetyWord: profile === null ? undefined : (profile.safetyWord ?? t('rows.notSet')),
  }
}
