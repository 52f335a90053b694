// Runs before the first paint: theme, direction colours and language of the page, from what was stored.
;(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  // The page forbids eval; zod then need not try it (before any schema is built).
  globalThis.__zod_globalConfig = { jitless: true }
  const root = document.documentElement
  const theme = stored('theme') || 'system'
  const dark =
    theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  const language = stored('language') || 'zh-CN'
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.up = stored('upColour') || (/^(zh|ja|ko)/.test(language) ? 'red' : 'green')
  root.lang = language
})()
