/** How a notice leaves the screen: as a soft tone, and through the system while the app is in the background. */
import { atom } from 'jotai/vanilla'

export interface Chime {
  chime(): void
}
export interface SystemNotices {
  supported(): boolean
  /** Asks the user once; afterwards answers what they chose. */
  ask(): Promise<boolean>
  show(text: string): void
}

const TONE_HZ = 880
const TONE_S = 0.35
const LOUDNESS = 0.08

let player: AudioContext | null = null

/** One short tone that fades away. A browser that was not tapped yet stays silent. */
function playTone(): void {
  if (typeof AudioContext !== 'function') return
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
  ask: async () => known() && (await Notification.requestPermission()) === 'granted',
  show: (text) => {
    if (!known() || Notification.permission !== 'granted') return
    try {
      const notice = new Notification('Fairtick', { body: text, icon: '/icon.svg' })
      notice.addEventListener('click', () => window.focus())
    } catch {
      // Chrome on Android lets service workers alone show notices; the one on the screen has to do.
    }
  },
}

/** Tests put in their own. */
export const chimeAtom = atom<Chime>({ chime: playTone })
export const systemNoticesAtom = atom<SystemNotices>(browserNotices)
