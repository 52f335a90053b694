/** Where data is, and how long it stays. */
import { z } from 'zod'
import { TICK_DAYS } from '#contract/retention.ts'
import { PICTURE_DAYS } from '#contract/verification.ts'
import { isOwnMachine, isPostgres, SSL_MODES } from '#server/platform/settings/addresses.ts'
import {
  onOff,
  optional,
  path,
  wholeNumber,
  type Settings,
} from '#server/platform/settings/forms.ts'

const GIGABYTE = 1_000_000_000

/**
 * The variable by which the process that has DATABASE_URL passes the prepared database on to the one that replaces it,
 * which has DATABASE_URL no more.
 */
export const PREPARED = 'FAIRTICK_PREPARED'

export const STORAGE = {
  dataFolder: {
    env: 'DATA_DIR',
    flag: 'data-dir',
    shows: 'folder',
    help: 'own data (.data/<feed>)',
    form: path,
  },
  deletedPhotos: {
    env: 'DELETED_PHOTOS',
    shows: 'file',
    help: 'which photos were deleted, outside of the data folder (<DATA_DIR>.deleted)',
    form: path,
  },
  archiveWal: {
    env: 'ARCHIVE_WAL',
    flag: 'archive-wal',
    shows: 'folder',
    help: 'archive the WAL of the embedded database, so that a backup can be restored to any moment',
    form: path,
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    shows: 'postgres://…',
    help: 'use this PostgreSQL',
    form: optional(
      z
        .string()
        .refine(isPostgres, {
          error: 'must begin with postgres:// and name a database',
          abort: true,
        })
        .refine(
          (url) => isOwnMachine(url) || SSL_MODES.has(new URL(url).searchParams.get('sslmode')),
          {
            error:
              'names another machine: add ?sslmode=verify-full (or disable, on a line that nobody else can read)',
          },
        ),
    ),
  },
  databaseMax: {
    env: 'DATABASE_MAX_GB',
    shows: 'n',
    help: 'how large the database at DATABASE_URL may become, for the warning of full storage (no limit)',
    form: optional(wholeNumber(1, 1_000_000).transform((gigabytes) => gigabytes * GIGABYTE)),
  },
  standby: {
    env: 'STANDBY',
    flag: 'standby',
    switch: true,
    help: 'wait while another server uses the database at DATABASE_URL, and take over when it has ended',
    form: onOff('off'),
  },
  afterRestore: {
    env: 'AFTER_RESTORE',
    flag: 'after-restore',
    switch: true,
    help: 'once, after an older copy of the data was put back: tells everyone what is lost',
    form: onOff('off'),
  },
  pictureDays: {
    env: 'PICTURE_DAYS',
    shows: 'n',
    help: 'days that proofs and support pictures outlive their case (90)',
    form: wholeNumber(1, 3_650).default(PICTURE_DAYS),
  },
  tickDays: {
    env: 'TICK_DAYS',
    shows: 'n',
    help: 'days of prices that stay in the database; older ones are in files (14)',
    form: wholeNumber(2, 3_650).default(TICK_DAYS),
  },
} as const satisfies Settings
