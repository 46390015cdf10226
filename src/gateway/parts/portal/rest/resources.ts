/**
 * Every REST resource below `{prefix}/api/v1`: what it takes and returns.
 *
 * Times are ISO 8601 in UTC; durations are in milliseconds unless their name says otherwise. Every error is a
 * `ProblemDetails`. Every method but GET needs the header `X-CSRF-Token` with the CSRF token of the session, except for
 * resources that need no session.
 */
import type { BodyTypes, Resource } from '../../../../shared/rest/resource.ts'
import { accountResources } from './account.ts'
import { answerResources } from './answer.ts'
import { applicationResources } from './applications.ts'
import { callLogResources } from './call-log.ts'
import { catalogueResources } from './catalogue.ts'
import { configurationResources } from './configuration.ts'
import { configurationToolResources } from './configuration-tools.ts'
import { diagnosisResources } from './diagnosis.ts'
import { liveResources } from './live.ts'
import { portalResources } from './portal.ts'
import { revisionResources } from './revisions.ts'
import { secretResources } from './secrets.ts'
import { signingKeyResources } from './signing-keys.ts'
import { approvalResources, subscriptionResources } from './subscriptions.ts'
import { usageResources } from './usage.ts'

/** The groups of resources in OpenAPI. */
export const resourceTags = {
  portal: 'The portal itself.',
  account: 'The account and the session of the user.',
  catalogue: 'Products, plans, APIs, guides and OAuth providers.',
  applications: 'The applications of the signed-in user.',
  approvals: 'Subscriptions that wait for an owner of the catalog.',
  configuration: 'The documents and keys of the gateway, for owners who may change them.',
  diagnosis: 'Rejected calls and tokens.',
} as const

export const resources = {
  ...portalResources,
  ...accountResources,
  ...catalogueResources,
  ...applicationResources,
  ...secretResources,
  ...subscriptionResources,
  ...usageResources,
  ...approvalResources,
  ...configurationResources,
  ...configurationToolResources,
  ...revisionResources,
  ...liveResources,
  ...answerResources,
  ...callLogResources,
  ...signingKeyResources,
  ...diagnosisResources,
}

/** The request body and the response body of every resource, by its method and path. */
export type PortalResources = BodyTypes<typeof resources>
export type ResourceKey = keyof PortalResources
export type DeclaredResource = Resource & { readonly tag: keyof typeof resourceTags }
