/**
 * Repeats a toast outside the screen: with a soft tone, and with a system notification while the app is in
 * the background.
 */
import { atom } from 'jotai/vanilla'
import { brandName } from '#lib/brand.ts'

export interface Chime {
  chime(): void
}
export interface SystemNotices {
  supported(): boolean
  /** Asks the user for permission once; later calls return the user's choice. */
  ask(): Promise<boolean>
  show(text: string): void
}

const TONE_HZ = 880
const TONE_S = 0.35
const LOUDNESS = 0.08

let player: AudioContext | null = null

/** Plays one short tone that fades out. Browsers stay silent before the first tap on the page. */
function playTone(): void {
  player ??= new AudioContext()
  void player.resume()
  const tone = player.createOscillator()
  const volume = player.createGain()
  const at = player.currentTime
  tone.frequency.value = TONE_HZ
  volume.gain.setValueAtTime(LOUDNESS, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + TONE_S)
  tone.connect(volume).connect(player.destination)
  tone.start(at)
  tone.stop(at + TONE_S)
}

const known = (): boolean => typeof Notification === 'function'

const browserNotices: SystemNotices = {
  supported: known,
  ask: async () => {
    try {
      return known() && (await Notification.requestPermission()) === 'granted'
    } catch {
      return false
    }
  },
  show: (text) => {
    if (!known() || Notification.permission !== 'granted') return
    try {
      const notice = new Notification(brandName(), { body: text, icon: '/icon.svg' })
      notice.addEventListener('click', () => window.focus())
    } catch {
      // Chrome on Android lets only service workers show notifications. The toast on the screen is enough then.
    }
  },
}

/** Replaced in tests. */
export const chimeAtom = atom<Chime>({
  chime: () => {
    try {
      playTone()
    } catch {
      // The browser has no audio or refuses it. The toast is on the screen.
    }
  },
})
export const systemNoticesAtom = atom<SystemNotices>(browserNotices)
