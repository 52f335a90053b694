/** What tests of all screens begin with: a server of their own, whose users stay as they are. */
import { test as withServer } from './fixtures.ts'
import { type Gallery, openGallery, openPositions } from './screens.ts'

/** A Saturday, so that some markets are open and others closed whenever the suite runs. */
const SATURDAY = '2027-01-16T10:00:00Z'

export const test = withServer.extend<object, { gallery: Gallery }>({
  serverOptions: [{ at: SATURDAY }, { scope: 'worker' }],
  gallery: [
    async ({ server }, use) => {
      const gallery = await openGallery(server)
      await openPositions(gallery)
      await use(gallery)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
