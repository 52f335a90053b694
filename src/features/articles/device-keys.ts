/** Everything that the app stores on a user's device, by name. A test checks that the list matches the code. */
import type { TextKey } from '#i18n/text-key.ts'

interface DeviceKeys {
  where: 'cookie' | 'storage' | 'store'
  names: readonly string[]
  text: TextKey<'privacy'>
}

export const DEVICE_KEYS: readonly DeviceKeys[] = [
  { where: 'cookie', names: ['fairtick'], text: 'device.session' },
  { where: 'cookie', names: ['fairtick-device'], text: 'device.known' },
  { where: 'storage', names: ['token'], text: 'device.token' },
  { where: 'storage', names: ['userInfo'], text: 'device.userInfo' },
  { where: 'storage', names: ['guestKey'], text: 'device.guestKey' },
  { where: 'storage', names: ['lastPlace'], text: 'device.lastPlace' },
  { where: 'storage', names: ['appInfo'], text: 'device.appInfo' },
  { where: 'storage', names: ['registerInfo'], text: 'device.registerInfo' },
  { where: 'storage', names: ['logOutOwed'], text: 'device.logOutOwed' },
  { where: 'storage', names: ['sitting'], text: 'device.sitting' },
  { where: 'storage', names: ['recoveryCode', 'askedRecovery'], text: 'device.recoveryCode' },
  { where: 'storage', names: ['command:…'], text: 'device.command' },
  {
    where: 'storage',
    names: ['supportDraft:…', 'supportUnsent:…'],
    text: 'device.supportWords',
  },
  {
    where: 'storage',
    names: ['favourites', 'favouriteLists', 'favouriteList', 'productSort'],
    text: 'device.favourites',
  },
  { where: 'storage', names: ['own.ticket'], text: 'device.ticket' },
  { where: 'storage', names: ['language', 'languageOfferClosed'], text: 'device.language' },
  { where: 'storage', names: ['factorOfferedAt'], text: 'device.factorOffer' },
  { where: 'storage', names: ['ticketGuide'], text: 'device.ticketGuide' },
  { where: 'storage', names: ['theme', 'upColour', 'hideAmounts'], text: 'device.look' },
  { where: 'storage', names: ['noticeSound', 'systemNotice'], text: 'device.notices' },
  { where: 'storage', names: ['haptics'], text: 'device.haptics' },
  { where: 'storage', names: ['awake'], text: 'device.awake' },
  { where: 'storage', names: ['panes', 'dock', 'pair', 'shortcuts'], text: 'device.panes' },
  {
    where: 'storage',
    names: ['chartInterval', 'chartStyle', 'chartView', 'chartIndicators', 'secondChart'],
    text: 'device.chart',
  },
  { where: 'storage', names: ['drawings'], text: 'device.drawings' },
  { where: 'storage', names: ['knownHistory'], text: 'device.knownHistory' },
  { where: 'storage', names: ['deletions'], text: 'device.deletions' },
  { where: 'store', names: ['last-known'], text: 'device.lastKnown' },
  { where: 'store', names: ['purchases'], text: 'device.purchases' },
  { where: 'store', names: ['signing-keys'], text: 'device.signingKeys' },
  { where: 'store', names: ['push-texts'], text: 'device.pushTexts' },
  { where: 'store', names: ['files-…', 'worker-settings'], text: 'device.files' },
]
