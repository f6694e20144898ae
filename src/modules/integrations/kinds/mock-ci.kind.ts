import { mockStatus } from './ci/mock-status.js';
import { defineKind } from './kind.js';
import { REQUIRED, url } from './param.js';
import { SSL } from './shared-params.js';
import { statusTest } from './status-read.js';

export const mockCi = defineKind({
  slug: 'mock-ci',
  alias: 'mock-ci',
  title: 'Mock CI',
  category: 'ci',
  transport: 'none',
  params: [url('mock_service_url', REQUIRED), SSL],
  onlyInDevelopment: true,
  status: mockStatus,
  test: statusTest(mockStatus),
});
