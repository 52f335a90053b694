import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRAND_CHANGES_A_DAY, brandChange, type Brand, DEFAULT_BRAND } from '#contract/brand.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { startPasskey, startTotp } from '#contract/endpoints/security.ts'
import { startDeskPasskey } from '#contract/endpoints/desk-session.ts'
import { deskBrand, getBrand } from '#contract/endpoints/brand.ts'
import { brokenLine, logInOperator, OPERATOR_PASSWORD } from '#support/desk.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

const ADDRESS = 'https://app.example'
const NEW: Brand = {
  name: 'Open & "Fair"',
  shortName: 'OpenFair',
  colours: { light: '#5b2a86', dark: '#c9a7f0' },
  office: { name: 'Main office', address: '1 Example Street', hours: 'Mon–Fri 9–17' },
  links: {
    support: 'help@example.com',
    site: 'https://example.com/about',
    others: [{ label: 'Forum', url: 'https://forum.example.com' }],
  },
}
let built: string
let its: TestServer
let desk: Visitor
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'fairtick-built-'))
  mkdirSync(join(built, 'manifests'))
  const page =
    '<!doctype html><html lang="zh-CN" data-brand="Fairtick"><head><script>const Fairtick = 1</script>' +
    '<title>Fairtick</title></head><body>Fairtick</body></html>'
  for (const name of ['index.html', 'old-browser.html']) writeFileSync(join(built, name), page)
  const manifest = JSON.stringify({ name: 'Fairtick', short_name: 'Fairtick', screenshots: [1] })
  writeFileSync(join(built, 'manifest.webmanifest'), manifest)
  writeFileSync(join(built, 'manifests/de.webmanifest'), manifest)
  const config = { publicAddress: ADDRESS, supportContact: 'tel:+1' }
  its = await testServer({ openMarket: roomOf(fakeMarket()), appFolder: built, config })
  desk = await logInOperator(its, 'anna')
})
afterAll(async () => {
  await its.close()
  rmSync(built, { recursive: true, force: true })
})

const inForce = () => its.visitor().read(getBrand.reply, '/api/brand')
async function set(brand: unknown, replaces?: string | null) {
  const seen = replaces === undefined ? (await inForce()).revision : replaces
  return desk.post('/api/desk/brand', { replaces: seen, brand })
}
const text = async (path: string, headers = {}): Promise<string> => {
  const answer = await fetch(`${its.url}${path}`, { headers })
  expect(answer.status).toBe(200)
  return answer.text()
}
const info = () => its.visitor().read(getAppInfo.reply, '/api/app-info')

describe('the brand', () => {
  it('is that of the build, byte for byte, until an operator changes it', async () => {
    expect(await inForce()).toEqual({ revision: null, brand: DEFAULT_BRAND })
    expect((await info()).brand).toBeUndefined()
    const page = await text('/')
    expect(page).toContain('<title>Fairtick · ')
    expect(page).toContain(`${ADDRESS}/pictures/preview-en.jpg`)
    expect(page).not.toMatch(/brand-styles|data-brand-revision/)
    expect(await text('/manifest.webmanifest')).toContain('"screenshots":[1]')
    expect(await text('/old-browser.html')).toBe(await text('/index.html'))
  })

  it('is in the page, its preview, the manifest and the facts at once', async () => {
    const answer = await set(NEW)
    expect(answer.status, answer.text).toBe(200)
    const { revision } = brandChange.parse(answer.body)
    expect(await inForce()).toEqual({ revision, brand: NEW })
    for (const language of ['de', 'zh-CN']) {
      const page = await text('/', { 'accept-language': language })
      expect(page).toContain('<title>Open &amp; &quot;Fair&quot; · ')
      expect(page).toContain('data-brand="Open &amp; &quot;Fair&quot;"')
      expect(page).toContain('og:site_name" content="Open &amp; &quot;Fair&quot;"')
      expect(page).toContain(`<link rel="canonical" href="${ADDRESS}/">`)
      expect(page).toContain('--color-brand:#5b2a86;')
      // The picture shows the name of the build.
      expect(page).not.toContain('og:image')
      // Scripts stay as they are, because the policy lists them by hash.
      expect(page.replace('<script>const Fairtick = 1</script>', '')).not.toContain('Fairtick')
      const manifest = JSON.parse(
        await text('/manifest.webmanifest', { 'accept-language': language }),
      )
      expect(manifest).toEqual({ name: NEW.name, short_name: NEW.shortName })
    }
    expect(await text('/old-browser.html')).toContain('<title>Open &amp; &quot;Fair&quot;</title>')
    // The service worker stores the page of the build, and writes the brand of the last visit into it.
    expect(await text('/index.html')).not.toContain('Open &amp;')
    expect(await info()).toMatchObject({
      brand: revision,
      supportContact: 'mailto:help@example.com',
    })
  })

  it('is logged with its digest, and its changes are listed and never altered', async () => {
    const { current, changes } = await desk.read(deskBrand.reply, '/api/desk/brand')
    expect(changes[0]).toMatchObject({ ...current, setBy: 'anna' })
    const [line] = await its.owner.query<{ act: string; fits: boolean }>(
      `select l.act, l.ref = b.id || ':' || encode(sha256(convert_to(b.brand::text, 'UTF8')), 'hex') as fits
        from operator_log l, brand_changes b where l.act = 'brand_set' order by b.id desc limit 1`,
    )
    expect(line).toEqual({ act: 'brand_set', fits: true })
    expect(await brokenLine(its.owner)).toBeNull()
    for (const change of [`update brand_changes set set_by = 'x'`, 'delete from brand_changes'])
      await expect(its.owner.query(change)).rejects.toThrow()
  })

  it('is no user name, and is what an authenticator app shows from now on', async () => {
    const user = await its.registerUser('maria_1')
    const register = (account: string) =>
      its.visitor().post('/api/registration', {
        account,
        phone: '+8613812345678',
        openingCode: its.openingCode,
        password: user.password,
        tradingPassword: user.tradingPassword,
      })
    for (const name of ['openfair', '0PENFAIR_24', 'fairtick_1', 'my_openfair'])
      expect((await register(name)).body).toMatchObject({ code: 'account_reserved' })
    expect((await register('open_door')).status).toBe(200)
    const made = await user.visitor.post('/api/factors/totp', { password: user.password })
    const { uri } = startTotp.reply.parse(made.body)
    expect(new URL(uri).searchParams.get('issuer')).toBe('OpenFair')
  })

  it('is what the prompt for a new passkey shows, but not at the desk', async () => {
    const { visitor, password } = await its.registerUser('maria_2')
    const user = await visitor.post('/api/factors/passkeys/options', { password })
    const operator = { password: OPERATOR_PASSWORD }
    const atDesk = await desk.post('/api/desk/passkeys/options', operator)
    const shown = (name: string) => ({ rp: { name, id: new URL(its.url).hostname } })
    expect(startPasskey.reply.parse(user.body).options).toMatchObject(shown('OpenFair'))
    expect(startDeskPasskey.reply.parse(atDesk.body).options).toMatchObject(shown('Fairtick'))
  })

  it.each([
    ['light', { light: '#8ab4f8', dark: '#c9a7f0' }],
    ['dark', { light: '#5b2a86', dark: '#2b1055' }],
  ])('is refused with an unreadable %s accent, with the figure', async (theme, colours) => {
    const answer = await set({ ...NEW, colours })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 'colour_unreadable',
      params: { needed: 4.5, ratio: expect.any(Number) },
      issues: [{ path: `brand.colours.${theme}` }],
    })
    expect((await inForce()).brand).toEqual(NEW)
  })

  it.each(['#c9243a', '#038441', '#7a1020'])(
    'is refused with %s, which looks like a result',
    async (light) => {
      const answer = await set({ ...NEW, colours: { light, dark: '#c9a7f0' } })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        issues: [{ path: 'brand.colours.light', code: 'unsupported' }],
      })
    },
  )

  it.each([
    ['an empty name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(31) }],
    ['a long short name', { shortName: 'x'.repeat(13) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a name that turns around', { name: 'a\u202Eb' }],
    ['an invisible name', { name: '\u200B' }],
    ['a colour by name', { colours: { light: 'red', dark: '#c9a7f0' } }],
    ['styles as a colour', { colours: { light: '#5b2a86;}', dark: '#c9a7f0' } }],
    ['one colour', { colours: { light: '#5b2a86' } }],
    ['a site without https', { links: { ...NEW.links, site: 'http://example.com' } }],
    ['a script as a site', { links: { ...NEW.links, site: 'javascript:alert(1)' } }],
    ['a site behind another name', { links: { ...NEW.links, site: 'https://a.com@evil.example' } }],
    ['a wrong mail address', { links: { ...NEW.links, support: 'a@b?bcc=c@d.example' } }],
    ['four other links', { links: { ...NEW.links, others: Array(4).fill(NEW.links.others[0]) } }],
  ])('is refused with %s', async (_, wrong) => {
    expect((await set({ ...NEW, ...wrong })).status).toBe(400)
  })

  it('is not changed from what another operator has replaced, nor for ever', async () => {
    const stale = await set(NEW, null)
    expect([stale.status, stale.text.includes('document_moved_on')]).toEqual([409, true])
    expect((await set(NEW, '999999')).status).toBe(409)
    expect((await set(NEW, 'x')).status).toBe(400)
    for (let n = 1; n < BRAND_CHANGES_A_DAY; n += 1) expect((await set(NEW)).status).toBe(200)
    const last = await set(DEFAULT_BRAND)
    expect([last.status, last.text.includes('daily_count_reached')]).toEqual([409, true])
  })

  it('is changed by operators alone', async () => {
    const { visitor } = await its.registerUser()
    for (const someone of [visitor, its.visitor()]) {
      const asked = await someone.post('/api/desk/brand', { replaces: null, brand: NEW })
      expect(asked.status).toBe(404)
      expect((await someone.get('/api/desk/brand')).status).toBe(404)
    }
  })
})
