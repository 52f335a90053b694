/** The measured page: the app's own chart, or the chart library alone as its limit. */
if (new URLSearchParams(location.search).get('mode') === 'bare') await import('./bare.ts')
else await import('./app.tsx')
