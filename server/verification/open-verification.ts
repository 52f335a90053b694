/** Opens the verification area: photo files, their hourly retention sweep, and what the routes need. */
import { HOUR_MS } from '#contract/time.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { selectInstanceId } from '#server/platform/db/instance.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'
import type { Vault } from '#server/platform/vault.ts'
import { openDeletedPhotos } from '#server/verification/deleted-photos.ts'
import { openPhotoFiles, type PhotoFiles } from '#server/verification/photo-files.ts'
import { createPhotoRetention } from '#server/verification/photo-retention.ts'
import { createPhotos, type Photos } from '#server/verification/photos.ts'
import { verificationRoutes } from '#server/verification/routes.ts'

/** What the area needs. */
export interface VerificationNeeds {
  db: Database
  hub: SocketHub
  clock: MarketClock
  vault: Vault
  deskChanges: DeskChanges
  log: Logger
  signer: Signer
  dataFolder: string
  /** The file that lists deleted photos, outside the data folder. */
  deletedPhotos: string
  pictureDays: number
}

const SWEEP_MS = HOUR_MS

/** The area, with the photos that the desk shows. */
export interface VerificationArea extends Area {
  photos: Photos
  /** Lists photos as deleted and removes their files. */
  erase: PhotoFiles['erase']
}

/** Opens the area. Call this before the server listens, while nothing can be uploaded. */
export async function openVerification(needs: VerificationNeeds): Promise<VerificationArea> {
  const deleted = await openDeletedPhotos(needs.deletedPhotos, needs.log)
  const files = await openPhotoFiles(needs.dataFolder, await selectInstanceId(needs.db), deleted)
  const photos = createPhotos({ ...needs, files })
  const retention = createPhotoRetention({ ...needs, files, deleted })
  const { log } = needs
  await retention.compare()
  await retention.removeStrays()
  let sweeping = Promise.resolve()
  const sweep = (): void => {
    sweeping = sweeping
      .then(() => retention.sweep())
      .catch((err: unknown) => log.warn({ err }, 'photos were not swept'))
  }
  // After a restore, also what had been due before.
  sweep()
  const stop = needs.clock.every(SWEEP_MS, sweep)
  return {
    photos,
    erase: files.erase,
    routes: (http) => verificationRoutes(http, { ...needs, photos, retention }),
    stop: async () => {
      stop()
      await sweeping
    },
  }
}
