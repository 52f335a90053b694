/** The measured page: the app's product list over the hub, or the same rows as a usual client shows them. */
import { io } from 'socket.io-client'
import { products } from '../page-stream/fake-server.ts'
import { mount, pause } from '../page-stream/stage.tsx'
import { ProductListView } from '#features/market/product-list-view.tsx'
import { setUpLanguage } from '#i18n/setup.ts'
import { createStreams } from '#streams'
import { eventFeed, pollFeed, type Way } from './feeds.ts'
import { shown, watch } from './shown.ts'
import { mountUsual } from './usual-list.tsx'

const closes = Array.from({ length: 48 }, (_, i) => 1_000 + (i % 7) * 9)
const way = new URLSearchParams(location.search).get('way') as Way | null
const place = document.getElementById('root')
if (place === null) throw new Error('no #root')

if (way === 'app') {
  const i18n = await setUpLanguage('en')
  await i18n.loadNamespaces(['market', 'products'])
  const page = (
    <ProductListView
      products={products}
      nameOf={(symbol) => `Product ${symbol}`}
      closesOf={() => closes}
    />
  )
  mount(place, page, { streams: createStreams(), i18n })
} else {
  const socket = { path: '/usual/', transports: ['websocket'] }
  mountUsual(place, way === 'poll' ? pollFeed() : eventFeed(() => io(socket)), closes)
}
while (Number.isNaN(shown())) await pause(20)
window.peers = { shown, watch }
