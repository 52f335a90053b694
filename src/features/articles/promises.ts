/** The times and counts that the privacy policy names; a test holds them equal to those the server keeps to. */
import { PUSH_DEVICES_MAX } from '#contract/push.ts'
import { PHOTO_ORPHAN_MS, PHOTO_RETENTION_MS, PICTURE_DAYS } from '#contract/verification.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const PROMISES = {
  photoDays: PHOTO_RETENTION_MS / DAY_MS,
  /** Unless the operator of a server sets another time. */
  pictureDays: PICTURE_DAYS,
  orphanHours: PHOTO_ORPHAN_MS / HOUR_MS,
  /** Withdrawals wait this long after another withdrawal account was put in. */
  holdHours: 48,
  /** A log-in ends this long after the last visit. */
  sessionDays: 30,
  /** However often it is used. */
  sessionMaxDays: 90,
  logInDays: 180,
  pushDevices: PUSH_DEVICES_MAX,
} as const
