/** The times and counts in the privacy policy. A test checks that they match what the server enforces. */
import { PUSH_DEVICES_MAX } from '#contract/push.ts'
import { PHOTO_ORPHAN_MS, PHOTO_RETENTION_MS, PICTURE_DAYS } from '#contract/verification.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const PROMISES = {
  photoDays: PHOTO_RETENTION_MS / DAY_MS,
  /** The default; an operator of a server can set another time. */
  pictureDays: PICTURE_DAYS,
  orphanHours: PHOTO_ORPHAN_MS / HOUR_MS,
  /** The hold on withdrawals after the withdrawal account was changed. */
  holdHours: 48,
  /** A session ends this many days after its last use. */
  sessionDays: 30,
  /** The maximum age of a session, however often it is used. */
  sessionMaxDays: 90,
  logInDays: 180,
  pushDevices: PUSH_DEVICES_MAX,
} as const
