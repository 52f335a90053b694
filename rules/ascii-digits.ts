/** Converts the digits that keyboards of other scripts produce. Numbers, codes and documents are read without them. */

const NIBBLE = 16

/** The digits of one script follow each other. Their zero is at a multiple of 16, or 6 after it. */
function asciiDigit(char: string): string {
  const code = char.charCodeAt(0)
  const base = code - (code % NIBBLE)
  const zero = /\p{Nd}/u.test(String.fromCharCode(base)) ? base : base + 6
  return String(code - zero)
}

/** The text with the decimal digits of every script in daily use as ASCII digits. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?=[^\0-\x7f])[\0-\uffff](?<=\p{Nd})/gu, asciiDigit)
