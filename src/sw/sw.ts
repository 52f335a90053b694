/** The service worker: it lets the app open without a network, and receives pushes while the app is closed. */
import type { BuiltFile } from './cached-files.ts'
import { listenForFiles } from './listen-for-files.ts'
import { listenForLogOut } from './log-out.ts'
import { listenForPush } from './push.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The build replaces this name by the list of its files. */
declare const self: WorkerScope & { readonly __WB_MANIFEST: readonly BuiltFile[] }

listenForFiles(self, self.__WB_MANIFEST)
listenForPush(self)
listenForLogOut(self)
