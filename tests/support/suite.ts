/** Whether `npm run test:deep` runs the tests, which asks more of some of them than `npm test` does. */
export const deep = process.env['TEST_SUITE'] === 'deep'
