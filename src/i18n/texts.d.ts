/** Made by the build (scripts/build/texts.ts). */
declare module 'virtual:texts' {
  type Texts = Record<string, unknown>
  interface Language {
    /** The texts of START_TEXTS, by namespace. */
    default: Readonly<Record<string, Texts>>
    /** Every other namespace. */
    later: Readonly<Record<string, () => Promise<{ default: Texts }>>>
  }
  export const startTexts: Readonly<Record<string, () => Promise<Language>>>
}
