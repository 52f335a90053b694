/** Watches the answers to commands by their keys: each key has one fate, and what was answered once never changes. */
import { type ErrorCode, problem } from '#contract/errors.ts'
import type { Answer } from '#support/visitor.ts'

/** A request for one user. */
export interface Call {
  /** Who asks and what for, for people who read a failure. */
  label: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body: object
  /** Of a command. */
  command: { userId: bigint; name: string; key: string } | null
}
export interface Answered {
  call: Call
  answer: Pick<Answer, 'status' | 'text' | 'body'>
}

/** These say nothing about the command. */
const ABOUT_THE_REQUEST: readonly ErrorCode[] = [
  'not_logged_in',
  'registration_required',
  'rate_limited',
]

interface Fate {
  accepted: { body: string; text: string } | null
  /** The text of the stored refusal. */
  refused: string | null
  story: string[]
}

const isAsk = ({ method }: Call): boolean => method === 'GET'
const isYes = ({ call, answer }: Answered): boolean =>
  answer.status === 200 && !(isAsk(call) && answer.text === '{"answer":null}')
const codeOf = ({ body }: Answered['answer']): ErrorCode | null => {
  const read = problem.safeParse(body)
  return read.success ? read.data.code : null
}

export class Fates {
  readonly #fates = new Map<string, Fate>()

  /**
   * Takes the answers to calls that were sent together, and returns what is wrong with them. Such answers arrive in any
   * order, so refusals are taken to be the earlier ones: whether they are final is what matters.
   */
  note(answers: readonly Answered[]): string[] {
    const inOrder = [...answers.filter((each) => !isYes(each)), ...answers.filter(isYes)]
    return inOrder.flatMap((answered) => {
      const { command, label } = answered.call
      if (command === null) return []
      const { userId, name, key } = command
      const id = `${userId} ${name} ${key}`
      const fate = this.#fates.get(id) ?? { accepted: null, refused: null, story: [] }
      this.#fates.set(id, fate)
      fate.story.push(`${label}: ${codeOf(answered.answer) ?? answered.answer.status}`)
      const wrong = isYes(answered) ? accept(fate, answered) : refuse(fate, answered)
      return wrong === null ? [] : [`${wrong} (${name} ${key}: ${fate.story.join('; ')})`]
    })
  }

  /** The keys of accepted orders by user, as `user key`. */
  boughtKeys(): string[] {
    const accepted = [...this.#fates].filter(([, fate]) => fate.accepted !== null)
    return accepted.flatMap(([id]) => {
      const [userId, name, key] = id.split(' ')
      return name === 'order' ? [`${userId} ${key}`] : []
    })
  }
}

function accept(fate: Fate, { call, answer }: Answered): string | null {
  const body = JSON.stringify(call.body)
  const text = isAsk(call) ? answer.text.slice('{"answer":'.length, -1) : answer.text
  if (fate.refused !== null) return 'a refused command was carried out'
  if (fate.accepted === null) {
    if (!isAsk(call)) fate.accepted = { body, text }
    return null
  }
  if (fate.accepted.text !== text) return 'the answer has changed'
  return isAsk(call) || fate.accepted.body === body ? null : 'another body got the answer'
}

function refuse(fate: Fate, { call, answer }: Answered): string | null {
  const code = codeOf(answer)
  if (code !== null && ABOUT_THE_REQUEST.includes(code)) return null
  const isSame = fate.accepted?.body === JSON.stringify(call.body)
  if (fate.accepted !== null && (isAsk(call) || isSame))
    return 'a command that was carried out is refused'
  const { refusal } = problem.safeParse(answer.body).data ?? {}
  if (refusal === undefined) return null
  if (fate.accepted !== null) return 'a command that was carried out has a stored refusal'
  if (fate.refused !== null && fate.refused !== refusal.text) return 'the refusal has changed'
  fate.refused = refusal.text
  return null
}

const planted = (body: object, answer: Pick<Answer, 'status' | 'body'>): Answered => ({
  call: {
    label: 'planted',
    method: 'POST',
    path: '',
    body,
    command: { userId: 1n, name: 'order', key: 'planted' },
  },
  answer: { ...answer, text: JSON.stringify(answer.body) },
})
const yes = (id: string, body = {}): Answered => planted(body, { status: 200, body: { id } })
const no = (text: string | null, body = {}): Answered => {
  const refusal = text !== null && { refusal: { text, signature: '', keyId: '' } }
  const about = { type: '', title: '', status: 409, code: 'too_late' }
  return planted(body, { status: 409, body: { ...about, ...refusal } })
}
/** Answers that contradict one another, by what is wrong with them. */
const CONTRADICTIONS: Record<string, readonly Answered[]> = {
  'a purchase after a refusal': [no('a'), yes('1', { signed: false })],
  'a refusal after a purchase': [yes('1'), no(null)],
  'a stored refusal of another form of what was bought': [yes('1'), no('a', { signed: true })],
  'another answer': [yes('1'), yes('2')],
  'another refusal': [no('a'), no('b')],
  'the answer for another body': [yes('1'), yes('1', { stake: '2.00' })],
}

/** The names of the contradictions that `Fates` does not find. */
export const missedContradictions = (): string[] =>
  Object.entries(CONTRADICTIONS).flatMap(([name, answers]) => {
    const fates = new Fates()
    return answers.flatMap((each) => fates.note([each])).length > 0 ? [] : [name]
  })
