/** A mail server in a process of its own, run by `fork` (smtp.ts). It does with each mail what the test says. */
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * What is done with a mail. `greylist`: refused at first, then accepted from the same sender to the same address.
 * `slow`: accepted half a second after its text.
 */
export type MailRule =
  | { at: 'accept' | 'greylist' | 'slow' | 'hang' | 'hang-after-data' | 'drop-after-data' }
  | { at: 'connect' | 'sender' | 'recipient' | 'data'; code: number }

export interface SmtpOptions {
  port: number
  certFile?: string
  keyFile?: string
  /** TLS from the first byte. */
  secure?: boolean
  user?: string
  password?: string
}

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  /** Whether the client was told that it is accepted. */
  accepted: boolean
  encrypted: boolean
}

/** What the process says. */
export type FromSmtp =
  | { port: number }
  | { mail: ReceivedMail }
  | { tried: string }
  | { ruled: true }
/** What it is told: rules for the next mails, and the one for all others. */
export interface ToSmtp {
  next: MailRule[]
  others: MailRule
}

const SLOW_MS = 500

const options = JSON.parse(process.argv[2] ?? '{}') as SmtpOptions
let next: MailRule[] = []
let others: MailRule = { at: 'accept' }
const sockets = new Map<number, Socket>()
const rules = new Map<string, MailRule>()
const known = new Set<string>()

/** Resolves when the test has it for certain, even if this process is killed then. */
const say = (what: FromSmtp): Promise<void> =>
  new Promise((done) => void process.send?.(what, undefined, undefined, () => done()))
const refusal = (code: number): Error & { responseCode: number } =>
  Object.assign(new Error('not now, a.person@mail.example'), { responseCode: code })
const textOf = async (stream: NodeJS.ReadableStream): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
const ruleOf = ({ id }: SMTPServerSession): MailRule => rules.get(id) ?? others

/** No mail is accepted before the test has it, so that a kill loses none that a client takes for accepted. */
async function take(
  stream: NodeJS.ReadableStream,
  session: SMTPServerSession,
  done: (error?: Error | null) => void,
): Promise<void> {
  const raw = await textOf(stream)
  const rule = ruleOf(session)
  const { mailFrom, rcptTo } = session.envelope
  const accepted = rule.at === 'accept' || rule.at === 'greylist' || rule.at === 'slow'
  const from = mailFrom === false ? '' : mailFrom.address
  const to = rcptTo.map(({ address }) => address)
  if (rule.at === 'data') return done(refusal(rule.code))
  await say({ mail: { from, to, raw, accepted, encrypted: session.secure } })
  if (rule.at === 'drop-after-data') return void sockets.get(session.remotePort)?.destroy()
  if (rule.at === 'slow') await pause(SLOW_MS)
  if (rule.at !== 'hang-after-data') done(null)
}

function listen(): void {
  server.listen(options.port, '127.0.0.1')
}
const server = new SMTPServer({
  ...(options.certFile !== undefined &&
    options.keyFile !== undefined && {
      cert: readFileSync(options.certFile),
      key: readFileSync(options.keyFile),
    }),
  secure: options.secure === true,
  hideSTARTTLS: options.certFile === undefined,
  authOptional: options.user === undefined,
  allowInsecureAuth: true,
  closeTimeout: 100,
  onAuth: ({ username, password }, _session, done) =>
    username === options.user && password === options.password
      ? done(null, { user: username })
      : done(refusal(535)),
  onConnect: (_session, done) => {
    if (others.at === 'hang') return
    if (others.at === 'connect') return done(refusal(others.code))
    done()
  },
  onMailFrom: (_address, session, done) => {
    const rule = next.shift() ?? others
    rules.set(session.id, rule)
    done(rule.at === 'sender' ? refusal(rule.code) : null)
  },
  onRcptTo: ({ address }, session, done) => {
    const rule = ruleOf(session)
    void say({ tried: address })
    if (rule.at === 'recipient') return done(refusal(rule.code))
    const isNew = !known.has(address)
    known.add(address)
    done(rule.at === 'greylist' && isNew ? refusal(451) : null)
  },
  onData: (stream, session, done) => {
    // A client that goes away within a text ends the reading of it with an error, and nothing else.
    take(stream, session, done).catch(done)
  },
})
server.server.on('connection', (socket: Socket) => {
  const { remotePort: port } = socket
  if (port === undefined) return
  sockets.set(port, socket)
  socket.once('close', () => {
    if (sockets.get(port) === socket) sockets.delete(port)
  })
})
// Errors of connections come here, too. A client that asked for the port while the server was away may hold it for a
// while.
server.on('error', (error: Error & { code?: string }) => {
  if (error.code === 'EADDRINUSE') setTimeout(listen, 100)
})
process.on('message', (told: ToSmtp) => {
  next = told.next
  others = told.others
  // Open connections would not notice the rule.
  if (others.at === 'connect' || others.at === 'hang')
    for (const [, each] of sockets) each.destroy()
  void say({ ruled: true })
})
process.on('disconnect', () => process.exit())
server.server.on('listening', () => {
  const address = server.server.address()
  if (address !== null && typeof address === 'object') void say({ port: address.port })
})
listen()
