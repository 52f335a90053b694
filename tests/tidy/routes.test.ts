import { expect, it } from 'vitest'
import { ROUTES } from '#app/routes.ts'

/** Specification, section 2. */
const SPEC_ROUTES = [
  '/',
  '/pages/welcome/welcome',
  '/pages/index/index',
  '/pages/product/product',
  '/pages/money/money',
  '/pages/user/user',
  '/pages/login/login',
  '/pages/login/registerCheck',
  '/pages/login/register',
  '/pages/set/set',
  '/pages/account/account',
  '/pages/account/account-detail',
  '/pages/money-record/money-record',
  '/pages/order/order',
  '/pages/withdraw-list/withdraw-list',
  '/pages/withdraw-list/withdraw-open',
  '/pages/verify/verify',
  '/pages/withdraw-money/withdraw-money',
  '/pages/message/message',
  '/pages/aboutUs/aboutUs',
  '/pages/transfer/transfer',
  '/pages/Particulars/Particulars',
  '/pages/money/detail',
  '/pages/Detail/Detail',
  '/pages/yinsi/yinsi',
  '/pages/yinsi/gy',
  '/pages/password/password',
  '/pages/index/detail',
  '/choose-location',
  '/open-location',
]

/** Ours beyond the specification. */
const OUR_ROUTES = [
  '/pages/support/support',
  '/pages/order/receipt',
  '/pages/results/results',
  '/pages/shared/shared',
  '/pages/limits/limits',
  '/pages/recovery/recovery',
  '/pages/trust/trust',
  '/pages/trust/odds',
  '/pages/trust/statistics',
]

it('has every route of the specification in one table, and no others but our own', () => {
  expect(ROUTES.map((route) => route.path).sort()).toEqual([...SPEC_ROUTES, ...OUR_ROUTES].sort())
})
