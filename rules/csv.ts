/** CSV as RFC 4180 has it, safe to open in a spreadsheet: no text of anybody's becomes a formula. */

/** Numbers are ours, plain decimals that spreadsheets may add up; every other value is text and is guarded. */
export interface CsvColumn<Row> {
  name: string
  kind: 'text' | 'number'
  /** Null: an empty field. */
  of(row: Row): string | null
}

/** Tells spreadsheets that UTF-8 follows. */
export const CSV_BOM = '\uFEFF'
const LINE_END = '\r\n'
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
/**
 * Where a spreadsheet may see a field begin, and a formula with it: at the start, or after what some locale takes for
 * a separator; quotes and blanks before the sign do not hide it. East Asian spreadsheets read full-width signs too.
 */
const FORMULA_START = /(?<=^|[,;|\t\r\n])(?=["'\s]*[=+\-@\t\r＝＋－＠])/g

/** A sign that would begin a formula gets an apostrophe before it, as spreadsheets mark text themselves. */
const guarded = (text: string): string => text.replace(FORMULA_START, "'")

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function field({ name, kind }: Pick<CsvColumn<never>, 'name' | 'kind'>, value: string): string {
  if (kind === 'text') return quoted(guarded(value))
  if (!PLAIN_NUMBER.test(value)) throw new Error(`column ${name} is not a number: ${value}`)
  return value
}

export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  columns.map(({ name }) => quoted(name)).join(',') + LINE_END

export const csvLine = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  columns
    .map((column) => {
      const value = column.of(row)
      return value === null ? '' : field(column, value)
    })
    .join(',') + LINE_END

/** A whole file, byte order mark and header first. */
export const csvFile = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  CSV_BOM + csvHeader(columns) + rows.map((row) => csvLine(columns, row)).join('')
