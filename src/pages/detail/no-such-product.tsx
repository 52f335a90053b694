import { useAtomValue } from 'jotai'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { productsAtom } from '#data/products.ts'
import { useProductName } from '#i18n/product-name.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Why there is no product of this symbol: none has it, or no live prices are to be had for it, and since when. */
export function NoSuchProduct({ symbol }: { symbol: string }) {
  const { t } = useTranslation(['venues', 'errors', 'common'])
  const format = useFormat()
  const name = useProductName()(symbol)
  const listed = useAtomValue(productsAtom)
  const isMissing = name !== symbol && listed.status === 'ready' && listed.value.source === 'live'
  const starts = isMissing
    ? listed.value.products.flatMap(({ logStartsAt }) => logStartsAt ?? [])
    : []
  const time = starts.length === 0 ? null : format.dateClock(Math.min(...starts))
  return (
    <EmptyState
      icon={SearchX}
      title={isMissing ? t('missing.product.title', { name }) : t('errors:product_unknown')}
      hint={isMissing ? t('missing.product.why') : undefined}
      action={
        <>
          {time !== null && (
            <p className="max-w-80 text-sm text-ink-2">{t('missing.product.since', { time })}</p>
          )}
          <Link to={PATHS.products} className={buttonLook({})}>
            {t('common:toProducts')}
          </Link>
        </>
      }
    />
  )
}
