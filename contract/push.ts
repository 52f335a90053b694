/** Web push: which news reach a user while no page is open, on which devices, and what travels there. */
import { z } from 'zod'
import { language } from '#contract/language.ts'
import { pushDeviceId, timeMs } from '#contract/scalars.ts'

/** Subscriptions a user; the oldest gives way. */
export const PUSH_DEVICES_MAX = 10

/** What may be pushed, each with its own switch. */
export const pushSwitches = z.object({
  settled: z.boolean(),
  reviews: z.boolean(),
  alerts: z.boolean(),
  announcements: z.boolean(),
})
export type PushSwitches = z.infer<typeof pushSwitches>

export const pushDevice = z.object({
  id: pushDeviceId,
  /** Host of the browser's push service. */
  service: z.string(),
  /** Browser and system in two words, for example `Chrome · Android`; empty when neither is known. */
  label: z.string(),
  language,
  createdAt: timeMs,
  /** Of the session that asks. */
  current: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

/** 65 and 16 bytes, base64url: what PushSubscription.toJSON() gives. */
const keyText = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${bytes}}=*$`))
export const pushSubscription = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({ p256dh: keyText(87), auth: keyText(22) }),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>

/** What a notice is about; the device writes the sentence from kind and params. Never an amount or a name. */
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
export type PushKind = z.infer<typeof pushKind>

export const pushPayload = z.object({
  kind: pushKind,
  params: z.record(z.string(), z.string()),
  language,
})
export type PushPayload = z.infer<typeof pushPayload>
