import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { supportMarks, supportMessage } from '#contract/support.ts'
import { ConversationLine } from '#desk/conversation-line.tsx'
import { ProfileHead } from '#features/profile/profile-head.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { UserText, UserWords } from '#ui/user-text.tsx'
import { sampleProfile } from '#support/sample-account.ts'
import { renderFeature } from '../features/render-feature.tsx'

const REVERSED = 'Mallory\u202egnp.exe'
const WORD = 'm'.repeat(2_000)
const STACKED = `a${'\u0301'.repeat(60)}`

it('isolates a name from the words beside it', () => {
  render(<UserText>{REVERSED}</UserText>)
  expect(screen.getByText(REVERSED).tagName).toBe('BDI')
})

it('isolates the texts of details', () => {
  render(<ListRow label="Holder" value={REVERSED} />)
  expect(screen.getByText(REVERSED).tagName).toBe('BDI')
})

it('isolates a nickname in the personal centre', async () => {
  const noop = () => {}
  const profile = sampleProfile({ nickname: REVERSED })
  await renderFeature(
    <ProfileHead profile={profile} score={null} onNickname={noop} onScore={noop} />,
  )
  expect(screen.getByText(REVERSED).tagName).toBe('BDI')
})

it.each([REVERSED, WORD, STACKED])('keeps %j within the message that holds it', (text) => {
  render(<UserWords>{text}</UserWords>)
  const words = screen.getByText(text)
  expect(words.getAttribute('dir')).toBe('auto')
  expect([...words.classList]).toEqual(expect.arrayContaining(['overflow-hidden', 'wrap-anywhere']))
})

it('shows the desk a customer’s words in the same way', async () => {
  const message = supportMessage.parse({
    id: '1',
    author: 'user',
    operator: null,
    text: WORD,
    photo: null,
    about: null,
    question: null,
    answer: null,
    sentAt: 1_700_000_000_000,
    key: null,
  })
  const marks = supportMarks.parse({
    userDelivered: '0',
    userRead: '0',
    staffDelivered: '0',
    staffRead: '0',
    unread: 0,
  })
  await renderFeature(<ConversationLine message={message} marks={marks} />)
  const words = screen.getByText(WORD)
  expect(words.getAttribute('dir')).toBe('auto')
  expect(words.classList.contains('wrap-anywhere')).toBe(true)
})
