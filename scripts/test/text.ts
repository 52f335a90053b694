/** Text of test runners: for patterns and for people. */
import { stripVTControlCharacters } from 'node:util'

const MAX_LINES = 3
const MAX_LAST_LINES = 12
const MAX_LINE_LENGTH = 200
const MAX_TAIL_LENGTH = 4_000

/** The part of a regular expression that matches exactly the text. */
export const exactly = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Without colours. */
export const plain = (text: string): string => stripVTControlCharacters(text).trim()

const shortLines = (text: string): string[] =>
  plain(text)
    .split('\n')
    .map((line) => line.trim().slice(0, MAX_LINE_LENGTH))
    .filter((line) => line !== '')

/** The first three lines of an error message that are not empty. */
export const firstLines = (message: string): string[] => shortLines(message).slice(0, MAX_LINES)

/** The last lines of an output that are not empty: where a command says why it failed. */
export const lastLines = (text: string): string[] => shortLines(text).slice(-MAX_LAST_LINES)

/** The end of a long output. */
export const tail = (text: string): string => plain(text).slice(-MAX_TAIL_LENGTH)
