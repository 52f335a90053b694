export const HELP: string
