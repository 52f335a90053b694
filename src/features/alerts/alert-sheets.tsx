import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import type { Product } from '#contract/product.ts'
import { AlertForm } from '#features/alerts/alert-form.tsx'
import { AlertLists } from '#features/alerts/alert-lists.tsx'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

interface ProductProps extends Props {
  product: Product
  /** The price that the form begins with, a scaled integer. */
  price?: number | null
}

/** Sets an alert on a product and lists the product's alerts. Visitors and guests see how to get that. */
export function ProductAlertsSheet({ product, price = null, ...rest }: ProductProps) {
  const { t } = useTranslation(['alerts', 'common'])
  const name = useProductName()(product.symbol)
  const member = useAtomValue(memberAtom)
  return (
    <Sheet {...rest} title={t('alerts:bell', { name })}>
      <div className="flex flex-col gap-5 py-2">
        {member ? (
          <>
            <AlertForm key={price} product={product} price={price} />
            <AlertLists symbol={product.symbol} />
          </>
        ) : (
          <LogInOrRegister />
        )}
        <p className="text-xs text-ink-3">{t('alerts:intro')}</p>
      </div>
    </Sheet>
  )
}

/** All alerts of the user. */
export function AllAlertsSheet(props: Props) {
  const { t } = useTranslation(['alerts', 'common'])
  return (
    <Sheet {...props} roomy title={t('alerts:title')}>
      <div className="flex flex-col gap-4 py-2">
        <p className="text-xs text-ink-3">{t('alerts:intro')}</p>
        <AlertLists />
      </div>
    </Sheet>
  )
}
