import css from '#ui/adapt.css?inline'

/** Applies styles to the page that are loaded with the code that needs them. They decide over the classes. */
export function applyStyles(css: string): void {
  // The tests' DOM has none.
  if (!('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Applies the styles of adapt.css. */
export const adaptStyles = (): void => applyStyles(css)
