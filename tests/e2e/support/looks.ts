/** Whether every screen is looked at in every language and size (`LOOKS=all`), or in those that a run has time for. */
export const ALL_LOOKS = process.env['LOOKS'] === 'all'
