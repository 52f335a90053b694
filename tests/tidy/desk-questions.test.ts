/** Every call of the desk that changes something is asked for first, or is listed with the reason why not. */
import { expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { files } from './repository.ts'

/** Calls that need no question, each with its reason. */
const UNASKED: Readonly<Record<string, string>> = {
  reopenPhoto: 'needs a written reason',
  proposePayoutChange: 'a form, and another operator decides',
  proposeFundRate: 'a form, and another operator decides',
  startDeskPasskey: 'needs the password',
  addDeskPasskey: 'needs the authenticator',
  removeDeskPasskey: 'needs the password',
  answerSupport: 'sends what the operator has written',
  closeSupport: 'the next message opens the conversation again',
  deskTypeSupport: 'expires within seconds',
  deskMarkSupport: 'reports what was shown',
  deskLogIn: 'opens a session',
  deskLogInChallenge: 'opens a session',
  deskLogOut: 'ends the own session',
  deskActivity: 'keeps the own session open',
}

const writing = new Set(
  Object.values(ENDPOINTS)
    .flatMap((area) => Object.entries(area))
    .filter(([, { method }]) => method !== 'GET')
    .map(([name]) => name),
)
const desk = files(/\.tsx?$/, ['src/desk'])
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\bcall\(\s*([^,]+),/g)].flatMap(([, target = '']) =>
    target.split(/\W+/).filter((word) => writing.has(word)),
  )

it('sends a change only after a question', () => {
  const found = desk.flatMap(({ path, text }) => {
    // The decisions of the queues are asked for by the decision bar alone.
    const asks = text.includes('<ConfirmDialog') || path.endsWith('desk/queue-kinds.ts')
    return asks ? [] : namesIn(text).map((name) => ({ path, name }))
  })
  expect(found.filter(({ name }) => UNASKED[name] === undefined)).toEqual([])
  expect(Object.keys(UNASKED).filter((name) => !found.some((each) => each.name === name))).toEqual(
    [],
  )
})

it('runs a step of a queue only from the question of the decision bar', () => {
  const running = desk.filter(({ text }) => /\b(forward|refuse)\??\.run\b/.test(text))
  expect(running.map(({ path }) => path)).toEqual(['src/desk/decision-bar.tsx'])
  const [bar] = running
  const answer = /confirm: \(reason\) => \{\n\s+if \(asking === null\) return\n(?:.*\n){3}/.exec(
    bar?.text ?? '',
  )?.[0]
  expect(bar?.text.match(/\.run\b/g)).toHaveLength(2)
  expect(answer?.match(/\.run\b/g)).toHaveLength(2)
})
