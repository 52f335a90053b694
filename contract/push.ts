/**
 * Web push: which notifications a user gets while no page is open, on which devices, and what a notification carries.
 */
import { z } from 'zod/mini'
import { language } from '#contract/language.ts'
import { pushDeviceId, timeMs } from '#contract/scalars.ts'

/** Maximum number of push subscriptions per user. One more replaces the oldest. */
export const PUSH_DEVICES_MAX = 10

/** The kinds of notifications that the user can switch on and off. */
export const pushSwitches = z.object({
  settled: z.boolean(),
  reviews: z.boolean(),
  alerts: z.boolean(),
  announcements: z.boolean(),
})
/** Parsed switches of push notifications. */
export type PushSwitches = z.infer<typeof pushSwitches>

/** A browser with a push subscription, as the user's list shows it. */
export const pushDevice = z.object({
  id: pushDeviceId,
  /** The host name of the browser's push service. */
  service: z.string(),
  /** Browser and operating system, for example `Chrome · Android`; empty if neither is known. */
  label: z.string(),
  language,
  createdAt: timeMs,
  /** Whether it belongs to the session that made the request. */
  current: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

/** A key of `PushSubscription.toJSON()` as base64url: 65 bytes are 87 characters, 16 bytes are 22. */
const keyText = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${bytes}}=*$`)))
/**
 * The subscription that the browser made (`PushSubscription.toJSON()`): the endpoint of its push service and two keys.
 */
export const pushSubscription = z.object({
  endpoint: z.url().check(z.maxLength(1_000)),
  keys: z.object({ p256dh: keyText(87), auth: keyText(22) }),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>

/**
 * The subject of a notification. The device composes the sentence from kind and params, which never contain an amount
 * or a name.
 */
export const pushKind = z.enum([
  'settled',
  'deposit',
  'withdrawal',
  'verification',
  'account',
  'fund',
  'alert',
  'announcement',
])
/** The parsed subject of a notification. */
export type PushKind = z.infer<typeof pushKind>

/** The encrypted content of a notification, as the service worker reads it. */
export const pushPayload = z.object({
  kind: pushKind,
  params: z.record(z.string(), z.string()),
  language,
  /** The user's unread messages, for the badge of the app's icon. Only with a notification of a message. */
  unread: z.optional(z.int().check(z.nonnegative())),
})
/** The parsed content of a notification. */
export type PushPayload = z.infer<typeof pushPayload>
