import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { PATHS } from '#lib/paths.ts'
import { BUILT_APP, expect, test } from './support/fixtures.ts'
import { settledUser, settledOrderOf, shareOrder } from './support/ready-user.ts'
import { speech } from './support/words.ts'

const ADDRESS = 'https://app.example'
test.use({ serverOptions: { env: { PUBLIC_ADDRESS: ADDRESS } } })

const answer = z.object({
  url: z.string(),
  errors: z.array(z.object({ message: z.string(), critical: z.number() })),
  data: z.string(),
})

test('a link has a preview in each language, from the server alone', async ({
  browser,
  server,
}) => {
  for (const language of LANGUAGE_CODES) {
    const context = await browser.newContext({ locale: language, serviceWorkers: 'block' })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(server.url)
    const tag = (name: string) =>
      page.locator(`head meta[property="${name}"], head meta[name="${name}"]`)
    const text = speech(language)
    await expect(tag('og:title')).toHaveAttribute('content', `Fairtick · ${text('preview:title')}`)
    await expect(tag('description')).toHaveAttribute('content', text('preview:description'))
    await expect(tag('og:url')).toHaveAttribute('content', `${ADDRESS}/`)
    await expect(tag('twitter:card')).toHaveAttribute('content', 'summary_large_image')
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', `${ADDRESS}/`)
    const picture = await tag('og:image').getAttribute('content')
    const path = picture?.replace(ADDRESS, '') ?? ''
    const image = await context.request.get(`${server.url}${path}`)
    const { width, height } = await sharp(await image.body()).metadata()
    expect([path, width, height]).toEqual([`/pictures/preview-${language}.jpg`, 1_200, 630])

    const session = await context.newCDPSession(page)
    const manifest = answer.parse(await session.send('Page.getAppManifest'))
    expect([manifest.url, manifest.errors]).toEqual([`${server.url}/manifest.webmanifest`, []])
    expect(JSON.parse(manifest.data)).toMatchObject({
      lang: language,
      description: text('preview:description'),
    })
    expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([])
    await context.close()
  }
})

test('a browser without scripts is told what is missing, in its language', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ locale: 'de', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.url)
  // Playwright finds no text in this element.
  const told = page.locator('noscript p')
  await expect(told).toBeVisible()
  await expect(told).toHaveText(speech('de')('preview:noScript'))
  await context.close()
})

test('a program that indexes the web finds what it may read, and no receipt', async ({
  request,
  server,
}) => {
  const robots = await (await request.get(`${server.url}/robots.txt`)).text()
  expect(robots).toContain('User-agent: *')
  expect(robots).toContain('Disallow: /api/')
  expect(robots).toContain('Disallow: /desk')
  const user = await settledUser(server, 'shares_1')
  await server.play(35_000)
  const code = await shareOrder(user, await settledOrderOf(user))
  // All that a program gets of a link to a receipt: browsers and programs send nothing after the `#`.
  const shared = await (await request.get(`${server.url}/#${PATHS.shared}?code=${code}`)).text()
  expect(shared).not.toContain(code)
  expect(shared).not.toContain('shares_1')
  const bare = readFileSync(join(BUILT_APP, 'index.html'), 'utf8')
  expect(bare).not.toContain('og:')
})
