/** Splits the chunks of a response into its lines. A line, or a character, may be spread over several chunks. */
import { StringDecoder } from 'node:string_decoder'

/** The lines of one response. */
export class Lines {
  readonly #maxLength: number
  readonly #decoder = new StringDecoder('utf8')
  /** The pieces of the line that has not ended yet. */
  #pieces: string[] = []
  #length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  /** The lines that a chunk ends, without empty ones. Null if a line is too long: the response is of no use then. */
  take(chunk: Buffer): string[] | null {
    const [first = '', ...rest] = this.#decoder.write(chunk).split('\n')
    const ended: string[] = []
    let piece = first
    for (const next of rest) {
      if (!this.#add(piece)) return null
      ended.push(this.#pieces.join('').trim())
      this.#pieces = []
      this.#length = 0
      piece = next
    }
    return this.#add(piece) ? ended.filter((line) => line !== '') : null
  }

  #add(piece: string): boolean {
    this.#length += piece.length
    if (this.#length > this.#maxLength) return false
    if (piece !== '') this.#pieces.push(piece)
    return true
  }
}
