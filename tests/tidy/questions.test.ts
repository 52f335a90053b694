/** What cannot be undone is asked for first, at the desk and in the app, or is listed with the reason why not. */
import { expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { files, read } from './repository.ts'

/** Calls that need no question, each with its reason. */
const UNASKED: Readonly<Record<string, string>> = {
  reopenPhoto: 'needs a written reason',
  proposePayoutChange: 'a form, and another operator decides',
  proposeFundRate: 'a form, and another operator decides',
  proposeLegalText: 'a form, and another operator decides',
  startDeskPasskey: 'needs the password',
  addDeskPasskey: 'needs the authenticator',
  removeDeskPasskey: 'needs the password',
  answerSupport: 'sends what the operator has written',
  liftRestoreHold: 'one operator proposes it, and another one confirms it',
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
const deskOwn = new Set(
  [ENDPOINTS.desk, ENDPOINTS.deskSession, ENDPOINTS.deskFrozen].flatMap((area) =>
    Object.keys(area),
  ),
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

/** Where the app asks before a call that takes something away. Each of these has the question or needs the password. */
const ASKED_IN: Readonly<Record<string, string>> = {
  cancelAlert: 'src/features/alerts/alert-row.tsx',
  cancelDeposit: 'src/documents/cancel-button.tsx',
  cancelRedemption: 'src/documents/cancel-button.tsx',
  cancelSubscription: 'src/documents/cancel-button.tsx',
  cancelWithdrawal: 'src/documents/cancel-button.tsx',
  deletePhotos: 'src/features/verification/verification-state.tsx',
  endOtherSessions: 'src/features/security/devices-sheet.tsx',
  endSession: 'src/features/security/devices-sheet.tsx',
  logOut: 'src/components/log-out-question.tsx',
  pauseTrading: 'src/features/limits/break-sheet.tsx',
  removePasskey: 'src/features/security/passkeys-sheet.tsx',
  removeTotp: 'src/features/security/totp-sheet.tsx',
  revokeShare: 'src/features/orders/share/share-panel.tsx',
}
/** A sheet that says what follows, with one button, and logs out afterwards. */
const SHEET_ASKS = 'src/features/security/lock-sheet.tsx'
/** Turned on again by the same switch; the address of mail is told, and may be given once more. */
const UNDONE_AT_ONCE = ['removePushDevice', 'removeMail']

it('asks in the app before a call that takes something away', () => {
  const taking = [...writing].filter(
    (name) => /^(cancel|delete|end|logOut|pause|remove|revoke)/.test(name) && !deskOwn.has(name),
  )
  expect(taking.filter((name) => !UNDONE_AT_ONCE.includes(name)).sort()).toEqual(
    Object.keys(ASKED_IN).sort(),
  )
  for (const path of Object.values(ASKED_IN))
    expect(read(path)).toMatch(/ConfirmDialog|[Pp]assword/)
  const out = files(/\.tsx$/, ['src']).filter(
    ({ path }) => !path.startsWith('src/desk/') && path !== SHEET_ASKS,
  )
  const unasked = out.filter(
    ({ text }) => text.includes('(logOutAtom)') && !/<(LogOutQuestion|ConfirmDialog)/.test(text),
  )
  expect(unasked.map(({ path }) => path)).toEqual([])
})
