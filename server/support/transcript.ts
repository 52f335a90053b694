/** The whole conversation as plain text in the user's language. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  supportAnswer,
  type SupportMessage,
  supportQuestion,
  type TranscriptLanguage,
} from '#contract/support.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { messageOf } from '#server/support/support-rows.ts'
import { selectMessages } from '#server/support/support-store.ts'

/** The texts of locales/<language>/support.json that a transcript uses. */
const words = z.object({
  question: z.record(supportQuestion, z.string()),
  answer: z.record(supportAnswer, z.string()),
  transcript: z.object({
    title: z.string(),
    author: z.object({ user: z.string(), staff: z.string(), helper: z.string() }),
    photo: z.string(),
    about: z.object({ order: z.string(), deposit: z.string(), withdrawal: z.string() }),
  }),
})
type Words = z.infer<typeof words>

const BATCH = 500

async function wordsOf(language: TranscriptLanguage): Promise<Words> {
  const path = new URL(`../../locales/${language}/support.json`, import.meta.url)
  return words.parse(JSON.parse(await readFile(path, 'utf8')))
}

const timeText = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A message as lines of the transcript. */
function transcriptLine(message: SupportMessage, { question, answer, transcript }: Words) {
  const { about, author, operator, photo } = message
  const said = [
    about === null ? '' : `[${transcript.about[about.kind]} ${about.id}]`,
    message.question === null ? '' : question[message.question],
    message.answer === null ? '' : answer[message.answer],
    message.text,
    photo === null ? '' : `[${transcript.photo} ${photo}]`,
  ]
  const who = transcript.author[author] + (operator === null ? '' : ` (${operator})`)
  const text = said.filter((part) => part !== '').join(' ')
  return `${timeText(message.sentAt)}  ${who}: ${text.replaceAll('\n', '\n    ')}`
}

/** The transcript, oldest message first. */
export async function transcriptOf(
  db: Database,
  userId: bigint,
  language: TranscriptLanguage,
): Promise<string> {
  const say = await wordsOf(language)
  const lines: string[] = []
  await db.snapshot(async (tx) => {
    for (let before = MAX_ID; ; ) {
      const rows = await selectMessages(tx, userId, { before, limit: BATCH })
      for (const row of rows) lines.push(transcriptLine(messageOf(row), say))
      const last = rows.at(-1)
      if (last === undefined || rows.length < BATCH) return
      before = last.id
    }
  })
  return `${[say.transcript.title, '', ...lines.reverse()].join('\r\n')}\r\n`
}
