/** Schemas of the responses about calls, rejections and tokens. */
import type {
  CheckView,
  ExplanationView,
  LimitUsage,
  MonthUsage,
  PlanUsage,
  RejectedCallView,
  TokenOperationView,
  TokenView,
  UsageHour,
  UsageView,
} from '../../rest/calls.ts'
import { limitMembers } from './catalogue.ts'
import { anyObject, flag, list, number, object, refer, text, view } from './schema-parts.ts'

export const callViews = {
  UsageView: view<UsageView>({
    application: text,
    from: { ...text, description: 'The start of the first hour.' },
    to: text,
    hours: {
      ...list(refer('UsageHour')),
      description: 'One entry per hour, including hours without calls, the oldest first.',
    },
    apis: {
      ...list(object({ api: text, calls: number, errors: number, refusals: number })),
      description: 'The totals of each API over the whole time, the API with the most calls first.',
    },
    plans: { ...list(refer('PlanUsage')), description: 'The current use of the plan of each subscription.' },
  }),
  UsageHour: view<UsageHour>(
    {
      hour: { ...text, description: 'The start of the hour.' },
      calls: number,
      errors: { ...number, description: 'The number of responses with status 500 or above.' },
      refusals: { ...number, description: 'The number of calls that the gateway rejected.' },
      tokens: { ...number, description: 'The number of access tokens issued.' },
    },
    {
      averageMs: {
        ...number,
        description:
          'The mean latency; absent when there was no call. `p95Ms` is an estimate of the 95th percentile.',
      },
      p95Ms: number,
    },
  ),
  PlanUsage: view<PlanUsage>({ product: text, plan: text, limits: list(refer('LimitUsage')) }),
  LimitUsage: view<LimitUsage>(
    {
      used: number,
      left: { type: ['number', 'null'], description: 'The remaining calls; null if the plan is unlimited.' },
      ...limitMembers,
    },
    { resetsAt: { ...text, description: 'When the counter is reset; absent when the plan is unlimited.' } },
  ),
  MonthUsage: view<MonthUsage>({
    month: { ...text, description: 'The month in UTC, `2026-11`.' },
    api: { ...text, description: 'The API as `name:version`; empty for token requests.' },
    plan: { ...text, description: 'The plan as `product/plan`; empty without a plan.' },
    calls: number,
    errors: number,
    refusals: number,
    tokens: number,
  }),
  RejectedCallView: view<RejectedCallView>({
    requestId: text,
    at: text,
    method: text,
    path: text,
    status: number,
    reason: text,
    advice: text,
  }),
  ExplanationView: view<ExplanationView>(
    {
      requestId: text,
      at: text,
      method: text,
      path: text,
      status: number,
      reason: { ...text, description: 'The reason code, as in metrics and logs: `scope_missing`.' },
      advice: { ...text, description: 'What the developer of the client should do next.' },
      checks: {
        ...list(refer('CheckView')),
        description: 'The checks in the order in which the gateway makes them.',
      },
    },
    { application: { ...text, description: 'The application of the call, if the gateway identified one.' } },
  ),
  CheckView: view<CheckView>(
    {
      check: { ...text, description: 'The condition, as a sentence that is true when the check passes.' },
      outcome: { enum: ['passed', 'failed', 'not reached'] },
    },
    { seen: text, wanted: text },
  ),
  TokenView: view<TokenView>(
    { good: flag, operations: list(refer('TokenOperationView')) },
    {
      refused: { ...text, description: 'Why the gateway rejects the token.' },
      issuer: { ...text, description: 'The provider that issued the token.' },
      header: {
        ...anyObject,
        description: 'The decoded header, which is not verified; absent when the token is not a JWT.',
      },
      claims: anyObject,
      token: {
        ...object({
          id: text,
          clientId: text,
          subject: text,
          grant: text,
          scopes: list(text),
          issuedAt: text,
          expiresAt: text,
        }),
        description: 'The data of a valid token.',
      },
      ceilings: {
        ...list(object({ whose: text, words: text })),
        description:
          'The limits on tokens of this kind, and what sets each limit: `application shop`, `plan customer/gold`, `user anna`.',
      },
    },
  ),
  TokenOperationView: view<TokenOperationView>(
    {
      api: { ...text, description: 'The API as `name:version`.' },
      operation: text,
      method: text,
      path: { ...text, description: 'The URL path from the root of the gateway.' },
      opens: flag,
    },
    {
      because: {
        ...text,
        description: 'Why the token does not allow the operation, or why the operation needs no token.',
      },
    },
  ),
}
