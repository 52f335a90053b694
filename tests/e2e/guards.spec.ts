import { expect, test } from './support/fixtures.ts'
import { expectPictured } from './support/pictured.ts'

test('logging out asks first and ends the session', async ({ page, phone, server }) => {
  await phone.openProducts()
  await expect(phone.available).toContainText('10,000.00')
  await expectPictured(page, 'list')
  await phone.logOut()
  // The device has forgotten at once; the server hears of it a moment later.
  const known = async (): Promise<number> =>
    (await page.request.get(`${server.url}/api/me`)).status()
  await expect.poll(known).toBe(401)
})
