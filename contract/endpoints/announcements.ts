/** Endpoints of announcements at the desk. An announcement goes to every user and is never changed or recalled. */
import { z } from 'zod/mini'
import { announcement, newAnnouncementTexts } from '#contract/messages.ts'
import { endpoint } from '#contract/endpoint.ts'
import { announcementId, intentKey } from '#contract/scalars.ts'

const row = { path: '/desk/announcements', access: 'operator', perMinute: 240 } as const

/** Lists announcements with the progress of their delivery. For operators. */
export const deskAnnouncements = endpoint({
  ...row,
  method: 'GET',
  summary: 'Announcements, newest first, and how many users have received them',
  query: z.object({ before: z.optional(announcementId) }),
  reply: z.object({ items: z.array(announcement), next: z.nullable(announcementId) }),
  errors: [],
})

/** Sends an announcement to all users. Requests with the same key send it only once. */
export const sendAnnouncement = endpoint({
  ...row,
  method: 'POST',
  summary: 'Send an announcement to every user; it cannot be recalled',
  body: z.object({ key: intentKey, texts: newAnnouncementTexts }),
  reply: announcement,
  errors: ['daily_count_reached', 'key_reused'],
})
