import { act, fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { articlePath, PATHS } from '#lib/paths.ts'
import { countEverything, leavesNothingBehind } from './stays.ts'

countEverything()

leavesNothingBehind({
  'an article': { path: articlePath('result'), sees: 'The entry price' },
  'about us': { path: PATHS.about, sees: 'Who we are' },
  'the privacy policy': { path: PATHS.privacy, sees: 'Your identity and photos' },
  'the privacy policy, second page': { path: PATHS.privacyMore, sees: 'What’s on your device' },
  'how a result is settled': { path: PATHS.trust, sees: /^If this had been your order/ },
  'the odds': { path: PATHS.odds, sees: 'How many people lose' },
  'the statistics': { path: PATHS.statistics, sees: 'How orders ended' },
  'choosing a place': { path: PATHS.chooseLocation, sees: 'Cities in the list' },
  'a chosen place': {
    path: PATHS.chooseLocation,
    sees: 'Cities in the list',
    does: async () => {
      await act(async () => void fireEvent.click(screen.getByText('London')))
      expect(screen.getByText('Chosen place')).toBeTruthy()
    },
  },
  'the office': { path: PATHS.openLocation, sees: 'Opening hours' },
})
