/** The checks after admission: policies, upstream and response. */
import type { ExplanationStage } from './stage.ts'
import { placeOf } from './words.ts'

export const service: readonly ExplanationStage[] = [
  {
    check: 'the policies of the API run to their end',
    reasons: ['value_unusable', 'request_stalled', 'payload_malformed', 'payload_too_large', 'thrown'],
    facts: ({ api }, { detail }) => ({ ...(detail && { seen: detail }), ...placeOf(api?.place) }),
  },
  {
    check: 'the API behind the gateway answers',
    reasons: [
      'upstream_failed',
      'upstream_unreachable',
      'upstream_closed',
      'upstream_malformed',
      'upstream_resting',
      'upstream_silent',
    ],
    facts: ({ api }, { detail }) => ({
      ...(detail && { seen: detail }),
      wanted: 'a whole answer in time',
      ...placeOf(api?.place),
    }),
  },
  {
    check: 'the answer reaches the caller',
    reasons: ['client_gone', 'client_stalled', 'upstream_broken', 'fault'],
    facts: (_, { detail }) => ({ ...(detail && { seen: detail }) }),
  },
]
