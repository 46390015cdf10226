/**
 * The request and response bodies of the REST resources below `{prefix}/api/v1`.
 *
 * This folder contains only types, so that the browser application can share them. Times are ISO 8601 in UTC;
 * durations are in milliseconds unless their name says otherwise. Every error is a `ProblemDetails`. Every method
 * but GET needs the header `X-CSRF-Token` with the CSRF token of the session, except `POST /account` and `POST
 * /session`, which begin one.
 */
import type {
  ChangeEmailRequest,
  ChangePasswordRequest,
  PortalView,
  RequestResetRequest,
  ResetPasswordRequest,
  SessionView,
  SignInRequest,
  SignUpRequest,
} from './account.ts'
import type {
  ApplicationView,
  ApprovalView,
  ChangeApplicationRequest,
  CreateApplicationRequest,
  CreateApplicationResponse,
  CreateCredentialRequest,
  CreateCredentialResponse,
  DecideApprovalRequest,
  ResetSecretRequest,
  ResetSecretResponse,
  SubscribeRequest,
  SubscriptionView,
  VerifySecretRequest,
  VerifySecretResponse,
} from './applications.ts'
import type { CallLogView, RecordCallsRequest } from './call-log.ts'
import type { ExplanationView, MonthUsage, RejectedCallView, TokenView, UsageView } from './calls.ts'
import type {
  ApiView,
  FileView,
  GuideSummary,
  GuideView,
  ProductView,
  ProviderView,
  SearchResultView,
} from './catalogue.ts'
import type {
  ConfigurationDocument,
  ConfigurationList,
  DocumentChange,
  DocumentPreview,
  DocumentReferenceView,
  ImportApiRequest,
  ImportedApiView,
  PreviewDocumentRequest,
  RenameDocumentRequest,
  SignInTestRequest,
  SignInTestView,
} from './configuration.ts'
import type { LiveView } from './live.ts'
import type { ProviderKeysView } from './signing-keys.ts'

export type * from './account.ts'
export type * from './applications.ts'
export type * from './call-log.ts'
export type * from './calls.ts'
export type * from './catalogue.ts'
export type * from './configuration.ts'
export type * from './live.ts'
export type * from './problem-details.ts'
export type * from './signing-keys.ts'

/** Every resource by method and path, with its request body and its response body. */
export interface PortalResources {
  /** Needs no session. */
  'GET /portal': { response: PortalView }
  /** Describes these resources in OpenAPI 3.1. Needs no session. */
  'GET /openapi.json': { response: FileView }
  /** The logo of the brand. Needs no session. */
  'GET /brand/logo': { response: FileView }

  /** Signs up and begins a session. Responds with 201. */
  'POST /account': { body: SignUpRequest; response: SessionView }
  /** Ends every session of the account and begins a new one. */
  'PUT /account/password': { body: ChangePasswordRequest; response: SessionView }
  /** Changes the e-mail address, and sends a link that verifies it. Responds with 204, as do the next four. */
  'PUT /account/email': { body: ChangeEmailRequest; response: undefined }
  'POST /account/email/verification': { response: undefined }
  /** Needs no session, as do the next two. */
  'PUT /account/email/verified': { body: { token: string }; response: undefined }
  'POST /account/reset': { body: RequestResetRequest; response: undefined }
  'PUT /account/reset': { body: ResetPasswordRequest; response: undefined }
  /** Signs in. Responds with 201. */
  'POST /session': { body: SignInRequest; response: SessionView }
  /** Returns the signed-in user. Responds with 401 without a session. */
  'GET /session': { response: SessionView }
  /** Ends the session on every worker. Responds with 204. */
  'DELETE /session': { response: undefined }

  /** This resource and those up to the search need no session where the catalogue is public. */
  'GET /products': { response: ProductView[] }
  'GET /products/:product': { response: ProductView }
  /** The parameter is `name:version`, or the name if there is one version. */
  'GET /apis/:api': { response: ApiView }
  /** The OpenAPI file of the API, with the gateway as its server. */
  'GET /apis/:api/openapi.json': { response: FileView }
  'GET /apis/:api/openapi.yaml': { response: FileView }
  'GET /guides': { response: GuideSummary[] }
  'GET /guides/:guide': { response: GuideView }
  /** The parameter is the path of the image below the folder of the guides, percent-encoded. */
  'GET /guide-images/:image': { response: FileView }
  'GET /providers': { response: ProviderView[] }
  /** The query `?q=` has the words to find. The best match is the first. */
  'GET /search': { response: SearchResultView[] }

  /** This and every resource below `/applications` covers only the applications of the signed-in user. */
  'GET /applications': { response: ApplicationView[] }
  /** Responds with 201. */
  'POST /applications': { body: CreateApplicationRequest; response: CreateApplicationResponse }
  'GET /applications/:application': { response: ApplicationView }
  'PATCH /applications/:application': { body: ChangeApplicationRequest; response: ApplicationView }
  /** Responds with 204. */
  'DELETE /applications/:application': { response: undefined }
  /** Creates a secret beside the old one, or in its place. Responds with 201. */
  'POST /applications/:application/secrets': { body: ResetSecretRequest; response: ResetSecretResponse }
  /** Drops the old secret; only the newest stays valid. Responds with 204. */
  'DELETE /applications/:application/secrets/old': { response: undefined }
  /** Adds a credential. Responds with 201. */
  'POST /applications/:application/credentials': {
    body: CreateCredentialRequest
    response: CreateCredentialResponse
  }
  /** Responds with 204. The last credential stays. */
  'DELETE /applications/:application/credentials/:credential': { response: undefined }
  'POST /applications/:application/verify': { body: VerifySecretRequest; response: VerifySecretResponse }
  /** Subscribes, or changes the plan. The state is `pending` if the plan needs approval. */
  'PUT /applications/:application/subscriptions/:product': {
    body: SubscribeRequest
    response: SubscriptionView
  }
  /** Unsubscribes. With `?only=request` it withdraws the pending request for another plan. Responds with 204. */
  'DELETE /applications/:application/subscriptions/:product': { response: undefined }
  /** The query `?hours=24` takes 1 to 168. */
  'GET /applications/:application/usage': { response: UsageView }
  /** The query `?months=3` takes 1 to 13, here and for the CSV file, which has a row for each day. */
  'GET /applications/:application/months': { response: MonthUsage[] }
  'GET /applications/:application/usage.csv': { response: FileView }
  /** The last rejected calls, at most 50, the latest first. */
  'GET /applications/:application/rejections': { response: RejectedCallView[] }

  /** Only for the owners of the catalog. */
  'GET /approvals': { response: ApprovalView[] }
  'POST /approvals/:approval': { body: DecideApprovalRequest; response: SubscriptionView }

  /** Only for owners who may change documents, as is everything below `/configuration`. */
  'GET /configuration': { response: ConfigurationList }
  /** The query `?file=` names the document by its path. */
  'GET /configuration/document': { response: ConfigurationDocument }
  /** Returns what a change would do, without making it. */
  'POST /configuration/preview': { body: PreviewDocumentRequest; response: DocumentPreview }
  /** Adds, changes or removes a document. Responds when every worker uses it. */
  'PUT /configuration/document': { body: DocumentChange; response: { file: string } }
  /** The members of other documents that name the document of the query `?file=`. */
  'GET /configuration/references': { response: DocumentReferenceView[] }
  /** Returns the changes that rename a document and the references to it, without making them. */
  'POST /configuration/rename': { body: RenameDocumentRequest; response: { changes: DocumentChange[] } }
  /** Returns what several changes would do together, without making them. */
  'POST /configuration/changes/preview': {
    body: { changes: PreviewDocumentRequest[] }
    response: DocumentPreview
  }
  /** Makes several changes together, or none. Responds when every worker uses them. */
  'POST /configuration/changes': { body: { changes: DocumentChange[] }; response: { file: string } }
  /** Makes an API document from an OpenAPI file, without saving it. */
  'POST /configuration/import': { body: ImportApiRequest; response: ImportedApiView }
  /** Signs a user in at a registry as its text describes it. Attempts are limited. */
  'POST /configuration/sign-in-test': { body: SignInTestRequest; response: SignInTestView }
  /** The calls of the catalog at this moment, over all workers. The query `?earlier=true` adds an earlier reading. */
  'GET /configuration/live': { response: LiveView }
  /** The calls that were recorded on request. */
  'GET /configuration/calls': { response: CallLogView }
  /** Records single calls of the catalog for a time, in place of an earlier recording. Responds with 201. */
  'POST /configuration/calls': { body: RecordCallsRequest; response: CallLogView }
  /** Ends the recording and drops its calls. Responds with 204. */
  'DELETE /configuration/calls': { response: undefined }
  /** The signing keys of each native OAuth provider of the catalog. */
  'GET /configuration/keys': { response: ProviderKeysView[] }
  /** Creates a key, which signs after 2 seconds. Responds with 201. */
  'POST /configuration/keys/:provider': { response: ProviderKeysView }
  /** Removes a key: its tokens are rejected within half a second. Responds with 204. The newest key stays. */
  'DELETE /configuration/keys/:provider/:key': { response: undefined }
  /** Undoes the latest change. */
  'POST /configuration/undo': { response: { file: string } }

  /**
   * Explains a rejected call by its `X-Request-Id`: a call of an application of the user, or one without an
   * application from the same IP address.
   */
  'GET /explanations/:request': { response: ExplanationView }
  'POST /tokens/inspect': { body: { token: string }; response: TokenView }
}
