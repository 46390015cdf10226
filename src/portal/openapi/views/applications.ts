/** Schemas of the responses about applications and approvals. */
import type {
  ApplicationView,
  ApprovalView,
  CreateApplicationResponse,
  CreateCredentialResponse,
  CredentialView,
  DenialView,
  ResetSecretResponse,
  SubscriptionView,
  VerifySecretResponse,
} from '../../rest/applications.ts'
import { flag, list, number, refer, text, view } from './schema-parts.ts'

export const applicationViews = {
  ApplicationView: view<ApplicationView>(
    {
      name: text,
      title: text,
      state: {
        enum: ['enabled', 'disabled'],
        description: 'The operator sets `disabled`; the gateway then rejects every call of the application.',
      },
      clientType: { enum: ['confidential', 'public'] },
      clientId: text,
      secrets: {
        ...number,
        description:
          'The number of valid secrets: 0 for a public application, 2 while an old secret is still valid.',
      },
      secretsLastUsed: {
        ...list({ type: ['string', 'null'] }),
        description:
          'When each secret was last used, the newest secret first, rounded to the minute; null if no use is recorded.',
      },
      credentials: {
        ...list(refer('CredentialView')),
        description: 'Every credential; `clientId` and `secrets` above are those of the first.',
      },
      grants: {
        type: ['array', 'null'],
        description: 'The allowed grants; null allows every grant of the provider.',
      },
      redirectEndpoints: list(text),
      subscriptions: list(refer('SubscriptionView')),
    },
    { oldSecretUntil: { ...text, description: 'When the old secret becomes invalid.' } },
  ),
  CredentialView: view<CredentialView>(
    {
      name: {
        ...text,
        description: 'Unique in the application, except in documents that were written by hand.',
      },
      clientId: text,
      lastUsed: {
        type: ['string', 'null'],
        description:
          'When one of its secrets was last used, rounded to the minute; null if no use is recorded.',
      },
    },
    {
      createdAt: { ...text, description: 'Absent for the credential that was created with the application.' },
      secretExpiresAt: {
        ...text,
        description: 'When the newest secret expires; absent for a secret that does not expire.',
      },
    },
  ),
  SubscriptionView: view<SubscriptionView>(
    {
      product: text,
      productTitle: text,
      plan: { ...text, description: 'The name of the plan; while `state` is `pending`, the requested plan.' },
      planTitle: text,
      state: {
        enum: ['enabled', 'disabled', 'pending', 'denied'],
        description:
          'A `pending` subscription allows no calls yet; an owner has rejected a `denied` request; the operator set `disabled`.',
      },
    },
    {
      requestedPlan: {
        ...text,
        description:
          'Another plan that was requested and needs approval; the current plan stays in effect meanwhile.',
      },
      denial: {
        ...refer('DenialView'),
        description: 'The last request for a plan of the product, if an owner denied it.',
      },
    },
  ),
  DenialView: view<DenialView>(
    { plan: text, planTitle: text, at: { ...text, description: 'The time of the decision.' } },
    { reason: { ...text, description: 'What the owner wrote.' } },
  ),
  CreateApplicationResponse: view<CreateApplicationResponse>(
    { application: refer('ApplicationView') },
    {
      clientSecret: {
        ...text,
        description: 'The secret, which no other response contains; absent for a public application.',
      },
    },
  ),
  ResetSecretResponse: view<ResetSecretResponse>(
    {
      clientId: text,
      clientSecret: { ...text, description: 'The secret, which no other response contains.' },
      keptOld: flag,
    },
    { oldUntil: text },
  ),
  CreateCredentialResponse: view<CreateCredentialResponse>({
    name: text,
    clientId: text,
    clientSecret: { ...text, description: 'The secret, which no other response contains.' },
  }),
  VerifySecretResponse: view<VerifySecretResponse>(
    { valid: flag },
    { secret: { enum: ['newest', 'old'], description: 'Which of the secrets it is, if it is valid.' } },
  ),
  ApprovalView: view<ApprovalView>(
    {
      id: text,
      application: text,
      applicationTitle: text,
      owner: { ...text, description: 'The name of the user who owns the application.' },
      product: text,
      productTitle: text,
      plan: text,
      planTitle: text,
    },
    { email: text, presentPlan: { ...text, description: 'The name of the current plan.' } },
  ),
}
