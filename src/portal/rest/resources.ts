/**
 * Every REST resource below `{prefix}/api/v1`: what it takes and returns.
 *
 * Times are ISO 8601 in UTC; durations are in milliseconds unless their name says otherwise. Every error is a
 * `ProblemDetails`. Every method but GET needs the header `X-CSRF-Token` with the CSRF token of the session, except for
 * resources that need no session.
 */
import { accountResources } from './account.ts'
import { applicationResources } from './applications.ts'
import { callLogResources } from './call-log.ts'
import { catalogueResources } from './catalogue.ts'
import { configurationResources } from './configuration.ts'
import { configurationToolResources } from './configuration-tools.ts'
import { diagnosisResources } from './diagnosis.ts'
import { liveResources } from './live.ts'
import { portalResources } from './portal.ts'
import type { BodyTypes } from './resource.ts'
import { secretResources } from './secrets.ts'
import { signingKeyResources } from './signing-keys.ts'
import { approvalResources, subscriptionResources } from './subscriptions.ts'
import { usageResources } from './usage.ts'

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
  ...liveResources,
  ...callLogResources,
  ...signingKeyResources,
  ...diagnosisResources,
}

/** The request body and the response body of every resource, by its method and path. */
export type PortalResources = BodyTypes<typeof resources>
export type ResourceKey = keyof PortalResources
