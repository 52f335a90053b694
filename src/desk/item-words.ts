/** How an item of a queue is spoken of, where customers' documents and rates differ. */
import { useTranslation } from 'react-i18next'

export interface ItemWords {
  /** Whose it is, or from when on. */
  title: string
  /** Asked before a step that cannot be taken back. */
  sure: string
  /** To whoever proposed it. */
  own: string
  /** Who reads the reason of a refusal. */
  reasonHint: string
}

export function useAccountWords() {
  const { t } = useTranslation('desk')
  return ({ account }: { account: string }): ItemWords => ({
    title: account,
    sure: t('sure', { account }),
    own: t('ownProposal'),
    reasonHint: t('reasonHint'),
  })
}
