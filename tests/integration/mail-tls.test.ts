import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailSender } from '#server/outlet/mail-sender.ts'
import { localCertificate } from '#support/local-certificate.ts'
import { Smtp } from '#support/smtp.ts'

const FROM = 'notices@app.example'
const log = { user: 'fairtick', password: 'a p@ss:word/ü' }
const open: Smtp[] = []
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-mail-'))
})
afterAll(async () => {
  for (const smtp of open) await smtp.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function smtpWith(options: Parameters<typeof Smtp.open>[0]): Promise<Smtp> {
  const smtp = await Smtp.open(options)
  open.push(smtp)
  return smtp
}

async function send(url: string) {
  const sender = await createMailSender(url, FROM)
  const mail = {
    to: 'a@mail.example',
    subject: '主题 é',
    body: 'Text ü\n',
    language: 'de',
    fromName: 'Fairtick',
  }
  const out = await sender.send({ ...mail, eventId: 'id', atMs: 0 }, new AbortController().signal)
  sender.close()
  return out
}

it('logs in and sends over TLS, from the first byte or by STARTTLS', async () => {
  const files = localCertificate(folder, ['localhost'])
  for (const secure of [true, false]) {
    const smtp = await smtpWith({ ...files, ...log, secure })
    expect(await send(smtp.url('localhost'))).toEqual({ kind: 'sent' })
    expect(smtp.mails).toEqual([expect.objectContaining({ encrypted: true, from: FROM })])
  }
})

it('sends nothing to a server whose certificate names another host, and says nothing to it', async () => {
  const files = localCertificate(folder, ['other.example'])
  for (const secure of [true, false]) {
    const smtp = await smtpWith({ ...files, ...log, secure })
    expect(await send(smtp.url('localhost'))).toMatchObject({ kind: 'down' })
    expect([smtp.tried, smtp.mails]).toEqual([[], []])
  }
})

it('sends nothing in plain text, except on this machine', async () => {
  const smtp = await smtpWith({})
  expect(await send(smtp.url('127.0.0.1'))).toEqual({ kind: 'sent' })
  // Another name of the same server, which is not known as this machine.
  expect(await send(smtp.url('0.0.0.0'))).toMatchObject({ kind: 'down' })
  expect(smtp.mails.length).toBe(1)
})

it('takes a refused log-in for a server that takes nothing', async () => {
  const smtp = await smtpWith({ ...log })
  expect(await send(smtp.url().replace('fairtick', 'other'))).toEqual({
    kind: 'down',
    why: expect.stringContaining('535'),
  })
})
