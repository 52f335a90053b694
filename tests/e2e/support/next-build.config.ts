/** Builds the app as `vite.config.ts` does, with one statement more: the second build of journeys that deploy one. */
import { mergeConfig, type Plugin } from 'vite'
import config from '../../../vite.config.ts'

/** A page that loads later: its new name also changes the names of all chunks that lead to it. */
const CHANGED_PAGE = '/src/pages/open-location/open-location.tsx'

const changedPage: Plugin = {
  name: 'fairtick:next-build',
  transform: (code, id) =>
    id.endsWith(CHANGED_PAGE) ? { code: `${code}\nglobalThis.nextBuild = true`, map: null } : null,
}

export default mergeConfig(config, { plugins: [changedPage] })
