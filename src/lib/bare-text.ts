/** Normalises text for searching: without accents, case and punctuation around words. */
export const bareText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll(/[’‘'`]/g, '')
    .toLowerCase()
    .trim()
