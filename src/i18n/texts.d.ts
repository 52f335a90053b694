/** Made by the build (scripts/build/texts.ts). */
declare module 'virtual:texts' {
  type Texts = Record<string, unknown>
  type Load<T> = () => Promise<{ default: T }>
  /** By language: the texts of START_TEXTS, by namespace. */
  export const startTexts: Readonly<Record<string, Load<Readonly<Record<string, Texts>>>>>
  /** By `language/namespace`: every other. */
  export const laterTexts: Readonly<Record<string, Load<Texts>>>
}
