/** A name that is never broken inside a word: what does not fit is cut after a whole word. */

/**
 * Words of Thai names that are written without spaces, and that the dictionaries of browsers do not know. A browser
 * would break inside them.
 */
const THAI_WORDS = /(ดอลลาร์|ฟิวเจอร์ส|เบรนท์)/
/** A run of one script, with the hyphen or slash that ends it. Chinese and Japanese have no spaces between words. */
const RUNS = /[\p{sc=Hani}]+\/?|[\p{sc=Kana}ー]+\/?|[^\p{sc=Hani}\p{sc=Kana}ー/-]+[-/]?|[-/]/gu

interface Word {
  text: string
  /** Whether a space is after it. */
  spaced: boolean
}

const piecesOf = (part: string): string[] =>
  part.split(THAI_WORDS).flatMap((piece) => piece.match(RUNS) ?? [])

/** Where a name may be broken. */
export const wordsOf = (name: string): Word[] =>
  name
    .split(' ')
    .flatMap((part) =>
      piecesOf(part).map((text, at, all) => ({ text, spaced: at === all.length - 1 })),
    )

/** Lines are broken, and an ellipsis is put, between these boxes only. Screen readers read the name as a whole. */
export function ProductName({ name }: { name: string }) {
  const words = wordsOf(name)
  if (words.length === 1) return <span>{name}</span>
  return (
    <>
      <span aria-hidden>
        {words.map(({ text, spaced }, at) => (
          <span
            key={`${at}${text}`}
            className={spaced ? 'inline-block max-w-full pe-1' : 'inline-block max-w-full'}
          >
            {text}
          </span>
        ))}
      </span>
      <span className="sr-only">{name}</span>
    </>
  )
}
