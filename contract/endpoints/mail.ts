/** Endpoints of a user's mail address. It is used once the code that was sent to it came back. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { language } from '#contract/language.ts'
import { mailAddress, mailCode, mailState, outletState } from '#contract/mail.ts'

const shared = { access: 'user', reply: mailState } as const

/** Returns what the mail settings show. */
export const getMail = endpoint({
  ...shared,
  method: 'GET',
  path: '/mail',
  perMinute: 60,
  summary: 'The mail address, and whether this server sends mail at all',
  errors: ['not_logged_in'],
})

/** Sends a code to an address. It replaces an address that waits for its code. Mail is written in `language`. */
export const askMail = endpoint({
  ...shared,
  method: 'POST',
  path: '/mail',
  perMinute: 10,
  summary: 'Ask for mail to an address; a code is sent there, five times a day at most',
  body: z.object({ address: mailAddress, language }),
  errors: ['daily_count_reached', 'not_logged_in'],
})

/** Confirms the address by its code. The address before it, if any, is told that it is no longer used. */
export const confirmMail = endpoint({
  ...shared,
  method: 'POST',
  path: '/mail/confirmation',
  perMinute: 20,
  summary: 'Confirm the address by the code from the mail; five tries',
  body: z.object({ code: mailCode }),
  errors: ['factor_wrong', 'not_logged_in'],
})

/** Changes the language of mail to the address that is used, and to one that waits for its code. */
export const setMailLanguage = endpoint({
  ...shared,
  method: 'PUT',
  path: '/mail/language',
  perMinute: 20,
  summary: 'Write mail in this language from now on',
  body: z.object({ language }),
  errors: ['not_logged_in'],
})

/** Ends the mail. The address is told, and then deleted. */
export const removeMail = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/mail',
  perMinute: 20,
  summary: 'Stop mail and delete the address',
  errors: ['not_logged_in'],
})

/** Says what waits outside of the app. It names no user and no address. */
export const deskOutlet = endpoint({
  method: 'GET',
  path: '/desk/outlet',
  access: 'operator',
  perMinute: 240,
  summary: 'Notices by mail and webhook that wait, and that failed in the last 24 hours',
  reply: z.object({ channels: outletState }),
  errors: [],
})
