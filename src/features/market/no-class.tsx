import { useSetAtom } from 'jotai'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Product, type ProductClass, productClass } from '#contract/product.ts'
import { listTabAtom } from '#features/market/product-list.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** The classes that have products, in the order of the tabs. */
const classesOf = (products: readonly Product[]): ProductClass[] =>
  productClass.options.filter((each) => products.some((product) => product.class === each))

/** In the place of a class without products: why there are none, and which classes have some. */
export function NoClass({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation(['venues', 'market'])
  const show = useSetAtom(listTabAtom)
  const isLive = products.some(({ source }) => source === 'live')
  const classes = classesOf(products)
  return (
    <EmptyState
      icon={SearchX}
      title={t('missing.class.title')}
      hint={isLive ? t('missing.class.why') : undefined}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <p className="w-full text-sm text-ink-2">{t('missing.class.others')}</p>
          {classes.map((each) => (
            <Button key={each} variant="secondary" size="sm" onClick={() => show(each)}>
              {t(`market:tabs.${each}`)}
            </Button>
          ))}
        </div>
      }
    />
  )
}
