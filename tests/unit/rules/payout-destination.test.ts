import { describe, expect, it } from 'vitest'
import { addressIssue } from '#rules/currency-address.ts'
import { cardIssue, destinationIssues, normalDestination } from '#rules/payout-destination.ts'

describe('a card number or IBAN', () => {
  // Test numbers that the schemes and the SWIFT IBAN registry publish.
  it.each([
    '4242 4242 4242 4242',
    '5555-5555-5555-4444',
    '378282246310005',
    '6250941006528599',
    '6011111111111117',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'FR14 2004 1010 0505 0001 3M02 606',
    'GB29 NWBK 6016 1331 9268 19',
    'NO93 8601 1117 947',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    'DE89–3704–0044–0532–0130–00',
  ])('may be %s', (number) => expect(cardIssue(number)).toBeNull())

  it.each([
    ['', 'empty'],
    ['4242 4242 4242 4243', 'checksum'],
    ['4242 4242 4242 2442', 'checksum'],
    ['0000 0000 0000 0000', 'checksum'],
    ['4242 4242 424', 'too_short'],
    ['4242 4242 4242 4242 4242', 'too_long'],
    ['4242x4242y4242z4242', 'format'],
    ['DE89 3704 0044 0532 0130 01', 'checksum'],
    ['DE98 3704 0044 0532 0130 00', 'checksum'],
    ['DE89 3704 0044 0532 0130 0', 'format'],
    ['XX89 3704 0044 0532 0130 00', 'format'],
  ])('may not be "%s": %s', (number, issue) => expect(cardIssue(number)).toBe(issue))
})

describe('a Bitcoin address', () => {
  // The first of all, BIP 16, BIP 173 and BIP 350.
  it.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('may be %s', (address) => expect(addressIssue(address, 'BTC')).toBeNull())

  it.each([
    ['', 'empty'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a', 'format'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'unsupported'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'unsupported'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4', 'format'],
    // BIP 350: version 1 under the old checksum, version 0 under the new one.
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KEMEAWH', 'checksum'],
    // BIP 350: versions that have no meaning yet.
    ['BC1SW50QGDZ25J', 'unsupported'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'unsupported'],
    ['bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p', 'format'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
  ])('may not be "%s": %s', (address, issue) => expect(addressIssue(address, 'BTC')).toBe(issue))
})

describe('an Ethereum address', () => {
  // EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ])('may be %s, for tokens too', (address) => {
    expect(addressIssue(address, 'ETH')).toBeNull()
    expect(addressIssue(` ${address} `, 'USDT-ERC20')).toBeNull()
  })
  it.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'checksum'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'format'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'format'],
  ])('may not be "%s": %s', (address, issue) => expect(addressIssue(address, 'ETH')).toBe(issue))
})

describe('a Tron address', () => {
  it('may be the one of the dollar token itself', () => {
    expect(addressIssue('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT-TRC20')).toBeNull()
  })
  it.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'unsupported'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
  ])('may not be "%s": %s', (address, issue) => {
    expect(addressIssue(address, 'USDT-TRC20')).toBe(issue)
  })
})

describe('a whole form', () => {
  const card = {
    kind: 'bank_card',
    holder: ' Anna  Müller ',
    nationality: 'DE',
    bank: 'Bank',
    number: 'de89 3704-0044 0532 0130 00',
    address: 'Berlin',
  } as const

  it('is kept with bare numbers', () => {
    expect(normalDestination(card)).toEqual({
      ...card,
      holder: 'Anna Müller',
      number: 'DE89370400440532013000',
    })
  })
  it('names the fields that are wrong', () => {
    expect(destinationIssues(card)).toEqual([])
    expect(destinationIssues({ ...card, holder: '1', number: '12' })).toEqual([
      { path: 'holder', code: 'format' },
      { path: 'number', code: 'too_short' },
    ])
  })
})
