/** A mail server on loopback, in a process of its own, and what it received. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type {
  FromSmtp,
  MailRule,
  ReceivedMail,
  SmtpOptions,
  ToSmtp,
} from '#support/smtp-process.ts'
import { until } from '#support/until.ts'

const PROGRAM = new URL('./smtp-process.ts', import.meta.url)

export class Smtp {
  /** All mails whose text arrived, accepted or not. */
  readonly mails: ReceivedMail[] = []
  /** The recipients that were named. */
  readonly tried: string[] = []
  readonly #options: Omit<SmtpOptions, 'port'>
  #child: ChildProcess | null = null
  #ruled: (() => void) | null = null
  port = 0

  private constructor(options: Omit<SmtpOptions, 'port'>) {
    this.#options = options
  }

  static async open(options: Omit<SmtpOptions, 'port'> = {}): Promise<Smtp> {
    const smtp = new Smtp(options)
    await smtp.start()
    return smtp
  }

  /** At the port that it had before, if it had one. */
  async start(): Promise<void> {
    const child = fork(PROGRAM, [JSON.stringify({ ...this.#options, port: this.port })])
    child.on('message', (said: FromSmtp) => {
      if ('port' in said) this.port = said.port
      else if ('mail' in said) this.mails.push(said.mail)
      else if ('tried' in said) this.tried.push(said.tried)
      else this.#ruled?.()
    })
    this.#child = child
    await once(child, 'message')
  }

  /** Kills it. What it said before is here afterwards. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null) return
    if (!child.connected) throw new Error('the mail server has ended before')
    const ends = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    child.kill('SIGKILL')
    await ends
  }

  /** Rules for the next mails, and the one for all others. Resolves when they are in force. */
  async rule(next: MailRule[], others: MailRule = { at: 'accept' }): Promise<void> {
    const told: ToSmtp = { next, others }
    await new Promise<void>((done) => {
      this.#ruled = done
      this.#child?.send(told)
    })
  }

  url(host = '127.0.0.1'): string {
    const { secure, user, password } = this.#options
    const log = user === undefined ? '' : `${user}:${encodeURIComponent(password ?? '')}@`
    return `${secure === true ? 'smtps' : 'smtp'}://${log}${host}:${this.port}`
  }

  to(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(address))
  }

  received(count: number, address: string): Promise<ReceivedMail[]> {
    return until(`${count} mails to ${address}`, () => {
      const mails = this.to(address)
      return mails.length >= count && mails
    })
  }
}

/** A header of a mail, unfolded. */
export const headerOf = ({ raw }: ReceivedMail, name: string): string =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw.split('\r\n\r\n')[0] ?? '')?.[1] ?? ''

const HEX_BYTE = /=([0-9A-F]{2})/g
/** The text of a mail. */
export function bodyOf({ raw }: ReceivedMail): string {
  const [, ...parts] = raw.split('\r\n\r\n')
  const body = parts.join('\r\n\r\n')
  const encoding = headerOf({ raw } as ReceivedMail, 'content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(HEX_BYTE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** The code in a mail that confirms an address. */
export const codeIn = (mail: ReceivedMail): string => /\b\d{8}\b/.exec(bodyOf(mail))?.[0] ?? ''
