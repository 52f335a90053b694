import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { useProductName } from '#i18n/product-name.ts'
import { bareText } from '#i18n/bare-text.ts'
import { ChoiceField } from '#ui/choice-field.tsx'

interface Props {
  products: readonly Product[]
  selected: Product
  onSelect: (symbol: string) => void
}

/** Chooses the product that the page uses. */
export function ProductChoice({ products, selected, onSelect }: Props) {
  const { t } = useTranslation(['trust', 'common'])
  const nameOf = useProductName()
  const choices = products.map(({ symbol }) => ({ id: symbol, label: nameOf(symbol) }))
  const find = (words: string) => {
    const wanted = bareText(words)
    return choices.filter(({ id, label }) => bareText(`${label} ${id}`).includes(wanted))
  }
  return (
    <ChoiceField
      name="product"
      label={t('trust:example.product')}
      placeholder={t('trust:example.find')}
      selected={selected.symbol}
      valueLabel={nameOf(selected.symbol)}
      find={find}
      onSelect={onSelect}
      texts={{
        search: t('trust:example.find'),
        none: t('trust:example.none'),
      }}
    />
  )
}
