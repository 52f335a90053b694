/** Sends mail by SMTP. The library is loaded only where there is a mail server. */
import type { NodemailerError } from 'nodemailer'
import { isNearHost } from '#server/platform/settings/addresses.ts'
import type { MailText } from '#server/outlet/mail-texts.ts'
import type { Outcome } from '#server/outlet/sender.ts'

/** A mail to one address. */
interface Mail extends MailText {
  /** The name that it comes from. */
  fromName: string
  to: string
  language: string
  /** The same in each attempt, so that receivers can drop copies. */
  eventId: string
  /** When it happened, in ms. */
  atMs: number
}

export interface MailSender {
  /** Never throws. An aborted attempt is `later`, whatever the server did with it. */
  send(mail: Mail, signal: AbortSignal): Promise<Outcome>
  close(): void
}

/** Connections to the mail server at once. */
export const MAIL_CONNECTIONS = 4
const CONNECT_MS = 10_000
/** Between two answers of the server. */
const SILENCE_MS = 30_000
const IDLE_MS = 10_000
/** For one mail in all, so that neither a server nor the library can hold it for ever. */
const SEND_MS = 90_000

const REFUSED_BY_RECEIVER: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA'])

/** Codes and commands only: an answer of a mail server may quote the address. */
function outcomeOf(error: NodemailerError): Outcome {
  const { code = 'unknown', command = '', responseCode } = error
  const why = [code, command, responseCode ?? ''].join(' ').trim()
  if (code === 'EABORT') return { kind: 'later', why }
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  // 421 closes the connection; a refused sender or log-in concerns every message.
  if (!isOfMessage || responseCode === 421 || !REFUSED_BY_RECEIVER.has(command)) {
    return { kind: 'down', why }
  }
  const isFinal = responseCode !== undefined && responseCode >= 500 && responseCode !== 503
  return isFinal ? { kind: 'refused', why, isBounce: true } : { kind: 'later', why }
}

const isMailError = (error: unknown): error is NodemailerError => error instanceof Error

/** Creates a sender. `from`: an address. */
export async function createMailSender(url: string, from: string): Promise<MailSender> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  const isImplicit = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const transport = createTransport({
    pool: true,
    host,
    port: port === '' ? (isImplicit ? 465 : 587) : Number(port),
    secure: isImplicit,
    // Nothing crosses a network in plain text.
    requireTLS: !isImplicit && !isNearHost(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    maxConnections: MAIL_CONNECTIONS,
    // The queue is in the database.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    idleTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ fromName, to, subject, body, language, eventId, atMs }, signal) => {
      try {
        await transport.sendMail({
          from: { name: fromName, address: from },
          to: { name: '', address: to },
          envelope: { from, to },
          messageId: `<${eventId}@${domain}>`,
          date: new Date(atMs),
          subject,
          text: body,
          headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
          signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]),
        })
        return { kind: 'sent' }
      } catch (error) {
        return isMailError(error) ? outcomeOf(error) : { kind: 'down', why: 'unknown' }
      }
    },
    close: () => transport.close(),
  }
}
