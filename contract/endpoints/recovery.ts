/** Endpoints of account recovery: for an asker without a session, the account's devices, and the safety word. */
import { z } from 'zod/mini'
import { password } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { SAFETY_WORD_MAX } from '#contract/profile.ts'
import {
  followCode,
  followedRecovery,
  ownRecovery,
  recoveryLost,
  recoveryPicture,
  recoveryUploadToken,
} from '#contract/recovery.ts'
import { recoveryId, typedText } from '#contract/scalars.ts'
import { PHOTO_MAX_BYTES, PHOTO_MEDIA_TYPES } from '#contract/verification.ts'

const asker = { access: 'public', method: 'POST' } as const
const code = followCode

/**
 * Asks for a recovery. The reply is the same for every account name, known or not. `code` follows and completes the
 * recovery, and is in no other reply. `upload` is for the two pictures, which are expected within an hour.
 */
export const askRecovery = endpoint({
  ...asker,
  path: '/recoveries',
  perMinute: 5,
  stores: 'much',
  summary: 'Ask for a lost password or second factor to be replaced',
  body: z.object({ account: typedText(64), lost: recoveryLost }),
  reply: z.object({ code, upload: recoveryUploadToken, recovery: followedRecovery }),
  errors: [],
})

/**
 * Stores one of the two pictures, until both are there: then operators review them. Either can be replaced before.
 */
export const uploadRecoveryPicture = endpoint({
  ...asker,
  path: '/recoveries/pictures/:upload',
  perMinute: 10,
  stores: 'much',
  summary: 'Upload a picture for a recovery',
  params: z.object({ upload: recoveryUploadToken }),
  query: z.object({ picture: recoveryPicture }),
  upload: { mediaTypes: PHOTO_MEDIA_TYPES, maxBytes: PHOTO_MAX_BYTES },
  reply: followedRecovery,
  errors: [
    'recovery_unknown',
    'photo_unsupported',
    'photo_too_large',
    'photo_too_narrow',
    'photo_too_slow',
    'photo_unreadable',
  ],
})

/** Returns the state of a recovery. */
export const followRecovery = endpoint({
  ...asker,
  path: '/recoveries/status',
  perMinute: 30,
  summary: 'The state of a recovery, by its code',
  body: z.object({ code }),
  reply: followedRecovery,
  errors: ['recovery_unknown'],
})

/** Opens a recovery that is ready. It can be completed for one hour from the first call. Later calls change nothing. */
export const openRecovery = endpoint({
  ...asker,
  path: '/recoveries/open',
  perMinute: 10,
  summary: 'Start the hour in which a recovery is completed',
  body: z.object({ code }),
  reply: followedRecovery,
  errors: ['recovery_unknown', 'recovery_not_ready'],
})

/**
 * Completes an opened recovery: sets the new password, or removes the second factors. `newPassword` is null for
 * `second_factor` only. Every session ends, the account is unlocked, and withdrawals are held for seven days.
 */
export const completeRecovery = endpoint({
  ...asker,
  path: '/recoveries/complete',
  perMinute: 10,
  summary: 'Set the new password, or remove the second factors',
  body: z.object({ code, newPassword: z.nullable(password) }),
  reply: null,
  errors: ['recovery_unknown', 'recovery_not_ready', 'password_too_common', 'passwords_equal'],
})

/**
 * Vetoes an approved recovery with the safety word of the account, and locks the account. The reply is the same whether
 * or not the account exists, has a recovery, or has this word.
 */
export const vetoByWord = endpoint({
  ...asker,
  path: '/recoveries/veto',
  perMinute: 5,
  summary: 'Veto a recovery with the safety word',
  body: z.object({ account: typedText(64), word: typedText(SAFETY_WORD_MAX) }),
  reply: null,
  errors: [],
})

/** Lists the recoveries of the account, newest first, at most 50. */
export const listRecoveries = endpoint({
  method: 'GET',
  path: '/recoveries',
  access: 'user',
  perMinute: 60,
  summary: 'Recoveries of the own account',
  reply: z.object({ recoveries: z.array(ownRecovery) }),
  errors: ['not_logged_in'],
})

/**
 * Vetoes an approved recovery. The account is locked and all of its sessions end, this one included: a device in other
 * hands could veto as well. Fails with `document_moved_on` unless `canVeto` is true.
 */
export const vetoRecovery = endpoint({
  method: 'POST',
  path: '/recoveries/:id/veto',
  access: 'user',
  perMinute: 10,
  summary: 'Veto a recovery of the own account, and lock the account',
  params: z.object({ id: recoveryId }),
  body: z.object({}),
  reply: null,
  errors: ['document_moved_on', 'not_logged_in'],
})
