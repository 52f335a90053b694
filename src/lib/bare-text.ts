/** A text as a search compares it: without accents, case and signs around words. */
export const bareText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll(/[’‘'`]/g, '')
    .toLowerCase()
    .trim()
