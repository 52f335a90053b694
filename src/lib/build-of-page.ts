/** The build of this page: a part of the name of its entry script, which differs between builds. */

const ENTRY = /\/assets\/(?:index|desk)-([\w-]{8})\.js$/

/** Null where the page is not built, as during development. */
export function buildOfPage(
  scripts: Iterable<HTMLScriptElement> = document.scripts,
): string | null {
  for (const { src } of scripts) {
    const [, build] = ENTRY.exec(src) ?? []
    if (build !== undefined) return build
  }
  return null
}
