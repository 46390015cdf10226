/** Who may call each REST resource, and its handler. `rest/resources.ts` declares what it takes and returns. */
import * as applications from './applications/applications.ts'
import { buildApprovalHandlers } from './applications/approvals.ts'
import * as secrets from './applications/secrets.ts'
import * as subscriptions from './applications/subscriptions.ts'
import { showLogo, showPicture } from './brand/brand.ts'
import { downloadTest, listRejectedCalls, showExplanation } from './calls/explanations.ts'
import { showMinutes } from './calls/minutes.ts'
import { downloadUsage, showDays, showMonths } from './calls/months.ts'
import { inspectToken } from './calls/tokens.ts'
import { showUsage } from './calls/usage.ts'
import * as apis from './catalogue/apis.ts'
import { downloadAsyncApiJson, downloadAsyncApiYaml } from './catalogue/asyncapi-file.ts'
import { downloadOpenApiJson, downloadOpenApiYaml } from './catalogue/openapi-file.ts'
import * as products from './catalogue/products.ts'
import * as providers from './catalogue/providers.ts'
import { downloadWsdl } from './catalogue/wsdl-file.ts'
import { showAnswer } from './configuration/answer.ts'
import * as callLog from './configuration/call-log.ts'
import * as documents from './configuration/documents.ts'
import { buildSignInTest } from './configuration/documents.ts'
import { showLive } from './configuration/live.ts'
import * as revisions from './configuration/revisions.ts'
import * as signingKeys from './configuration/signing-keys.ts'
import type { ResourceAccess, ResourceHandler } from './context/portal-context.ts'
import type { buildGuideHandlers } from './guides/guides.ts'
import type { HourlyLimitCheck } from './http/attempt-limit.ts'
import { buildMailHandlers, type MailHandlerDeps } from './mail/mail-handlers.ts'
import type { ResourceKey } from './rest/index.ts'
import { type AccountHandlerDeps, buildAccountHandlers } from './session/account-handlers.ts'
import { buildProviderSignInHandlers } from './session/provider-sign-in.ts'

export type ResourceRoutes = {
  readonly [R in ResourceKey]: readonly [access: ResourceAccess, handler: ResourceHandler<R>]
}

export interface RouteDeps extends AccountHandlerDeps, MailHandlerDeps {
  showPortal: ResourceHandler<'GET /portal'>
  guides: ReturnType<typeof buildGuideHandlers>
  search: ResourceHandler<'GET /search'>
  showDocument: ResourceHandler<'GET /openapi.json'>
  /** Limits tests of sign-ins, which send passwords to a registry. */
  signInTests: HourlyLimitCheck
}

export function buildRoutes(deps: RouteDeps): ResourceRoutes {
  const mail = buildMailHandlers(deps)
  const account = buildAccountHandlers(deps)
  const provider = buildProviderSignInHandlers(deps, account.begin)
  const approvals = buildApprovalHandlers(deps.profiles, deps.mail)
  return {
    'GET /portal': ['open', deps.showPortal],
    'GET /brand/logo': ['open', showLogo],
    'GET /brand/picture': ['open', showPicture],
    'GET /openapi.json': ['open', deps.showDocument],

    'POST /account': ['open', account.signUp],
    'PUT /account/password': ['signedIn', account.changePassword],
    'PUT /account/email': ['signedIn', account.changeEmail],
    'POST /account/email/verification': ['signedIn', mail.requestVerification],
    'PUT /account/email/verified': ['open', mail.verifyEmail],
    'POST /account/reset': ['open', mail.requestReset],
    'PUT /account/reset': ['open', mail.resetPassword],
    'POST /session': ['open', account.signIn],
    'POST /session/provider': ['open', provider.begin],
    'PUT /session/provider': ['open', provider.complete],
    'GET /session': ['signedIn', account.show],
    'DELETE /session': ['signedIn', account.signOut],

    'GET /products': ['catalogue', products.listProducts],
    'GET /products/:product': ['catalogue', products.showProduct],
    'GET /products/:product/icon': ['catalogue', products.showIcon],
    'GET /apis/:api': ['catalogue', apis.showApi],
    'GET /apis/:api/openapi.json': ['catalogue', downloadOpenApiJson],
    'GET /apis/:api/openapi.yaml': ['catalogue', downloadOpenApiYaml],
    'GET /apis/:api/wsdl': ['catalogue', downloadWsdl],
    'GET /apis/:api/asyncapi.json': ['catalogue', downloadAsyncApiJson],
    'GET /apis/:api/asyncapi.yaml': ['catalogue', downloadAsyncApiYaml],
    'GET /guides': ['catalogue', deps.guides.list],
    'GET /guides/:guide': ['catalogue', deps.guides.show],
    'GET /guide-images/:image': ['catalogue', deps.guides.showImage],
    'GET /providers': ['catalogue', providers.listProviders],
    'GET /search': ['catalogue', deps.search],

    'GET /applications': ['signedIn', applications.listApplications],
    'POST /applications': ['signedIn', applications.createApplication],
    'GET /applications/:application': ['signedIn', applications.showApplication],
    'PATCH /applications/:application': ['signedIn', applications.changeApplication],
    'DELETE /applications/:application': ['signedIn', applications.removeApplication],
    'POST /applications/:application/secrets': ['signedIn', secrets.resetSecret],
    'DELETE /applications/:application/secrets/old': ['signedIn', secrets.removeOldSecret],
    'POST /applications/:application/credentials': ['signedIn', secrets.addCredential],
    'DELETE /applications/:application/credentials/:credential': ['signedIn', secrets.removeCredential],
    'POST /applications/:application/verify': ['signedIn', secrets.verifySecret],
    'PUT /applications/:application/subscriptions/:product': ['signedIn', subscriptions.subscribeApplication],
    'DELETE /applications/:application/subscriptions/:product': ['signedIn', subscriptions.unsubscribeApplication],
    'GET /applications/:application/usage': ['signedIn', showUsage],
    'GET /applications/:application/minutes': ['signedIn', showMinutes],
    'GET /applications/:application/months': ['signedIn', showMonths],
    'GET /applications/:application/days': ['signedIn', showDays],
    'GET /applications/:application/usage.csv': ['signedIn', downloadUsage],
    'GET /applications/:application/rejections': ['signedIn', listRejectedCalls],

    'GET /approvals': ['owner', approvals.list],
    'POST /approvals/:approval': ['owner', approvals.decide],

    'GET /configuration': ['configurator', documents.listDocuments],
    'GET /configuration/document': ['configurator', documents.showDocument],
    'POST /configuration/preview': ['configurator', documents.previewDocument],
    'PUT /configuration/document': ['configurator', documents.saveDocument],
    'GET /configuration/references': ['configurator', documents.listReferences],
    'POST /configuration/rename': ['configurator', documents.planRename],
    'POST /configuration/versions': ['configurator', documents.planVersions],
    'POST /configuration/changes/preview': ['configurator', documents.previewChanges],
    'POST /configuration/changes': ['configurator', documents.saveChanges],
    'POST /configuration/import': ['configurator', documents.importApi],
    'POST /configuration/sign-in-test': ['configurator', buildSignInTest(deps.signInTests)],
    'GET /configuration/revisions': ['configurator', revisions.listRevisions],
    'GET /configuration/revisions/:revision': ['configurator', revisions.showRevision],
    'GET /configuration/revisions/:revision/document': ['configurator', revisions.showRevisionText],
    'GET /configuration/revisions/:revision/difference': ['configurator', revisions.compareRevision],
    'POST /configuration/revisions/:revision/rollback': ['configurator', revisions.planRollback],
    'GET /configuration/live': ['configurator', showLive],
    'GET /configuration/answer': ['configurator', showAnswer],
    'GET /configuration/calls': ['configurator', callLog.showCallLog],
    'POST /configuration/calls': ['configurator', callLog.recordCalls],
    'DELETE /configuration/calls': ['configurator', callLog.stopRecording],
    'GET /configuration/keys': ['configurator', signingKeys.listSigningKeys],
    'POST /configuration/keys/:provider': ['configurator', signingKeys.rotateSigningKeys],
    'DELETE /configuration/keys/:provider/:key': ['configurator', signingKeys.removeSigningKey],
    'POST /configuration/undo': ['configurator', documents.undoChange],

    'GET /explanations/:request': ['signedIn', showExplanation],
    'GET /explanations/:request/test.yaml': ['signedIn', downloadTest],
    'POST /tokens/inspect': ['signedIn', inspectToken],
  }
}
