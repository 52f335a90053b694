/** The measured page of a phone: the app's own product list over the real streams, or the same rows written by hand. */
import { ProductListView } from '#features/market/product-list-view.tsx'
import { products } from './fake-server.ts'
import { createHandDom, createHandRows } from './hand-dom.ts'
import { format, stage } from './stage.tsx'

const closes = Array.from({ length: 48 }, (_, i) => 1_000 + (i % 7) * 9)

await stage({
  page: (
    <ProductListView
      products={products}
      nameOf={(symbol) => `Product ${symbol}`}
      closesOf={() => closes}
    />
  ),
  namespaces: ['market', 'products'],
  own: {},
  isReady: () => true,
  wrong: () => 0,
  byHand: () => createHandDom(createHandRows(format)),
})
