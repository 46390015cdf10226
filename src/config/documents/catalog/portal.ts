/** Reads the settings of the developer portal in the document of a catalog. */
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import { nameSchema, sectionSchema } from '../../schema/common-schemas.ts'
import type { PortalSettings } from '../../types/index.ts'
import { brandSchema, readBrand } from './portal-brand.ts'

export const portalSchema = Type.Object({
  enabled: Type.Boolean({ default: true }),
  user_registry: nameSchema(),
  public: Type.Boolean({ default: false }),
  brand: brandSchema,
  require_verified_email: Type.Boolean({ default: false }),
  self_signup: Type.Boolean({ default: false }),
  owners: Type.Array(Type.String({ minLength: 1 }), { default: [], uniqueItems: true }),
  owners_edit_documents: Type.Boolean({ default: false }),
  applications: Type.Enum(['files', 'store'], { default: 'files' }),
  applications_per_user: Type.Integer({ default: 20, minimum: 1, maximum: 1000 }),
  max_secret_days: Type.Integer({ default: 0, minimum: 0, maximum: 3650 }),
  session: sectionSchema({
    idle_minutes: Type.Integer({ default: 60, minimum: 1, maximum: 10_080 }),
    hours: Type.Integer({ default: 24, minimum: 1, maximum: 720 }),
  }),
})

/** Returns the settings; undefined when the catalog has no portal, or does not serve it. */
export function readPortal(
  value: Static<typeof portalSchema> | undefined,
  reading: Pick<DocumentContext, 'source' | 'problems'>,
): PortalSettings | undefined {
  if (!value?.enabled) return undefined
  return {
    registry: value.user_registry,
    isPublic: value.public,
    brand: readBrand(value.brand, reading),
    requiresVerifiedEmail: value.require_verified_email,
    selfSignup: value.self_signup,
    owners: value.owners,
    ownersEditDocuments: value.owners_edit_documents,
    maxApplications: value.applications_per_user,
    maxSecretDays: value.max_secret_days,
    session: { idleMinutes: value.session.idle_minutes, hours: value.session.hours },
    location: reading.source.locate(['portal']),
  }
}
