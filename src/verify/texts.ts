/** The texts of the offline page. It contains all ten languages, because it cannot load any. */
type Texts = typeof import('#locales/en/proof.json')

const files = import.meta.glob<Texts>('../../locales/*/proof.json', {
  eager: true,
  import: 'default',
})
const byLanguage = new Map(
  Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts]),
)

export const LANGUAGES: readonly string[] = [...byLanguage.keys()]

/** The first preferred language that is supported; otherwise English. */
export function languageOf(wanted: readonly string[]): string {
  const found = wanted.map((tag) =>
    LANGUAGES.find((code) => tag === code || tag.startsWith(`${code}-`)),
  )
  return found.find((code) => code !== undefined) ?? 'en'
}

export function textsOf(language: string): Texts {
  const texts = byLanguage.get(language) ?? byLanguage.get('en')
  if (texts === undefined) throw new Error('the page was built without texts')
  return texts
}

export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
