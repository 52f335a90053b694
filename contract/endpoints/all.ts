/** Every endpoint by area: for the API document and for the tests that walk them all. */
import * as app from '#contract/endpoints/app.ts'
import * as cashier from '#contract/endpoints/cashier.ts'
import * as identity from '#contract/endpoints/identity.ts'
import * as market from '#contract/endpoints/market.ts'
import * as trading from '#contract/endpoints/trading.ts'

export const ENDPOINTS = { app, market, trading, identity, cashier } as const
