// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedText } from '#device/texts.ts'
import { keepLastPlace, openLastPlace, placeOf } from '#device/last-place.ts'

let standalone = true
const device = () => ({ standalone: () => standalone, read: storedText })
const open = (hash: string): string => {
  history.replaceState(null, '', `/${hash}`)
  openLastPlace(device)
  return location.hash
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('token', 'handle')
  standalone = true
})
afterEach(() => history.replaceState(null, '', '/'))

it.each([
  ['/pages/user/user', '/pages/user/user'],
  ['//pages/product/product/', '/pages/product/product'],
  ['/pages/Detail/Detail?symbol=EURUSD&full=1', '/pages/Detail/Detail?symbol=EURUSD'],
  ['/pages/order/order?tab=settled&id=7', '/pages/order/order?tab=settled'],
  ['/pages/set/set?open=devices', '/pages/set/set'],
  ['/pages/index/index?open=deposit', '/pages/index/index'],
])('keeps %s as %s, without what was open', (address, place) => {
  expect(placeOf(address)).toBe(place)
})

it.each([
  '/',
  '/pages/withdraw-money/withdraw-money',
  '/pages/transfer/transfer',
  '/pages/withdraw-list/withdraw-open?new=1',
  '/pages/password/password',
  '/pages/login/login',
  '/pages/verify/verify',
  '/nowhere',
])('does not return to %s', (address) => {
  expect(placeOf(address)).toBeNull()
})

it('opens the installed app where its user left it', () => {
  localStorage.setItem('lastPlace', '/pages/Detail/Detail?symbol=EURUSD')
  expect(open('')).toBe('#/pages/Detail/Detail?symbol=EURUSD')
  expect(open('#/')).toBe('#/pages/Detail/Detail?symbol=EURUSD')
})

it('leaves an address alone that names a page, and a browser, and a visitor', () => {
  localStorage.setItem('lastPlace', '/pages/user/user')
  expect(open('#/pages/order/order')).toBe('#/pages/order/order')
  standalone = false
  expect(open('')).toBe('')
  standalone = true
  localStorage.removeItem('token')
  expect(open('')).toBe('')
})

it('trusts nothing that is not a page to return to', () => {
  localStorage.setItem('lastPlace', 'javascript:alert(1)')
  expect(open('')).toBe('')
})

it('stores the place when the app goes to the background, in the installed app of a user only', () => {
  keepLastPlace(device)
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  history.replaceState(null, '', '/#/pages/money/money?x=1')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(localStorage.getItem('lastPlace')).toBe('/pages/money/money')
  standalone = false
  history.replaceState(null, '', '/#/pages/user/user')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(localStorage.getItem('lastPlace')).toBe('/pages/money/money')
  standalone = true
  localStorage.removeItem('token')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(localStorage.getItem('lastPlace')).toBe('/pages/money/money')
})
