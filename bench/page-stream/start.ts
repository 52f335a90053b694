/** The measured page of a screen: the product list on a phone, or the trading screen on a desktop. */
if (new URLSearchParams(location.search).get('screen') === 'desktop') await import('./desktop.tsx')
else await import('./phone.tsx')
