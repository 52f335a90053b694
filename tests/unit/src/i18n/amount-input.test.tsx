import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { useAmountInput } from '#i18n/amount-input.ts'
import { LANGUAGE_CODES, type Language } from '#i18n/languages.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { TextField } from '#ui/text-field.tsx'

interface ProbeProps {
  start: string
  decimals: number
  maximum?: bigint
}

function Probe({ start, decimals, maximum }: ProbeProps) {
  const [amount, setAmount] = useState(start)
  return (
    <>
      <TextField
        {...useAmountInput({ amount, onAmount: setAmount, decimals, ...(maximum && { maximum }) })}
        label="Amount"
      />
      <button type="button" onClick={() => setAmount(`sent ${amount}`)}>
        send
      </button>
      <output>{amount}</output>
    </>
  )
}

/** The field in a language; what it holds for the form is what `held` says. */
async function field(
  language: Language,
  { start = '', decimals = 2, maximum }: Partial<ProbeProps> = {},
) {
  const i18n = await setUpLanguage(language)
  render(
    <I18nextProvider i18n={i18n}>
      <Probe start={start} decimals={decimals} {...(maximum && { maximum })} />
    </I18nextProvider>,
  )
  return { user: userEvent.setup(), input: screen.getByLabelText('Amount') }
}

const held = (): string | null => screen.getByRole('status').textContent

describe.each(LANGUAGE_CODES)('an amount in %s', (language) => {
  const write = (value: number, digits: number): string =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits }).format(value)

  it.each([
    [1_000, 0, '1000'],
    [1_234_567, 0, '1234567'],
    [1_000.5, 2, '1000.50'],
    [0.05, 2, '0.05'],
    [12, 0, '12'],
  ])('is %s whether typed or pasted as the language writes it', async (value, digits, plain) => {
    const { user, input } = await field(language)
    const text = write(value, digits)
    await user.type(input, text)
    expect(held()).toBe(plain)
    expect(input).toHaveProperty('value', text)
    await user.clear(input)
    await user.click(input)
    await user.paste(text)
    expect(held()).toBe(plain)
  })
})

it('shows on leaving what was understood, in the language’s notation', async () => {
  const { user, input } = await field('de')
  await user.type(input, '1.000,5')
  expect(input).toHaveProperty('value', '1.000,5')
  await user.tab()
  expect(input).toHaveProperty('value', '1000,5')
  expect(held()).toBe('1000.5')
})

it('keeps a text that it cannot read, whole, on leaving too', async () => {
  const { user, input } = await field('en')
  await user.click(input)
  await user.paste('1,2,3')
  await user.tab()
  expect(input).toHaveProperty('value', '1,2,3')
  expect(held()).toBe('1,2,3')
})

it.each([
  ['en', '1.2345', '1.23', '1.23'],
  ['de', '1.234,5678', '1.234,56', '1234.56'],
  ['en', 'x1y0', '10', '10'],
  ['zh-CN', '10元5角', '105', '105'],
  ['fr', 'dix', '', ''],
] as const)('shows in %s of %s typed no more than %s', async (language, typed, text, plain) => {
  const { user, input } = await field(language)
  await user.type(input, typed)
  expect(input).toHaveProperty('value', text)
  expect(held()).toBe(plain)
})

it('changes nothing in an amount that is too large or zero, where no maximum is given', async () => {
  const { user, input } = await field('en')
  for (const text of ['0', '50000', '12345678901234']) {
    await user.clear(input)
    await user.type(input, text)
    await user.tab()
    expect(input).toHaveProperty('value', text)
  }
})

it('replaces the whole text by what is pasted', async () => {
  const { user, input } = await field('zh-CN', { start: '10' })
  await user.click(input)
  await user.paste('1,234.50')
  expect(held()).toBe('1234.50')
})

it('shows an amount that the form sets, such as the most, over what was typed', async () => {
  const { input } = await field('fr', { start: '99.50' })
  expect(input).toHaveProperty('value', '99,50')
})

it.each([
  ['0', '1', '1'],
  ['0.00', '1', '1'],
  ['50000', '5000', '5000'],
])(
  'makes %s on leaving %s, says so, and the tap that left the field sends nothing',
  async (typed, text, plain) => {
    const { user, input } = await field('en', { maximum: 500_000n })
    await user.type(input, typed)
    await user.click(screen.getByText('send'))
    expect(input).toHaveProperty('value', text)
    expect(held()).toBe(plain)
    expect(
      screen.getByText(typed === '50000' ? /maximum, 5,000\.00/ : /so it’s now 1\.00/),
    ).toBeTruthy()
    await user.click(screen.getByText('send'))
    expect(held()).toBe(`sent ${plain}`)
  },
)
