/** Endpoints of orders: a quote, the placement, and looking orders up. */
import { z } from 'zod/mini'
import { endpoint, momentQuery } from '#contract/endpoint.ts'
import { MONEY_COMMAND_ERRORS } from '#contract/errors.ts'
import { acceptanceReceipt, order, orderDetail, orderIntent, orderQuote } from '#contract/order.ts'
import { orderId, symbol } from '#contract/scalars.ts'
import { settledReceipt } from '#contract/settlement-receipt.ts'
import { orderSignature } from '#contract/signed-order.ts'

/** Computes the terms of an order without placing it. It needs no session. */
export const quoteOrder = endpoint({
  method: 'POST',
  path: '/orders/quote',
  access: 'public',
  perMinute: 240,
  summary: 'What an order would pay and cost',
  body: orderIntent,
  reply: orderQuote,
  errors: ['product_unknown', 'duration_unknown', 'stake_below_minimum', 'stake_above_maximum'],
})

/**
 * Places an order under the terms with `termsId`. If they have changed since, it fails with `terms_changed`. With
 * `signed` it starts at the moment that the device fixed, and is refused as `too_late` after that; a refusal carries
 * the server's signature (`refusal` in the problem document). Without, it starts one second after its acceptance. The
 * entry is the first tick after the start, and the exit the last tick at or before the end. `up` wins if the exit is
 * above the entry, `down` if it is below; equal prices are a draw. A draw and a void order return the stake.
 */
export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'guest',
  command: 'order',
  stores: 'order',
  perMinute: 120,
  summary: 'Place an order',
  body: z.extend(orderIntent, {
    /** `termsId` of the product, as `GET /products` returns it. */
    termsId: z.string(),
    /**
     * The signature of a device whose key is registered (`POST /device-keys`), over twelve lines joined by line feeds:
     * `fairtick-order-1`, `key KEY` (the Idempotency-Key), `product SYMBOL`, `direction up|down`, `stake 10.50` (always
     * two decimals, also if the body says 10.5), `duration MS`, `terms TERMSID`, `head SEQ HASH`, `tapped MS`,
     * `uncertainty MS`, `starts MS`, `device KEYID`. A refusal as `signature_wrong` carries the text that the server
     * expected in `params.expected`.
     */
    signed: z.optional(orderSignature),
  }),
  reply: z.object({ order, receipt: acceptanceReceipt }),
  errors: [
    'product_unknown',
    'duration_unknown',
    'terms_changed',
    'price_stale',
    'market_closed',
    'expiry_past_close',
    'stake_below_minimum',
    'stake_above_maximum',
    'available_too_low',
    'too_many_positions',
    'open_stake_limit',
    'own_stake_limit',
    'own_loss_limit',
    'own_positions_limit',
    'trading_paused',
    'device_paused',
    'too_late',
    'order_undone',
    'clock_ahead',
    'device_unknown',
    'signature_wrong',
    ...MONEY_COMMAND_ERRORS,
  ],
})

/** Lists the user's orders, newest first. `open`: open and live; `settled`: final; `all`: both. */
export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  access: 'guest',
  perMinute: 240,
  summary: 'Orders of the user, newest first',
  query: z.object({
    status: z._default(z.enum(['open', 'settled', 'all']), 'all'),
    symbol: z.optional(symbol),
    outcome: z.optional(z.enum(['won', 'lost', 'draw', 'void'])),
    /** The earliest acceptance, inclusive (ms); for `settled` orders, the earliest closing. */
    from: z.optional(momentQuery),
    /** The latest acceptance or closing, exclusive (ms). */
    to: z.optional(momentQuery),
    before: z.optional(orderId),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  }),
  reply: z.object({ orders: z.array(order), next: z.nullable(orderId) }),
  errors: ['not_logged_in'],
})

/** Returns one order of the user with its receipt and its evidence. */
export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: 'guest',
  perMinute: 240,
  summary: 'One order with receipt and deciding ticks',
  params: z.object({ id: orderId }),
  reply: orderDetail,
  errors: ['not_logged_in'],
})

/**
 * Returns the settled receipt. It is separate from `getOrder` because it contains every tick record up to the next
 * checkpoints.
 */
export const getSettledReceipt = endpoint({
  method: 'GET',
  path: '/orders/:id/receipt',
  access: 'guest',
  perMinute: 240,
  summary: 'The full receipt of a settled order',
  params: z.object({ id: orderId }),
  reply: settledReceipt,
  errors: ['not_settled', 'not_logged_in'],
})
