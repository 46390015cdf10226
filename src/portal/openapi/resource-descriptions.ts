/** Describes each REST resource for the OpenAPI document: its summary, tag, response and query parameter. */
import type { JsonSchema, ParameterDescription } from '../../http/openapi/openapi-document.ts'
import type { ResourceKey } from '../context/portal-context.ts'
import type { PortalViewName } from './views/index.ts'
import { anyObject, list, object, refer, text } from './views/schema-parts.ts'

export const portalTags = {
  portal: 'The portal itself.',
  account: 'The account and the session of the user.',
  catalogue: 'Products, plans, APIs, guides and OAuth providers.',
  applications: 'The applications of the signed-in user.',
  approvals: 'Subscriptions that wait for an owner of the catalog.',
  configuration: 'The documents and keys of the gateway, for owners who may change them.',
  diagnosis: 'Rejected calls and tokens.',
} as const

export interface ResourceDescription {
  readonly id: string
  readonly tag: keyof typeof portalTags
  readonly summary: string
  /** The schemas of the response by media type; undefined for status 204. */
  readonly content: Readonly<Record<string, JsonSchema>> | undefined
  readonly query: readonly ParameterDescription[]
}

type Content = ResourceDescription['content']
type Row = readonly [id: string, summary: string, content?: Content, query?: ParameterDescription]

const json = (schema: JsonSchema): Content => ({ 'application/json': schema })
const one = (name: PortalViewName) => json(refer(name))
const many = (name: PortalViewName) => json(list(refer(name)))
const image = { 'image/*': { type: 'string', contentEncoding: 'binary' } }
const savedFile = json(object({ file: text }))

const query = (name: string, description: string, schema: JsonSchema = text, required = false) =>
  ({ in: 'query', name, description, schema, ...(required && { required }) }) as const
const file = query('file', 'The path of the document below the configuration folder.', text, true)
const months = query('months', 'The number of months.', {
  type: 'integer',
  minimum: 1,
  maximum: 13,
  default: 3,
})
const hours = query('hours', 'The number of hours.', {
  type: 'integer',
  minimum: 1,
  maximum: 168,
  default: 24,
})

/** Describes the resources of one tag. */
function tag<Key extends ResourceKey>(tag: ResourceDescription['tag'], rows: Readonly<Record<Key, Row>>) {
  const described = Object.entries<Row>(rows).map(([key, [id, summary, content, parameter]]) => [
    key,
    { id, tag, summary, content, query: parameter ? [parameter] : [] } satisfies ResourceDescription,
  ])
  return Object.fromEntries(described) as Record<Key, ResourceDescription>
}

export const resourceDescriptions: Readonly<Record<ResourceKey, ResourceDescription>> = {
  ...tag('portal', {
    'GET /portal': ['showPortal', 'Show the portal', one('PortalView')],
    'GET /brand/logo': ['showLogo', 'Show the logo of the brand', image],
    'GET /openapi.json': ['showOpenApi', 'Show this document', json(anyObject)],
  }),
  ...tag('account', {
    'POST /account': ['signUp', 'Sign up and begin a session', one('SessionView')],
    'PUT /account/password': ['changePassword', 'Change the password', one('SessionView')],
    'PUT /account/email': ['changeEmail', 'Change the e-mail address'],
    'POST /account/email/verification': ['requestVerification', 'Send a link that verifies the address'],
    'PUT /account/email/verified': ['verifyEmail', 'Verify the address with the token of the link'],
    'POST /account/reset': ['requestReset', 'Send a link that resets the password'],
    'PUT /account/reset': ['resetPassword', 'Reset the password with the token of the link'],
    'POST /session': ['signIn', 'Sign in', one('SessionView')],
    'GET /session': ['showSession', 'Show the signed-in user', one('SessionView')],
    'DELETE /session': ['signOut', 'Sign out on every worker'],
  }),
  ...tag('catalogue', {
    'GET /products': ['listProducts', 'List the products', many('ProductView')],
    'GET /products/:product': ['showProduct', 'Show a product', one('ProductView')],
    'GET /apis/:api': ['showApi', 'Show an API: name:version, or its name', one('ApiView')],
    'GET /apis/:api/openapi.json': ['downloadJson', 'Download the OpenAPI file', json(anyObject)],
    'GET /apis/:api/openapi.yaml': [
      'downloadYaml',
      'Download the OpenAPI file as YAML',
      { 'application/yaml': anyObject },
    ],
    'GET /guides': ['listGuides', 'List the guides', many('GuideSummary')],
    'GET /guides/:guide': ['showGuide', 'Show a guide', one('GuideView')],
    'GET /guide-images/:image': ['showGuideImage', 'Show an image of a guide', image],
    'GET /providers': ['listProviders', 'List the OAuth providers', many('ProviderView')],
    'GET /search': [
      'search',
      'Search the catalogue',
      many('SearchResultView'),
      query('q', 'The words to find.'),
    ],
  }),
  ...tag('applications', {
    'GET /applications': ['listApplications', 'List the applications', many('ApplicationView')],
    'POST /applications': ['createApplication', 'Create an application', one('CreateApplicationResponse')],
    'GET /applications/:application': ['showApplication', 'Show an application', one('ApplicationView')],
    'PATCH /applications/:application': [
      'changeApplication',
      'Change an application',
      one('ApplicationView'),
    ],
    'DELETE /applications/:application': ['removeApplication', 'Remove an application'],
    'POST /applications/:application/secrets': [
      'createSecret',
      'Create a secret beside the old one, or in its place',
      one('ResetSecretResponse'),
    ],
    'DELETE /applications/:application/secrets/old': ['removeOldSecret', 'Remove the old secret'],
    'POST /applications/:application/credentials': [
      'addCredential',
      'Add a credential',
      one('CreateCredentialResponse'),
    ],
    'DELETE /applications/:application/credentials/:credential': ['removeCredential', 'Remove a credential'],
    'POST /applications/:application/verify': ['verifySecret', 'Check a secret', one('VerifySecretResponse')],
    'PUT /applications/:application/subscriptions/:product': [
      'subscribe',
      'Subscribe, or change the plan',
      one('SubscriptionView'),
    ],
    'DELETE /applications/:application/subscriptions/:product': [
      'unsubscribe',
      'Unsubscribe, or withdraw a request',
      undefined,
      query('only', 'Withdraws only the pending request for another plan.', { enum: ['request'] }),
    ],
    'GET /applications/:application/usage': [
      'showUsage',
      'Show calls and tokens by the hour',
      one('UsageView'),
      hours,
    ],
    'GET /applications/:application/months': [
      'showMonths',
      'Show calls by the month',
      many('MonthUsage'),
      months,
    ],
    'GET /applications/:application/usage.csv': [
      'downloadUsage',
      'Download calls by the day',
      { 'text/csv': text },
      months,
    ],
    'GET /applications/:application/rejections': [
      'listRejections',
      'List the last rejected calls',
      many('RejectedCallView'),
    ],
  }),
  ...tag('approvals', {
    'GET /approvals': ['listApprovals', 'List what waits for approval', many('ApprovalView')],
    'POST /approvals/:approval': [
      'decideApproval',
      'Approve or deny a subscription',
      one('SubscriptionView'),
    ],
  }),
  ...tag('configuration', {
    'GET /configuration': ['listDocuments', 'List the documents', one('ConfigurationList')],
    'GET /configuration/document': ['showDocument', 'Show a document', one('ConfigurationDocument'), file],
    'POST /configuration/preview': ['previewDocument', 'Show what a change would do', one('DocumentPreview')],
    'PUT /configuration/document': ['saveDocument', 'Add, change or remove a document', savedFile],
    'GET /configuration/references': [
      'listReferences',
      'List the references to a document',
      many('DocumentReferenceView'),
      file,
    ],
    'POST /configuration/rename': [
      'planRename',
      'Show the changes that rename a document',
      json(object({ changes: list(refer('DocumentChange')) })),
    ],
    'POST /configuration/changes/preview': [
      'previewChanges',
      'Show what several changes would do',
      one('DocumentPreview'),
    ],
    'POST /configuration/changes': ['saveChanges', 'Make several changes, or none', savedFile],
    'POST /configuration/import': [
      'importApi',
      'Make API documents from OpenAPI files',
      one('ImportedApiView'),
    ],
    'POST /configuration/sign-in-test': ['testSignIn', 'Test a sign-in at a registry', one('SignInTestView')],
    'GET /configuration/live': [
      'showLive',
      'Show the calls of this moment',
      one('LiveView'),
      query('earlier', 'Whether the response has an earlier reading, too.', { type: 'boolean' }),
    ],
    'GET /configuration/calls': ['showCallLog', 'List the recorded calls', one('CallLogView')],
    'POST /configuration/calls': ['recordCalls', 'Record single calls for a time', one('CallLogView')],
    'DELETE /configuration/calls': ['stopRecording', 'End the recording and drop its calls'],
    'GET /configuration/keys': ['listKeys', 'List the signing keys', many('ProviderKeysView')],
    'POST /configuration/keys/:provider': ['createKey', 'Create a signing key', one('ProviderKeysView')],
    'DELETE /configuration/keys/:provider/:key': ['removeKey', 'Remove a signing key'],
    'POST /configuration/undo': ['undoChange', 'Undo the latest change', savedFile],
  }),
  ...tag('diagnosis', {
    'GET /explanations/:request': ['showExplanation', 'Explain a rejected call', one('ExplanationView')],
    'POST /tokens/inspect': ['inspectToken', 'Inspect an access token', one('TokenView')],
  }),
}
