/** The text of `--help`, from the table of settings. */
import type { Setting } from '#server/platform/settings/forms.ts'
import { SETTINGS } from '#server/platform/settings/settings.ts'

/** The text of `--help`: one line per setting, in columns. */
export function helpText(): string {
  const head = ['npm start -- [flags]', 'or in the environment, or in the file .env', '']
  const rows = Object.values(SETTINGS).map(({ flag, env, shows = '', help }: Setting) => [
    flag === undefined ? '' : `--${flag} ${shows}`,
    `${env}=${shows || 'on'}`,
    help,
  ])
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const widths = [width(0), width(1), 0]
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return [head, ...rows].map((row) => line(row).trimEnd()).join('\n')
}
