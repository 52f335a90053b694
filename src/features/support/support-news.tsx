import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { call } from '#api/call.ts'
import { markSupport } from '#contract/endpoints/support.ts'
import type { SupportMessage } from '#contract/support.ts'
import { PATHS } from '#lib/paths.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { topicAtom } from '#streams'
import { isolated } from '#rules/deceptive-text.ts'

/** On every page: announces each message of customer service once, and reports its delivery to customer service. */
export function SupportNews() {
  const { t } = useTranslation('tabs')
  const toast = useSetAtom(showToastAtom)
  const onItsPage = useLocation().pathname === PATHS.support
  const live = useAtomValue(topicAtom('support'))
  const value = live.status === 'live' ? live.value : null
  const newest = value?.latest.find(({ author }) => author !== 'user')
  const known = useRef<string | null>(null)
  const tell = useEffectEvent((message: SupportMessage) => {
    if (onItsPage) return
    if (message.author === 'staff') {
      toast({ tone: 'info', text: `${t('pages.support')}: ${isolated(message.text)}` })
    }
    void call(markSupport, { body: { deliveredUpTo: message.id } })
  })
  const delivered = value?.marks.userDelivered ?? null
  useEffect(() => {
    if (newest === undefined || delivered === null || known.current === newest.id) return
    known.current = newest.id
    if (BigInt(newest.id) > BigInt(delivered)) tell(newest)
  }, [newest, delivered])
  return null
}
