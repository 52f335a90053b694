/** Whether this run is the deep suite (`npm run test:deep`) and not the short one (`npm test`). */
export const deep = process.env['TEST_SUITE'] === 'deep'
