import css from '#ui/adapt.css?inline'

/** Applies the styles of adapt.css to the page. */
export function adaptStyles(): void {
  // The tests' DOM has none.
  if (!('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
