/** CSV that is safe to open in a spreadsheet: user text can never be interpreted as a formula. */

/**
 * One column of an export. Numbers are plain decimals of the platform, with which spreadsheets can calculate. All other
 * values are text and are guarded against formulas.
 */
export interface CsvColumn<Row> {
  name: string
  kind: 'text' | 'number'
  /** The value of a row; null is written as an empty field. */
  of(row: Row): string | null
}

/**
 * How the fields and decimals of a file are separated. Spreadsheets read a file by the customs of their language, and
 * do so in columns only if the file follows them.
 */
export interface CsvForm {
  separator: ',' | ';'
  decimal: '.' | ','
}
/** RFC 4180, and what programs read. */
export const PLAIN_CSV: CsvForm = { separator: ',', decimal: '.' }
/** For languages with a decimal comma. */
export const COMMA_CSV: CsvForm = { separator: ';', decimal: ',' }

/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_BOM = '\uFEFF'
const LINE_END = '\r\n'
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
/**
 * Where a spreadsheet may start a field, and with it a formula: at the start of the text, or after a character that
 * some locale uses as separator. Quotes and blanks before the sign do not prevent it. East Asian spreadsheets also read
 * full-width signs.
 */
const FORMULA_START = /(?<=^|[,;|\t\r\n])(?=["'\s]*[=+\-@\t\r＝＋－＠])/g

/** Puts an apostrophe before a sign that would start a formula, which is how spreadsheets mark text. */
const guarded = (text: string): string => text.replace(FORMULA_START, "'")

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function field(
  { name, kind }: Pick<CsvColumn<never>, 'name' | 'kind'>,
  value: string,
  form: CsvForm,
): string {
  if (kind === 'text') return quoted(guarded(value))
  if (!PLAIN_NUMBER.test(value)) throw new Error(`column ${name} is not a number: ${value}`)
  return value.replace('.', form.decimal)
}

/** The header line with the column names, including the line end. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[], form = PLAIN_CSV): string =>
  columns.map(({ name }) => quoted(name)).join(form.separator) + LINE_END

/** One line for a row, including the line end. Throws if a value of a number column is not a plain number. */
export const csvLine = <Row>(
  columns: readonly CsvColumn<Row>[],
  row: Row,
  form = PLAIN_CSV,
): string =>
  columns
    .map((column) => {
      const value = column.of(row)
      return value === null ? '' : field(column, value, form)
    })
    .join(form.separator) + LINE_END

/** A whole file: byte order mark, header and one line per row. */
export const csvFile = <Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  form = PLAIN_CSV,
): string =>
  CSV_BOM + csvHeader(columns, form) + rows.map((row) => csvLine(columns, row, form)).join('')
