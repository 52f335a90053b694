/** The service worker: the app opens without a network, and is told what happens while it is closed. */
import type { BuiltFile } from './kept-files.ts'
import { listenForFiles } from './listen-for-files.ts'
import { listenForLogOut } from './log-out.ts'
import { listenForPush } from './push.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The build writes the list of its files in place of the name. */
declare const self: WorkerScope & { readonly __WB_MANIFEST: readonly BuiltFile[] }

listenForFiles(self, self.__WB_MANIFEST)
listenForPush(self)
listenForLogOut(self)
