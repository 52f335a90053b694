import { expect, test } from './support/fixtures.ts'
import {
  CHANGED,
  countLoads,
  heading,
  lookForUpdate,
  newVersion,
  storedBuild,
} from './support/next-build.ts'
import { entryOf } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

test('an open tab works on after a deploy, and takes the new version when the user says so', async ({
  page,
  visitor,
  deployNext,
}) => {
  const former = await storedBuild(visitor)
  deployNext()
  await visitor.open(CHANGED)
  await expect(heading(page)).toBeVisible()
  expect(await entryOf(page)).toBe(former)
  await lookForUpdate(page)
  await expect(newVersion(page)).toContainText('A new version is ready.')
  expect(await entryOf(page)).toBe(former)
  const loads = countLoads(page)
  await newVersion(page).getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => entryOf(page).catch(() => former)).not.toBe(former)
  await expect(heading(page)).toBeVisible()
  await expect(newVersion(page)).toHaveCount(0)
  expect(loads()).toBe(1)
})
