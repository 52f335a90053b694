/** JUnit files, which forges read, for what runs in no runner that writes them. */
import { plain } from './text.ts'

export interface JunitCase {
  name: string
  seconds: number
  /** What it printed, where that says something that the result does not. */
  output?: string
  failure?: { message: string; text: string }
}

/** All that XML 1.0 does not allow, even escaped. */
const NOT_ALLOWED = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}
const escapedText = (text: string): string =>
  plain(text)
    .replace(NOT_ALLOWED, '')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
/** A line break in an attribute would be read as a space. */
const attribute = (text: string): string =>
  escapedText(text).replace(/["\n]/g, (sign) => ENTITIES[sign] ?? sign)

function testcase(suite: string, { name, seconds, output, failure }: JunitCase): string {
  const children = [
    ...(failure === undefined
      ? []
      : [
          `<failure message="${attribute(failure.message)}">${escapedText(failure.text)}</failure>`,
        ]),
    ...(output === undefined ? [] : [`<system-out>${escapedText(output)}</system-out>`]),
  ]
  const attributes = `classname="${attribute(suite)}" name="${attribute(name)}" time="${seconds.toFixed(3)}"`
  return `    <testcase ${attributes}>${children.join('')}</testcase>`
}

/** A file with one suite. */
export function junit(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0).toFixed(3)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" time="${seconds}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${attribute(suite)}" ${counts}>`,
    ...cases.map((each) => testcase(suite, each)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
