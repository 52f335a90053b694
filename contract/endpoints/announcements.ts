/** Announcements at the desk: written once, to everybody alike; nothing changes or takes back one. */
import { z } from 'zod'
import { announcement, announcementTexts } from '#contract/announcement.ts'
import { endpoint } from '#contract/endpoint.ts'
import { announcementId, intentKey } from '#contract/scalars.ts'

const row = { path: '/desk/announcements', access: 'operator', perMinute: 240 } as const

export const deskAnnouncements = endpoint({
  ...row,
  method: 'GET',
  summary: 'Announcements, newest first, and how many users have them by now',
  query: z.object({ before: announcementId.optional() }),
  reply: z.object({ items: z.array(announcement), next: announcementId.nullable() }),
  errors: [],
})

/** With the same key it is sent once, however often it is asked. */
export const sendAnnouncement = endpoint({
  ...row,
  method: 'POST',
  summary: 'Tell every user something; it cannot be taken back',
  body: z.object({ key: intentKey, texts: announcementTexts }),
  reply: announcement,
  errors: ['daily_count_reached', 'key_reused'],
})
