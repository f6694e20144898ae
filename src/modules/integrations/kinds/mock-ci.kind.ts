import { mockStatus } from './ci/status-read.js';
import { defineKind } from './kind.js';
import { REQUIRED, url } from './param.js';
import { SSL } from './shared-params.js';

export const mockCi = defineKind({
  slug: 'mock-ci',
  alias: 'mock-ci',
  title: 'Mock CI',
  category: 'ci',
  transport: 'none',
  params: [url('mock_service_url', REQUIRED), SSL],
  onlyInDevelopment: true,
  test: mockStatus,
});
