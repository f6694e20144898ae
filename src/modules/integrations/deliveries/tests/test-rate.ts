/** Maximum number of test calls per project and minute (contract: integrations §8.6). */
export const TEST_RATE = { name: 'throttle_integration_tests', requests: 30 };
