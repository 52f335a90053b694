/** Whose quotes the price of a dealer's product is, and what that does not prove. */
import { useTranslation } from 'react-i18next'
import { useAtomValue } from 'jotai'
import type { Product } from '#contract/product.ts'
import { PriceOrigin } from '#components/venues/price-origin.tsx'
import { DEALER_NAMES } from '#rules/dealer-names.ts'
import { sessionAtom } from '#streams'
import { Notice } from '#ui/notice.tsx'

export function DealerPanel({ product }: { product: Pick<Product, 'id' | 'terms' | 'session'> }) {
  const { t } = useTranslation('venues')
  const live = useAtomValue(sessionAtom(product.id))
  const { state } = 'value' in live ? live.value : product.session
  const { dealer } = product.terms
  if (dealer === undefined) return null
  const name = { dealer: DEALER_NAMES[dealer.dealer] }
  return (
    <div data-dealer={dealer.dealer} className="flex flex-col gap-2 text-xs text-ink-2">
      {state === 'catching_up' && (
        <Notice tone="info">
          <p>{t('dealer.noPrice', name)}</p>
          <p>{t('reason.orders')}</p>
        </Notice>
      )}
      <PriceOrigin summary={t('dealer.summary', name)} isAlive={state !== 'catching_up'}>
        <div className="flex flex-col gap-2 pb-3">
          <p>{t('dealer.lead', name)}</p>
          <p>{t('dealer.proof')}</p>
        </div>
      </PriceOrigin>
    </div>
  )
}
