/** Test calls for one project in a minute (contract: integrations §8.6). */
export const TEST_RATE = { name: 'throttle_integration_tests', requests: 30 };
