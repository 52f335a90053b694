/** The sheets of locking and closing, as the settings' address names them. `lockNow`: from a message. */
const END_SHEETS = ['lock', 'lockNow', 'close'] as const
export type EndSheet = (typeof END_SHEETS)[number]

export const readEndSheet = (text: string | null): EndSheet | null =>
  END_SHEETS.find((sheet) => sheet === text) ?? null
